/** Search and identifier resolution, using the directory's indexes. */

import { type AccountChecker, createAccountChecker } from './accounts/check/check-account.ts'
import { createIndexes, type IndexTables } from './indexes.ts'
import { parseField } from './records/bank-view.ts'
import type { SupportedCountry } from './records/country.ts'
import { createContext } from './resolve/context.ts'
import type { Reading } from './resolve/reading.ts'
import { createResolver } from './resolve/resolve.ts'
import { resultSizes } from './resolve/result-schema.ts'
import { type ReadingView, resultToJson } from './resolve/to-json.ts'
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

export interface Finder extends AccountChecker {
  /** Indexed by bank: how large and well known the bank is, mostly between 0 and 1. */
  prominence: Float32Array
  /** Returns banks as JSON, best match first, each with a highlight that shows what matched. */
  search(query: SearchQuery): string[]
  /** Returns every possible reading of the identifier, for example as an IBAN or as a bank code, as JSON. */
  resolve(identifier: string, country?: SupportedCountry, view?: ReadingView): string
  /** Like `resolve`, but returns the readings themselves, best first. */
  read(identifier: string, country?: SupportedCountry): Reading[]
  /** Returns the name of the bank with this number. */
  nameOf(bank: number): string
  /** Returns the parts of the score that a bank has in a search. */
  explain(id: string, query: Pick<SearchQuery, 'text' | 'country'>): Explanation | undefined
}

/** `work` limits and counts the steps of each search. Tests pass their own `WorkBudget` to read the count. */
export function createFinder(packed: PackedDirectory, tables: IndexTables, work = new WorkBudget(stepsMax)): Finder {
  const indexes = createIndexes(packed, tables)
  const { banks } = indexes
  const search = createSearch(indexes.search, createPlaces(packed.countries, banks.ranges), { work })
  const findBanks = createSearchResults(indexes, search)
  const context = createContext(packed, indexes)
  const resolve = createResolver(packed, indexes, context)
  const rangesOf = (country: SupportedCountry | undefined): Range[] | undefined =>
    country && (country.members ?? [country.code]).map((code) => banks.ranges.get(code) as Range)
  return {
    prominence: indexes.search.popularity,
    search: ({ text, country, status = 'any', types, has, offset = 0, limit }) =>
      findBanks({ text, ranges: rangesOf(country), status, types, has, offset, limit }),
    resolve: (identifier, country, view = resultSizes.single) =>
      resultToJson(resolve(identifier, country), banks, view),
    read: resolve,
    nameOf: (bank) => parseField(banks.rowOf(bank), 'name'),
    explain: (id, { text, country }) => {
      const bank = banks.numberOf(id)
      const ranges = rangesOf(country)
      if (bank === undefined) return undefined
      const isIncluded = ranges && ((one: number) => isWithin(one, ranges))
      return explain(search, text, bank, { ranges, isIncluded, penalties: createPenalties(banks) })
    },
    ...createAccountChecker(packed, indexes, context),
  }
}
