/** Readings of an identifier over the shipped data. */
import type { HolderSummary, ReadingResult } from '../../src/directory/resolve/result-schema.ts'
import { shippedFinder } from './data/shipped-finder.ts'
import { shippedDirectory } from './services/service.ts'

/** A reading with summaries of its banks, which a request without `fields` returns. */
export interface Reading extends Omit<ReadingResult, 'banks'> {
  banks: HolderSummary[]
}

export function readings(identifier: string, countryCode?: string): Reading[] {
  const country = countryCode === undefined ? undefined : shippedDirectory().findCountry(countryCode)
  return JSON.parse(shippedFinder().resolve(identifier, country)).readings
}
