/**
 * Account number of a country without a public rule: only its length and kind of characters are known. They come with the
 * data (`data/countries.json`), and from what banks print, not from a standard.
 */
import { compact } from './compact.ts'
import { checkPattern } from './pattern-check.ts'
import type { Check, Parts } from './verdict.ts'

export { compact }

export interface AccountForm {
  /** Code and name of the country. */
  country: string
  name: string
  pattern: string
}

export const check = (input: string, { name, pattern }: AccountForm): Check => ({
  ...checkPattern(input, pattern, `an account number (${name})`),
  accountChecked: false,
})

/** Banks print them in one piece. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string, country: string): Parts => ({ country, account: canonical })
