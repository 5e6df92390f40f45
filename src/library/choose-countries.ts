/** Chooses the countries to open. */
import { explainOmission } from '../directory/builds/build-losses.ts'
import { createCountryFinder, createRequireCountry, type NamedCountry } from '../directory/country-finder.ts'
import { type CountryRecord, displayNameOf } from '../directory/records/country-record.ts'
import type { DataBuildRecord } from '../directory/records/data-build-record.ts'
import { lookupError } from '../directory/requests/lookup-error.ts'

/**
 * Returns the codes of the countries, in the order of the data. A region means all its members. `readBuild`: reads what
 * the data leaves out, for an error message.
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
  const finder = createCountryFinder(countries, records)
  const requireCountry = createRequireCountry(finder, countries, (input) =>
    explainOmission(readBuild(), input, records),
  )
  const opened = new Set(wanted.flatMap((input) => requireCountry(input).members))
  return states.filter((code) => opened.has(code))
}

interface ListedCountry extends NamedCountry {
  /** The country itself, or the members of the region. */
  members: readonly string[]
}

/** The countries of the data as a country finder needs them. */
export const namedCountries = (records: readonly CountryRecord[]): ListedCountry[] =>
  records.map((record) => ({
    code: record.code,
    alpha3: record.alpha3 ?? null,
    also: record.also ?? [],
    name: record.name,
    display_name: displayNameOf(record),
    members: record.members ?? [record.code],
  }))
