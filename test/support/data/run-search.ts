/** Runs a search without a pause. */
import type { Lookups } from '../../../src/directory/lookups.ts'
import { runToEnd } from '../../../src/directory/run-to-end.ts'
import type { FacetCounts, FoundBank } from '../../../src/directory/search/search-schema.ts'
import type { SearchQuery } from '../../../src/directory/searcher.ts'

export interface SearchPage {
  banks: FoundBank[]
  total: number
  total_capped: boolean
  facets: FacetCounts
}

/** The counts are there only if the query has `facets`. */
export const runSearch = ({ search }: Pick<Lookups, 'search'>, query: SearchQuery): SearchPage =>
  JSON.parse(runToEnd(search(query)))
