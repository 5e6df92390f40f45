/** Search, using the directory's indexes. */

import type { LossNotes } from './builds/loss-notes.ts'
import type { Indexes } from './indexes.ts'
import { createAddZeros } from './leading-zeros.ts'
import { once } from './memoize.ts'
import { displayNameOf, memberCodes, type SupportedCountry } from './records/country-record.ts'
import { runToEnd } from './run-to-end.ts'
import { type Explanation, explain } from './search/explain.ts'
import { createNameFilter, type NamedBank } from './search/named-banks.ts'
import { createIntentReader, type Intent } from './search/query/intent.ts'
import { createPlaces } from './search/query/places.ts'
import { createResultCounter, type FacetName, type UseResults } from './search/result-counts.ts'
import { createSchemeChoice } from './search/scheme-choice.ts'
import { createSearchSteps, type Search } from './search/search.ts'
import { pageLength, stepsMax, WorkBudget } from './search/search-limits.ts'
import { createPenalties, createSearchResults, formatPage, type ResultQuery } from './search/search-results.ts'
import { type BankFilter, isWithin, type Range } from './storage/bank-table.ts'
import type { PackedDirectory } from './storage/packed-directory.ts'

export interface SearchQuery extends Partial<BankFilter> {
  text: string
  country?: SupportedCountry | undefined
  /** The number of top results to skip. */
  offset?: number
  limit: number
  /** Counts all results, and how many of them each value of these facets has. */
  facets?: readonly FacetName[] | undefined
}

export interface Searcher {
  /**
   * Returns the response of the API: banks, best match first, each with a highlight that shows what matched. Yields every
   * millisecond or two, so that a server can do other work. If another search runs in between, this one has to start
   * again, and then runs without a pause.
   */
  search(query: SearchQuery): Generator<void, string>
  /** Returns the banks that the text names, best match first. Yields like `search`. */
  findNamed: FindNamed
  /** Returns the parts of the score that a bank has in a search. */
  explain(id: string, query: Pick<SearchQuery, 'text' | 'country'>): Explanation | undefined
}

export interface FoundNames {
  /** The text without words such as "account". */
  name: string
  banks: NamedBank[]
  /** Whether the text was the id of a bank. */
  isId?: boolean
}

export type FindNamed = (text: string, country?: SupportedCountry) => Generator<void, FoundNames>

/** `work` limits and counts the steps of each search. */
export function createSearcher(
  packed: Pick<PackedDirectory, 'countries' | 'rails' | 'schemes' | 'intentWords'> & {
    lossNotes?: Pick<LossNotes, 'onSearch'>
  },
  indexes: Indexes,
  work = new WorkBudget(stepsMax),
): Searcher {
  const { banks } = indexes
  const places = createPlaces(packed.countries, banks.ranges)
  const search = createSearchSteps(indexes.search, places, { work })
  const readIntent = createIntentReader(indexes.search, places, packed.intentWords)
  const schemes = createSchemeChoice(packed, banks)
  const penalties = once(() => createPenalties(banks))
  const countryNames = new Map(packed.countries.map((country) => [country.code, displayNameOf(country)]))
  const filterNamed = createNameFilter(indexes.search, banks, (code) => countryNames.get(code) ?? code)
  const findResults = createSearchResults(indexes, search, createAddZeros(packed.schemes))
  let searchCount = 0
  /** Runs the steps of a search. If another search runs in between, starts again and runs without a pause. */
  const runAlone = function* <Result>(start: () => Generator<void, Result>): Generator<void, Result> {
    const ownCount = ++searchCount
    const steps = start()
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value
      yield
      if (searchCount === ownCount) continue
      // All searches share one set of scratch arrays, and another one has used them.
      searchCount++
      return runToEnd(start())
    }
  }
  const useResults: UseResults = (query, use) =>
    runAlone(function* () {
      return yield* use(yield* findResults(query))
    })
  const countResults = createResultCounter(banks, packed.rails, useResults)
  const rangesOf = (country: SupportedCountry | undefined): Range[] | undefined =>
    country && memberCodes(country).map((code) => banks.ranges.get(code) as Range)
  const toResultQuery = ({ country, status = 'any', offset = 0, facets: _, ...query }: SearchQuery): ResultQuery => ({
    ...query,
    ranges: rangesOf(country),
    countries: memberCodes(country),
    status,
    offset,
  })
  const noteOn = ({ country, has }: SearchQuery, { isWeak }: { isWeak: boolean }): string | null =>
    isWeak ? (packed.lossNotes?.onSearch(country, has) ?? null) : null
  const withIntent = (query: ResultQuery, intent: Intent | undefined): ResultQuery =>
    intent ? { ...query, text: intent.text, dropsWeak: true, schemeBoost: schemes.createBoost(intent.chooses) } : query
  const schemeOf = (intent: Intent | undefined, first: number | undefined, country: SupportedCountry | undefined) =>
    intent ? schemes.choose(intent.chooses, first, country?.code) : null
  return {
    *search(query) {
      const asTyped = toResultQuery(query)
      const intent = readIntent(query.text, asTyped.ranges)
      const resultQuery = withIntent(asTyped, intent)
      if (!query.facets) {
        const found = yield* runAlone(() => findResults(resultQuery))
        const scheme = schemeOf(intent, found.first, query.country)
        const page = yield* formatPage(found)
        return toJson(query, scheme, page, noteOn(query, found))
      }
      const { page, first, total, isTotalCapped, facets, isWeak } = yield* countResults(resultQuery, query.facets)
      const scheme = schemeOf(intent, first, query.country)
      const counts = { total, total_capped: isTotalCapped, facets }
      return toJson(query, scheme, page, noteOn(query, { isWeak }), counts)
    },
    *findNamed(text, country) {
      const ranges = rangesOf(country)
      const name = readIntent(text, ranges)?.text ?? text
      const isIncluded = ranges && ((bank: number) => isWithin(bank, ranges))
      return yield* runAlone(function* () {
        const { best } = yield* search(name, { ranges, isIncluded, penalties: penalties(), limit: pageLength })
        return { name, banks: filterNamed(best) }
      })
    },
    explain: (id, { text, country }) => {
      const bank = banks.numberOf(id)
      const ranges = rangesOf(country)
      if (bank === undefined) return undefined
      const isIncluded = ranges && ((one: number) => isWithin(one, ranges))
      searchCount++
      const searchAtOnce: Search = (...parameters) => runToEnd(search(...parameters))
      const intent = readIntent(text, ranges)
      const schemeBoost = intent && schemes.createBoost(intent.chooses)
      const options = { ranges, isIncluded, penalties: penalties(), schemeBoost }
      return explain(searchAtOnce, intent?.text ?? text, bank, options)
    },
  }
}

function toJson(
  { text, country }: SearchQuery,
  scheme: string | null,
  page: readonly string[],
  note: string | null,
  counts?: object,
): string {
  const head = JSON.stringify({
    query: text,
    country: country?.code ?? null,
    scheme,
    count: page.length,
    note,
    ...counts,
  })
  return `${head.slice(0, -1)},"banks":[${page.join(',')}]}`
}
