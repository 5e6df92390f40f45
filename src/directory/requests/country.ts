/** Finds the country that a caller requests, or throws an error that suggests one or lists the supported countries. */
import type { Directory } from '../directory.ts'
import { countryInputPattern, type SupportedCountry } from '../records/country.ts'
import { isGiven } from './is-given.ts'
import { lookupError } from './lookup-error.ts'

export type RequireCountry = (input: string) => SupportedCountry

export function createRequireCountry({
  countries,
  findCountry,
  suggestCountry,
}: Pick<Directory, 'countries' | 'findCountry' | 'suggestCountry'>): RequireCountry {
  const supported = countries.map(({ code }) => code).join(', ')
  return (input) => {
    const found = findCountry(input)
    if (found) return found
    const text = input.trim()
    const value = text.length <= 3 ? text.toUpperCase() : text
    throw lookupError('country_unsupported', { value, supported }, adviceFor(suggestCountry(input)))
  }
}

const adviceFor = (suggestion: SupportedCountry | undefined): string | undefined =>
  suggestion &&
  `did you mean ${suggestion.display_name} (${suggestion.code.toLowerCase()})? GET /v1/supported-countries/ lists all countries.`

const countryInput = new RegExp(countryInputPattern, 'u')

/** Also accepts values that no schema has checked. */
export function readCountry(input: unknown, requireCountry: RequireCountry): SupportedCountry {
  if (!isGiven(input)) throw lookupError('country_missing', {})
  if (typeof input !== 'string' || !countryInput.test(input)) throw lookupError('country_malformed', { value: input })
  return requireCountry(input)
}
