/**
 * Account number of a country that has neither IBANs nor a public rule: only its length and kind of characters are
 * known (`data/countries.json`), and those from what banks print, not from a standard.
 */
import countries from '../../data/countries.json' with { type: 'json' }
import { compact } from './compact.ts'
import { checkPattern } from './pattern.ts'
import { notChecked, type Parts, type Verdict } from './verdict.ts'

export { compact }

const withoutIban = new Map(countries.filter(({ iban }) => !iban).map((country) => [country.code, country]))

/** `country` is a code of two letters. */
export function check(input: string, country: string): Verdict {
  const known = withoutIban.get(country)
  if (known) return checkPattern(input, known.account_number.pattern, `an account number (${known.name})`)
  return notChecked(
    compact(input),
    'no_rule',
    `The form of account numbers in ${JSON.stringify(country)} is not known.`,
  )
}

/** Banks print them in one piece. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string, country: string): Parts => ({ country, account: canonical })
