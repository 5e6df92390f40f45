/** Chooses the countries to open. */
import { explainOmission } from '../directory/build-losses.ts'
import { createCountryFinder } from '../directory/country-finder.ts'
import type { CountryRecord } from '../directory/records/country-record.ts'
import type { DataBuildRecord } from '../directory/records/data-build-record.ts'
import { createRequireCountry, readCountry } from '../directory/requests/country-input.ts'
import { lookupError } from '../directory/requests/lookup-error.ts'
import { namedCountries } from './named-countries.ts'

/**
 * Returns the codes of the countries, in the order of the data. A region stands for its members. `readBuild`: reads what
 * the data leaves out, for the message of an error.
 */
export function chooseCountries(
  wanted: unknown,
  records: readonly CountryRecord[],
  readBuild: () => DataBuildRecord | undefined,
): string[] {
  const states = records.filter(({ kind }) => kind === 'country').map(({ code }) => code)
  if (wanted === undefined) return states
  if (!Array.isArray(wanted) || wanted.length === 0) {
    throw lookupError('parameter_malformed', { name: 'countries', value: wanted, allowed: 'an array of countries' })
  }
  const countries = namedCountries(records)
  const { find, suggest } = createCountryFinder(countries, records)
  const requireCountry = createRequireCountry({
    countries,
    findCountry: find,
    suggestCountry: suggest,
    explainOmission: (input) => explainOmission(readBuild(), input, records),
  })
  const opened = new Set(wanted.flatMap((input) => readCountry(input, requireCountry).members))
  return states.filter((code) => opened.has(code))
}
