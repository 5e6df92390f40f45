/** What a search finds over the shipped data. */
import { shippedFinder } from './finder.ts'
import { shippedDirectory } from './service.ts'

export interface Found {
  id: string
  status: string
  country: string
  type: string
  name: string
  matched: { field: string; text: string; spans: [number, number][] }
}

export function search(
  text: string,
  { country, ...rest }: { country?: string; type?: 'credit_union'; limit?: number } = {},
): Found[] {
  const found = country === undefined ? undefined : shippedDirectory().findCountry(country)
  return shippedFinder()
    .search({ text, country: found, type: undefined, limit: 10, ...rest })
    .map((row) => JSON.parse(row))
}

export const first = (text: string, country?: string): string | undefined =>
  search(text, country === undefined ? {} : { country })[0]?.id
