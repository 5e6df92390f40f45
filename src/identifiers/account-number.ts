/**
 * Account number in a country without a public check digit rule: only its length and its characters can be checked.
 * The pattern comes from the data (`data/countries.json`), which follows what banks print, because there is no
 * standard.
 */
import { compact } from './compact.ts'
import { checkPattern } from './pattern-check.ts'
import type { Check, Parts } from './verdict.ts'

export { compact }

export interface AccountFormat {
  /** Name of the country. */
  name: string
  pattern: string
}

export const check = (input: string, { name, pattern }: AccountFormat): Check => ({
  ...checkPattern(input, pattern, `an account number (${name})`),
  accountChecked: false,
})

/** Banks print account numbers without separators. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string, country: string): Parts => ({ country, account: canonical })
