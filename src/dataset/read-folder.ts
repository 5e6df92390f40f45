/**
 * Parses the tables, bank records and patterns of a data folder, and checks each on its own. Faults go to a callback:
 * the service throws the first one, and lint collects them all. A missing or unparsable table always throws, because
 * every bank that refers to it would look wrong.
 */
import { isUtf8 } from 'node:buffer'
import { type BankRecord, bankRecordSchema } from '../directory/records/bank-record.ts'
import type { CountryRecord } from '../directory/records/country-record.ts'
import type { Scheme } from '../directory/records/scheme.ts'
import { compilePattern } from '../identifiers/pattern-grammar.ts'
import type { DataFiles } from './data-files.ts'
import { DatasetError, type FileLocation, type ReportFault } from './dataset-error.ts'
import { parseJson } from './parse-json.ts'
import { createValidator, readLine, seeFields, type Validator } from './schema-check.ts'

/** Throws unless the file exists and is UTF-8. */
export function requireFile(files: DataFiles, file: string): Buffer {
  const bytes = files.get(file)
  if (!bytes) throw DatasetError.at({ file }, 'is missing')
  if (!isUtf8(bytes)) throw DatasetError.at({ file }, 'is not UTF-8')
  return bytes
}

export interface TableEntry<Row> {
  row: Row
  location: Required<FileLocation>
}

/**
 * Returns the entries of a JSON table that fit the schema, and reports the others. Each `id` or `code` must be unique.
 */
export function readTable<Row>(
  files: DataFiles,
  file: string,
  validate: Validator,
  report: ReportFault,
): TableEntry<Row>[] {
  const text = requireFile(files, file).toString()
  const rows = parseJson(text, { file })
  if (!Array.isArray(rows)) throw DatasetError.at({ file }, 'is not a list')
  const lineOf = createLineFinder(text)
  const seen = new Set<string>()
  const entries: TableEntry<Row>[] = []
  for (const [index, row] of rows.entries()) {
    const id: unknown = row?.id ?? row?.code
    const entry = String(id ?? `entry ${index + 1}`)
    const location = { file, line: lineOf(id ?? row?.first ?? row?.country), entry }
    const reason = seen.has(entry) ? 'appears twice' : validate(row)
    seen.add(entry)
    if (reason === undefined) entries.push({ row, location })
    else report({ location, reason, fix: reason === 'appears twice' ? 'remove one of the two' : seeFields })
  }
  return entries
}

/** Finds the line number of a value. Each search continues from the previous match, so search in file order. */
function createLineFinder(text: string): (value: unknown) => number {
  let [offset, line] = [0, 1]
  return (value) => {
    const found = text.indexOf(JSON.stringify(String(value)), offset)
    while (offset < found) if (text.charCodeAt(offset++) === 10) line++
    return line
  }
}

const validateBank = createValidator(bankRecordSchema)

export const readBank = (text: string, location: FileLocation, report: ReportFault): BankRecord | undefined =>
  readLine(text, location, validateBank, report)

/** Compiles the code patterns, and returns them by scheme id. Also checks the account number patterns of countries. */
export function compilePatterns(
  schemes: TableEntry<Scheme>[],
  countries: TableEntry<CountryRecord>[],
  report: ReportFault,
): Map<string, RegExp> {
  const patterns = new Map<string, RegExp>()
  const compile = (pattern: string, location: FileLocation, label: string): RegExp | undefined => {
    try {
      return compilePattern(pattern)
    } catch (error) {
      const reason = `${label} is not in the allowed subset of regular expressions (${(error as Error).message})`
      report({ location, reason, fix: 'data/README.md describes the subset' })
    }
  }
  for (const { row, location } of schemes) {
    const pattern = compile(row.pattern, location, 'its pattern')
    if (pattern) patterns.set(row.id, pattern)
  }
  for (const { row, location } of countries)
    compile(row.account_number.pattern, location, 'the pattern of its account numbers')
  return patterns
}
