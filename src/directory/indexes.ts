/** The indexes for search and for resolving: made from the packed directory in steps, as tables that can be kept. */

import {
  createSearchIndex,
  type SearchIndex,
  type SearchTables,
  startSearchTables,
} from './search/indexing/search-index.ts'
import { type BankTable, createBankTable } from './storage/bank-table.ts'
import { type CodeIndex, type CodeTables, createCodeIndex, startCodeTables } from './storage/code-index.ts'
import type { PackedBanks, PackedDirectory } from './storage/packed-directory.ts'
import { marksFor, scanRecords } from './storage/record-scanner.ts'
import { noSuccessor, readSuccessors } from './storage/successors.ts'

/** Lists of numbers and nothing else. They depend on the data and on this program, not on the machine's state. */
export interface IndexTables {
  search: SearchTables
  codes: CodeTables
  /** By bank: the bank that took it over. */
  successors: Int32Array
}

/** Where the tables of a state of the data are kept from one start to the next. */
export interface IndexCache {
  read(): Promise<IndexTables | undefined>
  /** Fails where they cannot be kept. */
  write(tables: IndexTables): Promise<void>
}

export interface Indexes {
  banks: BankTable
  search: SearchIndex
  codes: CodeIndex
  /** The bank that took another one over. */
  successorOf(bank: number): number | undefined
}

/** So much is read between two pauses, less than a millisecond's work; a longer record is read at once. */
const bytesPerStep = 1 << 15

/** Each `yield` is a moment at which others may have their turn. */
export function* buildIndexTables(packed: PackedDirectory): Generator<void, IndexTables> {
  const numbered = createBankTable(packed)
  const search = startSearchTables(numbered.types)
  const codes = startCodeTables([...packed.schemes.keys()])
  let room = bytesPerStep
  let marks = marksFor(room)
  let bank = 0
  for (const country of packed.banks.values()) {
    for (const [first, last] of steps(country)) {
      const { records, recordEnds } = country
      const [start, end] = [startOf(recordEnds, first), recordEnds[last] as number]
      if (end - start > room) {
        room = end - start
        marks = marksFor(room)
      }
      scanRecords(records, start, end, marks)
      search.weigh(bank, records, marks)
      codes.add(bank, records, marks)
      search.add(bank, records, marks)
      bank += last - first + 1
      yield
    }
  }
  const finished = yield* search.finish()
  yield
  const successors = yield* readSuccessors(packed, numbered)
  return { search: finished, codes: codes.finish(), successors }
}

export const createIndexes = (packed: PackedDirectory, { search, codes, successors }: IndexTables): Indexes => ({
  banks: createBankTable(packed),
  search: createSearchIndex(search),
  codes: createCodeIndex([...packed.schemes.keys()], codes),
  successorOf: (bank) => (successors[bank] === noSuccessor ? undefined : successors[bank]),
})

const startOf = (ends: Uint32Array, index: number): number => (index === 0 ? 0 : (ends[index - 1] as number) + 1)

/** The first and the last record of each step. */
function* steps({ recordEnds }: PackedBanks): Generator<[number, number]> {
  for (let first = 0; first < recordEnds.length; ) {
    let last = first
    const most = startOf(recordEnds, first) + bytesPerStep
    while (last + 1 < recordEnds.length && (recordEnds[last + 1] as number) <= most) last++
    yield [first, last]
    first = last + 1
  }
}
