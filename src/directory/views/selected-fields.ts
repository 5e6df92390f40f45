/** Reduces the banks in a list to selected fields, for example for a dropdown. */

import type { RailsOf } from '../rail-reach.ts'
import { type Bank, type BankDetail, bankFieldsSchema, bankSchema } from '../records/bank-record.ts'
import type { BankRows } from '../storage/list-json.ts'

export type BankField = keyof typeof bankFieldsSchema.properties

/** The fields of a bank in a list, in the order of the bank schema. */
export const bankFields = Object.keys(bankSchema.properties) as (keyof Bank)[]
/** The fields that a request can select: also some that lists leave out unless a request selects them. */
export const selectableFields = Object.keys(bankFieldsSchema.properties) as BankField[]

/** Returns the JSON of a bank with only these fields, which must be in the order of the schema. */
export function pickJson(
  bank: Pick<Bank, 'id'> & Partial<Bank>,
  fields: readonly BankField[],
  railsOf: RailsOf,
): string {
  const known = fields.includes('rails') ? { ...bank, rails: railsOf(bank.id) } : (bank as Partial<BankDetail>)
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, known[field]])))
}

/** Parsing this much JSON takes a millisecond or two. */
const bytesPerStep = 1 << 16

/** `fields` must be in the order of the bank schema. At each `yield` the event loop can serve requests. */
export function* selectFields(
  rows: BankRows,
  fields: readonly BankField[],
  railsOf: RailsOf,
): Generator<void, BankRows> {
  const pieces: Buffer[] = []
  for (const banks of banksIn(rows.json)) {
    const reduced = banks.map((bank) => pickJson(bank, fields, railsOf))
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
