/** Counts all results of a search, and how many of them each country, type, status, payment rail and region has. */
import { createFacetCounter, filterWithout } from '../facet-counts.ts'
import type { Rail } from '../records/rail-record.ts'
import type { BankTable } from '../storage/bank-table.ts'
import { type FoundResults, formatPage, type ResultQuery } from './search-results.ts'
import type { FacetCounts, FacetName } from './search-schema.ts'

export type { FacetName } from './search-schema.ts'

export interface CountedResults {
  page: string[]
  /** The best match on any page, if there is one. */
  first: number | undefined
  total: number
  /** Whether there may be more results than `total`, because the search reached one of its limits. */
  isTotalCapped: boolean
  /** As in `FoundResults`. */
  isWeak: boolean
  facets: FacetCounts
}

/** Yields every millisecond or two, so that a server can do other work. */
export type CountResults = (query: ResultQuery, facets: readonly FacetName[]) => Generator<void, CountedResults>

/** Runs a search and what `use` does with its results. If another search runs in between, all of it starts again. */
export type UseResults = <Used>(
  query: ResultQuery,
  use: (found: FoundResults) => Generator<void, Used>,
) => Generator<void, Used>

export function createResultCounter(banks: BankTable, rails: readonly Rail[], useResults: UseResults): CountResults {
  const countFacet = createFacetCounter(banks, rails)
  const isVisited = new Uint8Array(banks.count)

  /** Returns each result once, and the function that formats the page. */
  const collect = function* ({ rowCount, first, isWeak, formatRows, visitAll }: FoundResults) {
    const results: number[] = []
    isVisited.fill(0)
    const isComplete = yield* visitAll((bank) => {
      if (isVisited[bank] !== 0) return
      isVisited[bank] = 1
      results.push(bank)
    })
    return { results, isComplete, first, isWeak, rows: { rowCount, formatRows } }
  }

  return function* (query, facets) {
    const { status, types, has, rail, region } = query
    const { results, isComplete, first, isWeak, rows } = yield* useResults(query, collect)
    yield
    const isFiltered = {
      country: false,
      type: types !== undefined,
      status: status !== 'any',
      rail: rail !== undefined,
      region: region !== undefined,
    }
    // The counts of types, statuses, rails and regions ignore the filter on the same field, so that a user who has picked one type sees
    // how many results the others have. This takes a second search, without those filters.
    let unfiltered: number[] = []
    if (facets.some((facet) => isFiltered[facet])) {
      const unlimited = {
        status: 'any',
        types: undefined,
        rail: undefined,
        region: undefined,
        offset: 0,
        limit: 0,
      } as const
      const all = { ...query, ...unlimited }
      unfiltered = (yield* useResults(all, collect)).results
      yield
    }
    const filter = { status, types, has, rail, region }
    const counts: FacetCounts = {}
    for (const facet of facets) {
      const counted = isFiltered[facet] ? unfiltered.filter(filterWithout(facet, filter, banks)) : results
      counts[facet] = yield* countFacet(facet, counted)
      yield
    }
    const page = yield* formatPage(rows)
    return { page, first, total: results.length, isTotalCapped: !isComplete, isWeak, facets: counts }
  }
}
