/** The most expensive searches that the hunt has found so far, from `worst.tsv`. */
import { readFileSync } from 'node:fs'
import type { Directory } from '../../src/directory/directory.ts'
import type { Finder } from '../../src/directory/finder.ts'
import { facetNames } from '../../src/directory/search/search-schema.ts'

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

export function runRequest({ facets, ...request }: SearchRequest, finder: Finder, directory: Directory): string[] {
  const { country, has } = request
  const query = {
    ...request,
    country: country === '' ? undefined : directory.findCountry(country),
    has: has || undefined,
  }
  return facets ? finder.searchAndCount(query, facetNames).page : finder.search(query)
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
