/** Search, using the directory's indexes. */
import type { Indexes } from './indexes.ts'
import { createAddZeros } from './leading-zeros.ts'
import type { SupportedCountry } from './records/country-record.ts'
import { runToEnd } from './run-to-end.ts'
import { type Explanation, explain } from './search/explain.ts'
import { createPlaces } from './search/query/places.ts'
import { type CountedResults, createResultCounter, type FacetName, type UseResults } from './search/result-counts.ts'
import { createSearchSteps, type Search } from './search/search.ts'
import { stepsMax } from './search/search-limits.ts'
import { createPenalties, createSearchResults, formatPage, type ResultQuery } from './search/search-results.ts'
import { WorkBudget } from './search/work-budget.ts'
import { isWithin, type Range } from './storage/bank-table.ts'
import type { PackedDirectory } from './storage/packed-directory.ts'
import type { BankFilter } from './views/bank-filter.ts'

export interface SearchQuery extends Partial<BankFilter> {
  text: string
  country?: SupportedCountry | undefined
  /** The number of top results to skip. */
  offset?: number
  limit: number
}

export interface Searcher {
  /** Indexed by bank: how well known it is. The ranked banks of each country have the highest values. */
  prominence: Float32Array
  /** Returns banks as JSON, best match first, each with a highlight that shows what matched. */
  search(query: SearchQuery): string[]
  /**
   * Like `search`, but yields every millisecond or two, so that a server can do other work. If another search runs in between,
   * this one has to start again, and then runs without a pause.
   */
  searchInSteps(query: SearchQuery): Generator<void, string[]>
  /** Like `search`; also counts all results, and how many of them each value of these facets has. */
  searchAndCount(query: SearchQuery, facets: readonly FacetName[]): CountedResults
  /** Like `searchAndCount`, in steps like those of `searchInSteps`. */
  countInSteps(query: SearchQuery, facets: readonly FacetName[]): Generator<void, CountedResults>
  /** Returns the parts of the score that a bank has in a search. */
  explain(id: string, query: Pick<SearchQuery, 'text' | 'country'>): Explanation | undefined
}

/** `work` limits and counts the steps of each search. */
export function createSearcher(
  packed: Pick<PackedDirectory, 'countries' | 'schemes'>,
  indexes: Indexes,
  work = new WorkBudget(stepsMax),
): Searcher {
  const { banks } = indexes
  const search = createSearchSteps(indexes.search, createPlaces(packed.countries, banks.ranges), { work })
  const findResults = createSearchResults(indexes, search, createAddZeros(packed.schemes))
  let searchCount = 0
  const useResults: UseResults = function* (query, use) {
    const ownCount = ++searchCount
    const steps = findResults(query)
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return use(step.value)
      yield
      if (searchCount === ownCount) continue
      // All searches share one set of scratch arrays, and another one has used them.
      searchCount++
      return use(runToEnd(findResults(query)))
    }
  }
  const countResults = createResultCounter(banks, useResults)
  const countriesOf = (country: SupportedCountry | undefined): readonly string[] =>
    country ? (country.members ?? [country.code]) : []
  const rangesOf = (country: SupportedCountry | undefined): Range[] | undefined =>
    country && countriesOf(country).map((code) => banks.ranges.get(code) as Range)
  const toResultQuery = ({
    text,
    country,
    status = 'any',
    types,
    has,
    offset = 0,
    limit,
  }: SearchQuery): ResultQuery => ({
    text,
    ranges: rangesOf(country),
    countries: countriesOf(country),
    status,
    types,
    has,
    offset,
    limit,
  })
  const searchInSteps: Searcher['searchInSteps'] = function* (query) {
    return yield* formatPage(yield* useResults(toResultQuery(query), (found) => found))
  }
  const countInSteps: Searcher['countInSteps'] = (query, facets) => countResults(toResultQuery(query), facets)
  return {
    prominence: indexes.search.prominence,
    search: (query) => runToEnd(searchInSteps(query)),
    searchInSteps,
    searchAndCount: (query, facets) => runToEnd(countInSteps(query, facets)),
    countInSteps,
    explain: (id, { text, country }) => {
      const bank = banks.numberOf(id)
      const ranges = rangesOf(country)
      if (bank === undefined) return undefined
      const isIncluded = ranges && ((one: number) => isWithin(one, ranges))
      searchCount++
      const searchAtOnce: Search = (...parameters) => runToEnd(search(...parameters))
      return explain(searchAtOnce, text, bank, { ranges, isIncluded, penalties: createPenalties(banks) })
    },
  }
}
