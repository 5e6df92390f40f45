/** Counts how many of some banks each country, type, status, payment rail and region has. */
import { once } from './memoize.ts'
import { bankStatuses, bankTypes } from './records/bank-record.ts'
import type { Rail } from './records/rail-record.ts'
import type { FacetCount, FacetName } from './search/search-schema.ts'
import { type BankFilter, type BankTable, createBankFilter } from './storage/bank-table.ts'

/** Returns the values that occur, most frequent first. Yields every millisecond or two, so that a server can do other work. */
export type CountFacet = (facet: FacetName, banks: readonly number[]) => Generator<void, FacetCount[]>

export function createFacetCounter(banks: BankTable, rails: readonly Rail[]): CountFacet {
  const numberings: Readonly<Record<Exclude<FacetName, 'rail'>, Numbering>> = {
    country: { values: [...banks.ranges.keys()], numberOf: createCountryNumbers(banks) },
    type: { values: bankTypes, numberOf: (bank) => banks.types[bank] as number },
    status: { values: bankStatuses, numberOf: banks.statusOf },
    region: { values: banks.regions, numberOf: banks.regionOf },
  }
  return function* (facet, counted) {
    if (facet === 'rail') return yield* countRails(counted, rails, banks)
    yield
    return countValues(counted, numberings[facet])
  }
}

/**
 * Returns a filter without its part on a field: the counts of a field ignore the filter on it, so that a user who has picked one
 * type sees how many banks the others have.
 */
export const filterWithout = (
  facet: FacetName,
  filter: BankFilter,
  banks: BankTable,
  /** The types that pass without a filter on types. */
  types?: BankFilter['types'],
): ((bank: number) => boolean) =>
  createBankFilter(
    {
      ...filter,
      ...(facet === 'status' && { status: 'any' }),
      ...(facet === 'type' && { types }),
      ...(facet === 'rail' && { rail: undefined }),
      ...(facet === 'region' && { region: undefined }),
    },
    banks,
  )

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
  counts
    .filter(({ value, count }) => count > 0 && value !== '')
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))

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
