/** Which bank took another one over, by number: read once when the indexes are made, so that no search reads records. */
import { bankStatuses } from '../records/bank.ts'
import type { BankTable } from './bank-table.ts'
import type { PackedDirectory } from './packed-directory.ts'

export const noSuccessor = -1

/** So many records are read between two pauses. */
const recordsPerStep = 50

/** By bank, `noSuccessor` if it has none that is known. Each `yield` is a moment at which others may have their turn. */
export function* readSuccessors({ banks }: PackedDirectory, numbered: BankTable): Generator<void, Int32Array> {
  const successors = new Int32Array(numbered.count).fill(noSuccessor)
  let read = 0
  for (const [code, { records, recordEnds }] of banks) {
    const [first] = numbered.ranges.get(code) as readonly [number, number]
    const lines = Buffer.from(records.buffer, records.byteOffset, records.length)
    let index = 0
    // Most records do not have the key, so the bytes are searched for it and only the others are parsed.
    for (let at = lines.indexOf(key); at >= 0; at = lines.indexOf(key, recordEnds[index - 1])) {
      while ((recordEnds[index] as number) < at) index++
      const { successor } = numbered.recordOf(first + index)
      if (successor !== undefined && numbered.statusOf(first + index) !== active) {
        successors[first + index] = numbered.numberOf(successor) ?? noSuccessor
      }
      index++
      if (++read % recordsPerStep === 0) yield
    }
    yield
  }
  return successors
}

const active = bankStatuses.indexOf('active')
const key = '"successor"'
