/** The countries of the data as a country finder needs them. */
import type { NamedCountry } from '../directory/country-finder.ts'
import { type CountryRecord, displayNameOf } from '../directory/records/country-record.ts'

export interface ListedCountry extends NamedCountry {
  /** The country itself, or the members of the region. */
  members: readonly string[]
}

export const namedCountries = (records: readonly CountryRecord[]): ListedCountry[] =>
  records.map((record) => ({
    code: record.code,
    alpha3: record.alpha3 ?? null,
    also: record.also ?? [],
    name: record.name,
    display_name: displayNameOf(record),
    members: record.members ?? [record.code],
  }))
