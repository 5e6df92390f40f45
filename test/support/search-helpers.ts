/** Runs searches over the shipped data. */
import type { SearchQuery } from '../../src/directory/searcher.ts'
import { runSearch } from './data/run-search.ts'
import { shippedLookups } from './data/shipped-lookups.ts'
import { shippedDirectory } from './services/service.ts'

export interface Found {
  id: string
  status: string
  country: string
  type: string
  name: string
  matched: {
    field: string
    text: string
    spans: [number, number][]
    scheme: string | null
    status: string | null
  }
}

export function search(
  text: string,
  { country, ...rest }: Partial<Omit<SearchQuery, 'country' | 'text'>> & { country?: string } = {},
): Found[] {
  const found = country === undefined ? undefined : shippedDirectory().findCountry(country)
  return runSearch(shippedLookups(), { text, country: found, limit: 10, ...rest }).banks as unknown as Found[]
}

export const first = (text: string, country?: string): string | undefined =>
  search(text, country === undefined ? {} : { country })[0]?.id
