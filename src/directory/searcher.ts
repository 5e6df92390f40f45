/** Search, using the directory's indexes. */
import type { Indexes } from './indexes.ts'
import type { SupportedCountry } from './records/country.ts'
import { type Explanation, explain } from './search/explain.ts'
import { createPlaces } from './search/query/places.ts'
import { createPenalties } from './search/ranking/penalties.ts'
import { stepsMax } from './search/ranking/search-limits.ts'
import { createSearch } from './search/search.ts'
import { createSearchResults } from './search/search-results.ts'
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
  /** Indexed by bank: how large and well known the bank is, mostly between 0 and 1. */
  prominence: Float32Array
  /** Returns banks as JSON, best match first, each with a highlight that shows what matched. */
  search(query: SearchQuery): string[]
  /** Returns the parts of the score that a bank has in a search. */
  explain(id: string, query: Pick<SearchQuery, 'text' | 'country'>): Explanation | undefined
}

/** `work` limits and counts the steps of each search. */
export function createSearcher(
  packed: Pick<PackedDirectory, 'countries'>,
  indexes: Indexes,
  work = new WorkBudget(stepsMax),
): Searcher {
  const { banks } = indexes
  const search = createSearch(indexes.search, createPlaces(packed.countries, banks.ranges), { work })
  const findBanks = createSearchResults(indexes, search)
  const rangesOf = (country: SupportedCountry | undefined): Range[] | undefined =>
    country && (country.members ?? [country.code]).map((code) => banks.ranges.get(code) as Range)
  return {
    prominence: indexes.search.popularity,
    search: ({ text, country, status = 'any', types, has, offset = 0, limit }) =>
      findBanks({ text, ranges: rangesOf(country), status, types, has, offset, limit }),
    explain: (id, { text, country }) => {
      const bank = banks.numberOf(id)
      const ranges = rangesOf(country)
      if (bank === undefined) return undefined
      const isIncluded = ranges && ((one: number) => isWithin(one, ranges))
      return explain(search, text, bank, { ranges, isIncluded, penalties: createPenalties(banks) })
    },
  }
}
