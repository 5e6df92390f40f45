/**
 * Account number in a country that has no public rule for check digits: only the length and the characters can be
 * checked. There is no standard, so the pattern in the data (`data/countries.json`) follows what banks print.
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

/** Account numbers are shown without separators, as banks print them. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string, country: string): Parts => ({ country, account: canonical })
