/** Listed banks with some of their fields only, as a menu needs them. */

import type { BankRows } from '../directory.ts'
import { type Bank, bankSchema } from '../records/bank.ts'

export type BankField = keyof Bank

/** In the order of a row. */
export const bankFields = Object.keys(bankSchema.properties) as BankField[]

/** About so much is read between two pauses, which takes a millisecond or two. */
const bytesPerStep = 1 << 17

/** `fields` are in the order of a row. Each `yield` is a moment at which requests may be served. */
export function* selectFields({ count, json }: BankRows, fields: readonly BankField[]): Generator<void, BankRows> {
  const pieces: Buffer[] = []
  for (const banks of banksIn(json)) {
    const rows = banks.map((bank) => JSON.stringify(Object.fromEntries(fields.map((field) => [field, bank[field]]))))
    pieces.push(Buffer.from(`${pieces.length > 0 ? ',' : ''}${rows.join(',')}`))
    yield
  }
  return { count, json: pieces }
}

/** The banks of a list, parsed in batches. */
export function* banksIn(pieces: BankRows['json']): Generator<Bank[]> {
  let batch: Uint8Array[] = []
  let length = 0
  for (const [at, piece] of pieces.entries()) {
    batch.push(piece)
    length += piece.length
    if (length < bytesPerStep && at < pieces.length - 1) continue
    yield JSON.parse(`[${Buffer.concat(batch).toString().replace(/,$/, '')}]`)
    batch = []
    length = 0
  }
}
