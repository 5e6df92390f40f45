/** The check that most identifiers share: one function finds the fault, and a typo that explains it gives a suggestion. */
import { suggest, type Typo } from './suggest.ts'
import { type Check, type CheckName, type Fault, invalid, passed } from './verdict.ts'

interface Rules {
  /** All checks that `faultOf` applies, in their order. */
  checks: readonly CheckName[]
  faultOf(text: string): Fault | null
  typos: readonly Typo[]
  /** Which of the texts without a fault may be suggested. */
  isKnown?: ((text: string) => boolean) | undefined
}

export function checkWithSuggestion(text: string, { checks, faultOf, typos, isKnown }: Rules): Check {
  const fault = faultOf(text)
  if (!fault) return passed(text, checks)
  const isPossible = (candidate: string): boolean => faultOf(candidate) === null && (isKnown?.(candidate) ?? true)
  return invalid(text, fault, checks, { suggestion: suggest(text, fault, typos, isPossible) })
}
