/** Checks the lists of best-known banks against the rest of the data. */

import type { CountryRanks } from '../../directory/records/country-ranks.ts'
import type { CountryRecord } from '../../directory/records/country-record.ts'

/**
 * Returns what is wrong with a country's list, or null if it is valid. Does not check that its banks exist and are
 * open: an overlay may close a bank in the shipped list, and the index then skips the bank. Lint reports it.
 */
export function ranksError({ country, banks }: CountryRanks, countries: readonly CountryRecord[]): string | null {
  if (!countries.some(({ code, kind }) => code === country && kind === 'country')) return `${country} is not a country`
  const foreign = banks.find((id) => !id.startsWith(`${country.toLowerCase()}-`))
  return foreign === undefined ? null : `${foreign} is not a bank in ${country}`
}
