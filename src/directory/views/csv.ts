/**
 * Writes banks as CSV (RFC 4180), for people who open the file in a spreadsheet. The spreadsheet must show every code
 * unchanged and must not run any formula. docs/decisions/0014 describes the experiments that led to the cell format.
 */

import type { BankRows } from '../directory.ts'
import type { SupportedCountry } from '../records/country.ts'
import { bankColumns } from './bank-columns.ts'
import type { BankField } from './selected-fields.ts'

/** Without a byte order mark, Excel decodes the file with the computer's code page instead of UTF-8. */
const byteOrderMark = '\uFEFF'

/** Writing this many rows takes about a millisecond. */
const rowsPerStep = 100

/** Writes one row per bank. Every code gets an apostrophe. At each `yield` the event loop can serve requests. */
export function* bankTable(
  country: SupportedCountry,
  rows: BankRows,
  fields: readonly BankField[],
): Generator<void, Buffer> {
  const { banks, columns } = yield* bankColumns(country, rows, fields)
  const headers = columns.map(({ header }) => header).join(',')
  const pieces = [Buffer.from(`${byteOrderMark}${headers}\r\n`)]
  for (let at = 0; at < banks.length; at += rowsPerStep) {
    const lines = banks
      .slice(at, at + rowsPerStep)
      .map((bank) => columns.map(({ valuesOf, holdsCodes }) => cellOf(valuesOf(bank), holdsCodes)).join(','))
    pieces.push(Buffer.from(`${lines.join('\r\n')}\r\n`))
    yield
  }
  return Buffer.concat(pieces)
}

/**
 * Joins the values into one cell, separated by semicolons. `markText` adds apostrophes at the start of the cell and
 * after semicolons; a program that parses the cell must remove them.
 */
export function cellOf(values: readonly string[], holdsCodes: boolean): string {
  if (values.length === 0) return ''
  const text = values.map((value) => markText(value, holdsCodes)).join('; ')
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Puts an apostrophe before each part of the value that a spreadsheet might not treat as text. One apostrophe before
 * the whole value is not enough: where the list separator is a semicolon, as in most of Europe, spreadsheets split the
 * value at semicolons even inside quotes.
 */
function markText(value: string, holdsCodes: boolean): string {
  const mark = (part: string): string => (!holdsCodes && isPlainlyText(part) ? part : `'${part}`)
  if (!partBreak.test(value)) return mark(value)
  return value
    .split(partBreak)
    .map((part, index) => (index % 2 === 0 ? mark(part) : part))
    .join('')
}

/** Matches the characters at which a spreadsheet may split a value. The capturing group makes `split` keep them. */
const partBreak = /([;\t\r\n]\s*)/

/**
 * Whether a spreadsheet treats the part as text even without an apostrophe. Text that starts with a letter and has no
 * digit cannot be a formula, a number, a date or an amount, but it can be a boolean. URLs, ids and scheme names are
 * safe too; they get no apostrophe because programs search for them.
 */
const isPlainlyText = (part: string): boolean =>
  (/^\p{L}\P{N}*$/u.test(part) && !/^(true|false)$/i.test(part)) ||
  /^https?:\/\//.test(part) ||
  /^[a-z]{2}[-_][a-z0-9_-]*[a-z]{2}[a-z0-9_-]*$/.test(part)
