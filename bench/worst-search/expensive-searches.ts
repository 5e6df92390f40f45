/** The most expensive searches that the hunt has found so far, from `worst.tsv`. */
import { readFileSync } from 'node:fs'
import type { Lookups } from '../../src/directory/lookups.ts'
import { facetNames } from '../../src/directory/search/search-schema.ts'
import { runSearch } from '../../test/support/data/run-search.ts'

/** Parameters of `/v1/search`; an empty country means all countries. With `facets`, all facets are counted. */
export interface SearchRequest {
  text: string
  country: string
  status: 'any' | 'active' | 'closed'
  offset: number
  limit: number
  has: string
  facets: '' | 'all'
}

export function runRequest({ facets, ...request }: SearchRequest, lookups: Lookups): unknown[] {
  const { country, has } = request
  const query = {
    ...request,
    country: country === '' ? undefined : lookups.findCountry(country),
    has: has || undefined,
    facets: facets ? facetNames : undefined,
  }
  return runSearch(lookups, query).banks
}

export function readExpensiveSearches(): SearchRequest[] {
  const [, ...rows] = readFileSync(new URL('./worst.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return rows.map((row) => {
    const [text = '', country = '', status = 'any', offset, limit, has = '', facets = ''] = row.split('\t')
    return { text, country, status, offset: Number(offset), limit: Number(limit), has, facets } as SearchRequest
  })
}
