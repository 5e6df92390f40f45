/** The check that most identifiers share: finds the fault, and suggests a correction if one typo explains it. */
import { suggest, type Typo } from './suggest.ts'
import { type Check, type CheckName, type Fault, invalid, passed } from './verdict.ts'

interface IdentifierRules {
  /** All checks that `faultOf` applies, in order. */
  checks: readonly CheckName[]
  faultOf(text: string): Fault | null
  typos: readonly Typo[]
  /** If set, only candidates for which this returns true are suggested. */
  isKnown?: ((text: string) => boolean) | undefined
}

export function checkWithSuggestion(text: string, { checks, faultOf, typos, isKnown }: IdentifierRules): Check {
  const fault = faultOf(text)
  if (!fault) return passed(text, checks)
  const isPossible = (candidate: string): boolean => faultOf(candidate) === null && (isKnown?.(candidate) ?? true)
  return invalid(text, fault, checks, { suggestion: suggest(text, fault, typos, isPossible) })
}
