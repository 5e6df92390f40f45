/** Counts the banks and codes that cite each source, for the pages that list sources. */
import { type BankTable, createBankTable, type Range } from '../storage/bank-table.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'

export interface Citations {
  banks: number
  codes: number
}

/** Keyed by source id. Sources without citations are left out. */
export type CitationCounts = ReadonlyMap<string, Citations>

/** Parsing this many records takes a millisecond or two. */
const banksPerStep = 50

/** `countries`: codes of the countries whose banks are counted. At each `yield` the event loop can serve requests. */
export function* countCitations(
  packed: PackedDirectory,
  countries: readonly string[],
): Generator<void, CitationCounts> {
  const banks = createBankTable(packed)
  const counts = new Map<string, Citations>()
  for (const country of countries) {
    const range = banks.ranges.get(country)
    if (range) yield* countInRange(banks, range, counts)
  }
  return counts
}

function* countInRange(banks: BankTable, [first, end]: Range, counts: Map<string, Citations>): Generator<void, void> {
  const add = (source: string, kind: keyof Citations): void => {
    const known = counts.get(source) ?? { banks: 0, codes: 0 }
    known[kind]++
    counts.set(source, known)
  }
  for (let number = first; number < end; number++) {
    if (number % banksPerStep === 0) yield
    const { sources, codes = [], bic_source } = banks.recordOf(number)
    for (const source of sources) add(source, 'banks')
    for (const { source } of codes) add(source, 'codes')
    if (bic_source !== undefined) add(bic_source, 'codes')
  }
}
