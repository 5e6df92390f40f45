/** Chooses the countries to open. */
import { createCountryFinder } from '../directory/country-finder.ts'
import { type CountryRecord, displayNameOf } from '../directory/records/country.ts'
import { createRequireCountry, readCountry } from '../directory/requests/country.ts'
import { lookupError } from '../directory/requests/lookup-error.ts'

/** Returns the codes of the countries, in the order of the data. A region stands for its members. */
export function chooseCountries(wanted: unknown, records: readonly CountryRecord[]): string[] {
  const states = records.filter(({ kind }) => kind === 'country').map(({ code }) => code)
  if (wanted === undefined) return states
  if (!Array.isArray(wanted) || wanted.length === 0) {
    throw lookupError('parameter_malformed', { name: 'countries', value: wanted, allowed: 'an array of countries' })
  }
  const countries = records.map((record) => ({
    code: record.code,
    alpha3: record.alpha3 ?? null,
    also: record.also ?? [],
    name: record.name,
    display_name: displayNameOf(record),
    members: record.members ?? [record.code],
  }))
  const { find, suggest } = createCountryFinder(countries, records)
  const requireCountry = createRequireCountry({ countries, findCountry: find, suggestCountry: suggest })
  const opened = new Set(wanted.flatMap((input) => readCountry(input, requireCountry).members))
  return states.filter((code) => opened.has(code))
}
