/**
 * Parses the tables, bank records and patterns of a data folder, and checks each on its own. Faults go to a callback:
 * the service throws the first one, and lint collects them all. A missing or unparsable table always throws, because
 * every bank that refers to it would look wrong.
 */
import { isUtf8 } from 'node:buffer'
import type { CountryRecord } from '../directory/records/country-record.ts'
import type { Scheme } from '../directory/records/scheme.ts'
import { compilePattern } from '../identifiers/pattern-grammar.ts'
import type { DataFiles } from './data-files.ts'
import { DatasetError, type FileLocation, type ReportFault } from './dataset-error.ts'
import type { Validator } from './schema-check.ts'

const seeFields = 'see the table of fields in data/README.md'

/** Throws `DatasetError` if the text is not JSON: the error of `JSON.parse` does not name the file. */
export function parseJson(text: string, location: FileLocation): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw DatasetError.at(location, notJson(error))
  }
}

const notJson = (error: unknown): string => `is not JSON (${(error as Error).message})`

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

/** Parses an object. `Value` is the type derived from the schema. */
export function readObject<Value>(text: string, location: FileLocation, validate: Validator): Value {
  const value = parseJson(text, location)
  const reason = validate(value)
  if (reason !== undefined) throw DatasetError.at(location, reason)
  return value as Value
}

/**
 * Parses one line of a JSONL file. If it is not JSON or does not fit the schema, reports that and returns undefined.
 */
export function readLine<Row>(
  text: string,
  location: FileLocation,
  validate: Validator,
  report: ReportFault,
): Row | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    report({ location, reason: notJson(error), fix: 'look for a missing quote, comma or bracket' })
    return
  }
  const reason = validate(value)
  if (reason === undefined) return value as Row
  report({ location, reason, fix: seeFields })
}

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
