/** Counts all results of a search, and how many of them each country, type, status and payment rail has. */
import { once } from '../memoize.ts'
import { bankStatuses, bankTypes } from '../records/bank-record.ts'
import type { Rail } from '../records/rail-record.ts'
import { type BankFilter, type BankTable, createBankFilter } from '../storage/bank-table.ts'
import { type FoundResults, formatPage, type ResultQuery } from './search-results.ts'
import type { FacetCount, FacetCounts, FacetName } from './search-schema.ts'

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
  const countries = [...banks.ranges.keys()]
  const numberings: Readonly<Record<Exclude<FacetName, 'rail'>, Numbering>> = {
    country: { values: countries, numberOf: createCountryNumbers(banks) },
    type: { values: bankTypes, numberOf: (bank) => banks.types[bank] as number },
    status: { values: bankStatuses, numberOf: banks.statusOf },
  }
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
    const { status, types, rail } = query
    const { results, isComplete, first, isWeak, rows } = yield* useResults(query, collect)
    yield
    const isFiltered = {
      country: false,
      type: types !== undefined,
      status: status !== 'any',
      rail: rail !== undefined,
    }
    // The counts of types, statuses and rails ignore the filter on the same field, so that a user who has picked one type sees
    // how many results the others have. This takes a second search, without those filters.
    let unfiltered: number[] = []
    if (facets.some((facet) => isFiltered[facet])) {
      const all = { ...query, status: 'any', types: undefined, rail: undefined, offset: 0, limit: 0 } as const
      unfiltered = (yield* useResults(all, collect)).results
      yield
    }
    const resultsFor = (facet: FacetName): number[] => {
      if (!isFiltered[facet]) return results
      const others: BankFilter = {
        status: facet === 'status' ? 'any' : status,
        types: facet === 'type' ? undefined : types,
        rail: facet === 'rail' ? undefined : rail,
      }
      return unfiltered.filter(createBankFilter(others, banks))
    }
    const counts: FacetCounts = {}
    for (const facet of facets) {
      const counted = resultsFor(facet)
      counts[facet] =
        facet === 'rail' ? yield* countRails(counted, rails, banks) : countValues(counted, numberings[facet])
      yield
    }
    const page = yield* formatPage(rows)
    return { page, first, total: results.length, isTotalCapped: !isComplete, isWeak, facets: counts }
  }
}

/** The values of a facet, and the position of a bank's value among them. */
interface Numbering {
  values: readonly string[]
  numberOf(bank: number): number
}

/** Returns the values that occur, most frequent first. */
function countValues(results: readonly number[], { values, numberOf }: Numbering): FacetCount[] {
  const counts = new Uint32Array(values.length)
  for (const bank of results) {
    const value = numberOf(bank)
    counts[value] = (counts[value] as number) + 1
  }
  return mostFrequentFirst(values.map((value, at) => ({ value, count: counts[at] as number })))
}

/** A bank can be on several rails, so each of them is counted on its own. */
function* countRails(
  results: readonly number[],
  rails: readonly Rail[],
  banks: BankTable,
): Generator<void, FacetCount[]> {
  const counts: FacetCount[] = []
  for (const rail of rails) {
    const isOnRail = banks.createRailCheck(rail)
    let count = 0
    for (const bank of results) if (isOnRail(bank)) count++
    counts.push({ value: rail.id, count })
    yield
  }
  return mostFrequentFirst(counts)
}

const mostFrequentFirst = (counts: readonly FacetCount[]): FacetCount[] =>
  counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))

/** Returns a function that takes a bank and returns the position of its country in `ranges`. */
function createCountryNumbers({ count, ranges }: BankTable): (bank: number) => number {
  // Filled on first use: most services never count by country.
  const numbers = once(() => {
    const filled = new Uint16Array(count)
    let number = 0
    for (const [from, to] of ranges.values()) filled.fill(number++, from, to)
    return filled
  })
  return (bank) => numbers()[bank] as number
}
