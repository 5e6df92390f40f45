/**
 * Bank code without a check digit, such as a sort code in Ghana or Uganda or a branch code in South Africa. It is
 * checked only against a pattern from the data (`data/schemes.json`); the directory knows which bank has the code.
 */
import { compact } from './compact.ts'
import { checkPattern } from './pattern-check.ts'
import type { Check, Parts } from './verdict.ts'

export { compact }

export interface CodeFormat {
  label: string
  pattern: string
  /** `*` for a scheme that several countries use. */
  country: string
}

export const check = (input: string, { label, pattern }: CodeFormat): Check =>
  checkPattern(input, pattern, `a code of type "${label}"`)

/** Bank codes in the data have no separators, so there is nothing to format. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string, { country }: CodeFormat): Parts => ({
  ...(country !== '*' && { country }),
  code: canonical,
})
