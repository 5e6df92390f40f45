/**
 * Reads tables of bank codes from a map of their columns (code, name, BIC and so on), so that they need no reader of
 * their own.
 */
import type { Scheme } from '../../../../src/directory/records/scheme.ts'
import { check as checkCode } from '../../../../src/identifiers/bank-code.ts'
import type { Row } from '../../../../src/spreadsheets/delimited.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { allRows, type NamedRow, rowsBelow } from './named-rows.ts'
import { type ColumnOf, columnsOf, factsOf, formOf, type TableName } from './official-facts.ts'
import type { Claim, ClaimedCode, OfficialFile } from './source-file.ts'
import {
  bic as checkedBic,
  lei as checkedLei,
  collapseSpaces,
  createUniqueCheck,
  requireMatch,
  withoutEmpty,
} from './source-row-checks.ts'

/** Describes a table. `Column` is the union of the column names in its header. */
interface TableMap<Column extends string> extends Pick<OfficialFile, 'foreignLetters'> {
  /** The number of cells in each row, if it differs from the number in the header. */
  cellsPerRow?: number
  country: string | ((cells: Record<Column, string>) => string)
  /** Checks to apply to every row, even if `skipRow` skips it. */
  checks?: readonly { column: Column; pattern: RegExp; expected: string }[]
  /** Returns true for rows that are not about a bank. */
  skipRow?: (cells: Record<Column, string>) => boolean
  /** Omitted if the list has only BICs. */
  code?: {
    scheme: string | ((cells: Record<Column, string>) => string)
    column: Column
    /** Length to pad codes to with leading zeros, which spreadsheets drop. */
    digits?: number
    /** Whether a code can occur in several rows. */
    repeats?: boolean
    /** Extracts the code from its cell, if the cell contains more than the code. */
    from?: (cell: string) => string
  }
  /**
   * The name is taken from the first of these columns that is not empty, because a list in several languages leaves
   * some empty.
   */
  names: readonly Column[]
  city?: Column
  bic?: { column: Column; none?: RegExp }
  lei?: Column
}

export function tableFile<Name extends TableName>(name: Name, map: TableMap<ColumnOf<Name>>): OfficialFile {
  const { foreignLetters = '' } = map
  const columns = columnsOf(name)
  return {
    ...factsOf(name),
    foreignLetters,
    read: (bytes, schemes) => {
      const filled = filledRows(name, map.cellsPerRow ?? columns.length, bytes)
      return claimsOf(map, rowsBelow(filled, columns, map.cellsPerRow), schemes)
    },
  }
}

async function* claimsOf<Column extends string>(
  map: TableMap<Column>,
  rows: AsyncIterable<NamedRow<Column>>,
  schemes: ReadonlyMap<string, Scheme>,
): AsyncGenerator<Claim, void, undefined> {
  const checkUnique = createUniqueCheck(map.code?.column ?? '')
  for await (const { line, cells } of rows) {
    for (const { column, pattern, expected } of map.checks ?? [])
      requireMatch(line, column, cells[column], pattern, expected)
    if (map.skipRow?.(cells)) continue
    const codes = codeOf(map, line, cells, schemes)
    for (const { value } of map.code?.repeats ? [] : codes) checkUnique(line, value)
    yield {
      line,
      country: typeof map.country === 'string' ? map.country : map.country(cells),
      ...withoutEmpty({
        name: nameOf(map, line, cells),
        city: map.city && collapseSpaces(cells[map.city]),
        bic: bicOf(map, line, cells),
        lei: map.lei && cells[map.lei].trim() && checkedLei(line, map.lei, cells[map.lei].trim()),
      }),
      codes,
    }
  }
}

/** Skips empty rows, which many tables have at the end and between sections. */
async function* filledRows(
  name: TableName,
  width: number,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Row, void, undefined> {
  for await (const row of allRows(name, bytes)) {
    if (row.cells.every((cell) => cell.trim() === '')) continue
    // Pad rows from a spreadsheet, which end at the last value because a spreadsheet does not store empty cells.
    yield formOf(name) === 'xlsx' ? { line: row.line, cells: filled(row.cells, width) } : row
  }
}

const filled = (cells: string[], width: number): string[] => Array.from({ length: width }, (_, at) => cells[at] ?? '')

function codeOf<Column extends string>(
  { code }: TableMap<Column>,
  line: number,
  cells: Record<Column, string>,
  schemes: ReadonlyMap<string, Scheme>,
): ClaimedCode[] {
  if (!code) return []
  const id = typeof code.scheme === 'string' ? code.scheme : code.scheme(cells)
  const scheme = schemes.get(id)
  if (!scheme) throw UnusableFile.at(line, `the data folder has no code scheme ${id}; add it to schemes.json`)
  const { column, from = (text) => text, digits = 0 } = code
  const cell = cells[column].trim()
  const value = from(cell).padStart(cell === '' ? 0 : digits, '0')
  const check = checkCode(value, scheme)
  if (check.passed && check.canonical === value) return [{ scheme: id, value }]
  const why = check.passed ? 'It is not in canonical form.' : check.message
  const found = `${column} is ${JSON.stringify(cells[column])}. ${why}`
  throw UnusableFile.at(
    line,
    `${found} If many rows fail, columns were moved or the file was truncated: fetch it again`,
  )
}

function nameOf<Column extends string>(
  { names }: TableMap<Column>,
  line: number,
  cells: Record<Column, string>,
): string {
  const name = names.map((column) => collapseSpaces(cells[column])).find((text) => text !== '') ?? ''
  return requireMatch(line, names.join(' or '), name, /\p{L}/u, 'a name')
}

/** Removes the spaces that some publishers put between the parts of a BIC. */
function bicOf<Column extends string>(
  { bic }: TableMap<Column>,
  line: number,
  cells: Record<Column, string>,
): string | undefined {
  const value = bic && cells[bic.column].replaceAll(/\s/g, '')
  return bic && value && !bic.none?.test(value) ? checkedBic(line, bic.column, value) : undefined
}
