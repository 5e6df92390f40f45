/** The check for most kinds of identifier: finds the error, and suggests a correction if a single typo explains it. */
import { suggest, type Typo } from './suggest.ts'
import { type Check, type CheckName, type Fault, invalid, passed } from './verdict.ts'

interface IdentifierRules {
  /** The names of all checks that `faultOf` performs, in order. */
  checks: readonly CheckName[]
  faultOf(text: string): Fault | null
  typos: readonly Typo[]
  /** If set, a correction is suggested only if this function returns true for it. */
  isKnown?: ((text: string) => boolean) | undefined
}

export function checkWithSuggestion(text: string, { checks, faultOf, typos, isKnown }: IdentifierRules): Check {
  const fault = faultOf(text)
  if (!fault) return passed(text, checks)
  const isPossible = (candidate: string): boolean => faultOf(candidate) === null && (isKnown?.(candidate) ?? true)
  return invalid(text, fault, checks, { suggestion: suggest(text, fault, typos, isPossible) })
}
