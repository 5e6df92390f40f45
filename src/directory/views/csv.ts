/**
 * Writes banks as CSV (RFC 4180), for programs: every value is exactly the value of the JSON list. A spreadsheet would
 * turn the code 044 into the number 44, so people get XLSX (docs/decisions/0035).
 */

import type { RailsOf } from '../rail-reach.ts'
import type { SupportedCountry } from '../records/country-record.ts'
import type { BankRows } from '../storage/list-json.ts'
import { bankColumns } from './bank-columns.ts'
import type { BankField } from './selected-fields.ts'

export const csvType = 'text/csv; charset=utf-8; header=present'

/** Writing this many rows takes about a millisecond. */
const rowsPerStep = 100

/** Writes one row per bank. At each `yield` the event loop can serve requests. */
export function* bankTable(
  country: SupportedCountry,
  rows: Pick<BankRows, 'count' | 'json'>,
  fields: readonly BankField[],
  railsOf?: RailsOf,
): Generator<void, Buffer> {
  const { banks, columns } = yield* bankColumns(country, rows, fields, railsOf)
  const pieces = [Buffer.from(`${columns.map(({ header }) => cellOf([header])).join(',')}\r\n`)]
  for (let at = 0; at < banks.length; at += rowsPerStep) {
    const lines = banks
      .slice(at, at + rowsPerStep)
      .map((bank) => columns.map(({ valuesOf }) => cellOf(valuesOf(bank))).join(','))
    pieces.push(Buffer.from(`${lines.join('\r\n')}\r\n`))
    yield
  }
  return Buffer.concat(pieces)
}

/** Joins the values into one cell, separated by semicolons, and quotes the cell if it needs quotes. */
export function cellOf(values: readonly string[]): string {
  const text = values.join('; ')
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
