/** Runs searches over the shipped data. */
import type { SearchQuery } from '../../src/directory/finder.ts'
import { shippedFinder } from './data/shipped-finder.ts'
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
  return shippedFinder()
    .search({ text, country: found, limit: 10, ...rest })
    .map((row) => JSON.parse(row))
}

export const first = (text: string, country?: string): string | undefined =>
  search(text, country === undefined ? {} : { country })[0]?.id
