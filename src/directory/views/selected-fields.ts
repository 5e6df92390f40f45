/** Reduces the banks in a list to selected fields, for example for a dropdown. */

import { type Bank, bankSchema } from '../records/bank-record.ts'
import type { BankRows } from '../storage/list-json.ts'

export type BankField = keyof Bank

/** All fields of a bank, in the order of the bank schema. */
export const bankFields = Object.keys(bankSchema.properties) as BankField[]

/** Parsing this much JSON takes a millisecond or two. */
const bytesPerStep = 1 << 16

/** `fields` must be in the order of the bank schema. At each `yield` the event loop can serve requests. */
export function* selectFields(rows: BankRows, fields: readonly BankField[]): Generator<void, BankRows> {
  const pieces: Buffer[] = []
  for (const banks of banksIn(rows.json)) {
    const reduced = banks.map((bank) => JSON.stringify(Object.fromEntries(fields.map((field) => [field, bank[field]]))))
    pieces.push(Buffer.from(`${pieces.length > 0 ? ',' : ''}${reduced.join(',')}`))
    yield
  }
  return { ...rows, json: pieces }
}

/** Parses the JSON of a bank list in batches. Each piece ends after a bank. */
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
