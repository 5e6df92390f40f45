/** Finds the country that a caller requests, or throws an error that suggests one or lists the supported countries. */
import type { NamedCountry } from '../country-finder.ts'
import { countryInputPattern, type SupportedCountry } from '../records/country-record.ts'
import { isGiven, lookupError } from './lookup-error.ts'

export type RequireCountry<Country extends NamedCountry = SupportedCountry> = (input: string) => Country

export interface CountryLookups<Country extends NamedCountry> {
  countries: readonly Country[]
  findCountry(input: string): Country | undefined
  suggestCountry(input: string): Country | undefined
  /** Says why the directory does not have this country, if it knows. */
  explainOmission(input: string): string | undefined
}

export function createRequireCountry<Country extends NamedCountry>({
  countries,
  findCountry,
  suggestCountry,
  explainOmission,
}: CountryLookups<Country>): RequireCountry<Country> {
  const supported = countries.map(({ code }) => code).join(', ')
  return (input) => {
    const found = findCountry(input)
    if (found) return found
    const text = input.trim()
    const value = text.length <= 3 ? text.toUpperCase() : text
    const omission = explainOmission(input)
    const suggestion = omission === undefined ? suggestCountry(input) : undefined
    if (!suggestion) throw lookupError('country_unsupported', { value, supported }, omission)
    const details = { value, supported, suggestion: suggestion.code.toLowerCase() }
    throw lookupError(
      'country_unsupported',
      details,
      `did you mean ${suggestion.display_name} (${details.suggestion})?`,
    )
  }
}

const countryInput = new RegExp(countryInputPattern, 'u')

/** Also accepts values that no schema has checked. */
export function readCountry<Country extends NamedCountry>(
  input: unknown,
  requireCountry: RequireCountry<Country>,
): Country {
  if (!isGiven(input)) throw lookupError('country_missing', {})
  if (typeof input !== 'string' || !countryInput.test(input)) throw lookupError('country_malformed', { value: input })
  return requireCountry(input)
}
