/** Finds the country that a caller names, or throws an error that lists the supported countries. */
import type { Directory } from '../directory.ts'
import { countryInputPattern, type SupportedCountry } from '../records/country.ts'
import { isGiven } from './is-given.ts'
import { lookupError } from './lookup-error.ts'

export type RequireCountry = (input: string) => SupportedCountry

export function createRequireCountry({
  countries,
  findCountry,
}: Pick<Directory, 'countries' | 'findCountry'>): RequireCountry {
  const supported = countries.map(({ code }) => code).join(', ')
  return (input) => {
    const found = findCountry(input)
    if (!found) throw lookupError('country_unsupported', { value: input.trim().toUpperCase(), supported })
    return found
  }
}

const countryInput = new RegExp(countryInputPattern)

/** Also accepts values that no schema has checked. */
export function readCountry(input: unknown, requireCountry: RequireCountry): SupportedCountry {
  if (!isGiven(input)) throw lookupError('country_missing', {})
  if (typeof input !== 'string' || !countryInput.test(input)) throw lookupError('country_malformed', { value: input })
  return requireCountry(input)
}
