/**
 * The indexes for search and identifier resolution. Their tables are built from the packed directory in short steps,
 * and can be cached.
 */
import type { BankRecord } from './records/bank-record.ts'
import type { CountryRanks } from './records/country-ranks.ts'
import { createSearchIndex, type SearchIndex, type SearchTables } from './search/indexing/search-index.ts'
import { createSearchTablesBuilder } from './search/indexing/search-tables-builder.ts'
import { type BankTable, createBankTable } from './storage/bank-table.ts'
import {
  type CodeIndex,
  type CodeTables,
  createCodeIndex,
  createCodeTablesBuilder,
  type SchemeUses,
} from './storage/code-index.ts'
import type { PackedDirectory } from './storage/packed-directory.ts'

/**
 * Contains only typed arrays. Their content depends only on the data and the program, not on the machine that builds
 * them.
 */
export interface IndexTables {
  search: SearchTables
  codes: CodeTables
  /** Indexed by bank: the number of the bank that took it over, or `noSuccessor`. */
  successors: Int32Array
}

export interface Indexes {
  banks: BankTable
  search: SearchIndex
  codes: CodeIndex
  /** Returns the bank that took over this one, if there is one. */
  successorOf(bank: number): number | undefined
}

const noSuccessor = -1

/** Indexing this many records takes about a millisecond. */
const recordsPerStep = 20

export interface IndexedTables {
  schemes: SchemeUses
  ranks: readonly CountryRanks[]
}

export function createIndexTablesBuilder({ schemes, ranks }: IndexedTables) {
  const search = createSearchTablesBuilder(ranks)
  const codes = createCodeTablesBuilder(schemes)
  const successorIds: (string | undefined)[] = []
  return {
    /** Must be called in order of bank number. */
    add: (record: BankRecord): void => {
      search.add(record)
      codes.add(successorIds.length, record)
      successorIds.push(record.status === 'active' ? undefined : record.successor)
    },
    /** Yields after each step, so that a server can do other work in between. */
    *finish({ numberOf }: BankTable): Generator<void, IndexTables> {
      const successors = Int32Array.from(successorIds, (id) =>
        id === undefined ? noSuccessor : (numberOf(id) ?? noSuccessor),
      )
      const searchTables = yield* search.finish()
      yield
      return { search: searchTables, codes: yield* codes.finish(), successors }
    },
  }
}

/** Yields after each step, so that a server can do other work in between. */
export function* buildIndexTables(packed: PackedDirectory): Generator<void, IndexTables> {
  const banks = createBankTable(packed)
  const builder = createIndexTablesBuilder(packed)
  for (let bank = 0; bank < banks.count; bank++) {
    builder.add(banks.recordOf(bank))
    if (bank % recordsPerStep === 0) yield
  }
  return yield* builder.finish(banks)
}

export const createIndexes = (
  packed: PackedDirectory,
  { search, codes, successors }: IndexTables,
  banks = createBankTable(packed),
): Indexes => ({
  banks,
  search: createSearchIndex(search),
  codes: createCodeIndex([...packed.schemes.keys()], codes),
  successorOf: (bank) => (successors[bank] === noSuccessor ? undefined : successors[bank]),
})
