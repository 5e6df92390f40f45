/**
 * Code of a scheme that has no rule but its form, such as the sort codes of Ghana and Uganda or the branch codes of
 * South Africa. The form comes with the data (`data/schemes.json`); whether a bank has the code is for the directory to
 * say.
 */
import { compact } from './compact.ts'
import { checkPattern } from './pattern-check.ts'
import type { Check, Parts } from './verdict.ts'

export { compact }

export interface CodeForm {
  label: string
  pattern: string
  /** `*` for a scheme that several countries use. */
  country: string
}

export const check = (input: string, { label, pattern }: CodeForm): Check =>
  checkPattern(input, pattern, `the code "${label}"`)

/** In one piece, as in the data. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string, { country }: CodeForm): Parts => ({
  ...(country !== '*' && { country }),
  code: canonical,
})
