/**
 * Banks as a table for people: CSV (RFC 4180) that a spreadsheet opens with every code as it is and with nothing to
 * run. The form of a cell was found by experiment: docs/decisions/0014.
 */

import type { BankRows } from '../directory.ts'
import type { Bank } from '../records/bank.ts'
import type { SupportedCountry } from '../records/country.ts'
import { type BankField, banksIn } from './selected-fields.ts'

/** Without it Excel reads the text as the code page of the machine. */
const byteOrderMark = '\uFEFF'

interface Column {
  header: string
  valuesOf: (bank: Bank) => readonly string[]
  /** Whether its values stand behind an apostrophe without exception, so that the column looks and reads alike. */
  holdsCodes: boolean
}

/** So many rows are written between two pauses, which takes about a millisecond. */
const rowsPerStep = 200

/**
 * One row a bank, a column for each of the fields; `codes` is a column for each code scheme. Each `yield` is a moment at
 * which requests may be served.
 */
export function* bankTable(
  country: SupportedCountry,
  { json }: BankRows,
  fields: readonly BankField[],
): Generator<void, Buffer> {
  const banks: Bank[] = []
  const used = new Set<string>()
  for (const batch of banksIn(json)) {
    for (const bank of batch) {
      banks.push(bank)
      for (const scheme of Object.keys(bank.codes)) used.add(scheme)
    }
    yield
  }
  const schemes = schemesOf(country, used)
  const columns = fields.flatMap((field) => (field === 'codes' ? schemes.map(schemeColumn) : columnOf(field)))
  const headers = columns.map(({ header }) => header).join(',')
  const pieces = [Buffer.from(`${byteOrderMark}${headers}\r\n`)]
  for (let at = 0; at < banks.length; at += rowsPerStep) {
    const rows = banks
      .slice(at, at + rowsPerStep)
      .map((bank) => columns.map(({ valuesOf, holdsCodes }) => cellOf(valuesOf(bank), holdsCodes)).join(','))
    pieces.push(Buffer.from(`${rows.join('\r\n')}\r\n`))
    yield
  }
  return Buffer.concat(pieces)
}

/** Those of the open banks in the country's order, whatever was chosen; then those that only other banks have. */
function schemesOf({ bank_codes }: SupportedCountry, used: ReadonlySet<string>): string[] {
  return [...new Set([...bank_codes.map(({ scheme }) => scheme), ...[...used].sort()])]
}

const schemeColumn = (scheme: string): Column => ({
  header: scheme,
  valuesOf: ({ codes }) => codes[scheme] ?? [],
  holdsCodes: true,
})

const codeFields: readonly BankField[] = ['code', 'bic', 'lei', 'ussd']

function columnOf(field: Exclude<BankField, 'codes'>): Column {
  const valuesOf = ({ [field]: value }: Bank): readonly string[] => (value === null ? [] : [value].flat())
  return { header: field, valuesOf, holdsCodes: codeFields.includes(field) }
}

/** The values as one cell. Who reads it drops the apostrophe that the cell, or what follows a semicolon, begins with. */
export function cellOf(values: readonly string[], holdsCodes: boolean): string {
  if (values.length === 0) return ''
  const text = values.map((value) => markText(value, holdsCodes)).join('; ')
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * An apostrophe goes before each part that could be taken for something else. A part, not the value: where the list
 * separator is the semicolon, as in most of Europe, a spreadsheet breaks the line there, quotes or not.
 */
function markText(value: string, holdsCodes: boolean): string {
  const mark = (part: string): string => (!holdsCodes && isPlainlyText(part) ? part : `'${part}`)
  if (!partBreak.test(value)) return mark(value)
  return value
    .split(partBreak)
    .map((part, index) => (index % 2 === 0 ? mark(part) : part))
    .join('')
}

/** In brackets, so that the breaks are kept. */
const partBreak = /([;\t\r\n]\s*)/

/**
 * A text that begins with a letter and has no digit is no formula, number, date or sum of money; only a truth value may
 * it be. Ids, names of schemes and web addresses are nothing else either, and are what programs look for.
 */
const isPlainlyText = (part: string): boolean =>
  (/^\p{L}\P{N}*$/u.test(part) && !/^(true|false)$/i.test(part)) ||
  /^https?:\/\//.test(part) ||
  /^[a-z]{2}[-_][a-z0-9_-]*[a-z]{2}[a-z0-9_-]*$/.test(part)
