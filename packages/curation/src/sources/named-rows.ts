/**
 * Reads the rows of a table in the file format that `official-files.json` specifies: finds the header, and yields the
 * cells of each row below it by column name.
 */
import { delimitedRows, type Row } from '../../../../src/spreadsheets/delimited.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { xlsxRows } from '../../../../src/spreadsheets/xlsx-reader.ts'
import { findMisreadBytes } from './encoding-damage.ts'
import { linesOf } from './lines.ts'
import type { TableForm } from './official-facts.ts'

export interface NamedRow<Column extends string> {
  line: number
  cells: Record<Column, string>
}

/** Maximum number of lines to search for the header. Lines before it, such as notices and dates, are skipped. */
const linesBeforeMax = 20

/**
 * A line before the header with at least this many filled cells is probably a row of the table, not a notice or date.
 */
const filledCellsMin = 3

/**
 * Yields the rows below the header, which must start with all of `columns` in this order. An appended column is
 * harmless, but a moved or renamed column may have a new meaning, so it is an error that a person must look into.
 * `cellsPerRow` is the number of cells in each row, if it differs from the number in the header.
 */
export async function* rowsBelow<Column extends string>(
  rows: AsyncIterable<Row>,
  columns: readonly Column[],
  cellsPerRow?: number,
): AsyncGenerator<NamedRow<Column>, void, undefined> {
  const firstNamed = columns.findIndex((column) => column !== '')
  const expected = `header with ${JSON.stringify(columns[firstNamed])} in column ${firstNamed + 1}`
  let width = 0
  let line = 1
  let empty = true
  for await (const row of rows) {
    line = row.line
    if (width === 0) {
      if (isHeader(row, columns, firstNamed)) width = checkHeader(row, columns, cellsPerRow)
      else if (looksLikeRow(row, columns.length)) throw rowBeforeHeader(line, expected)
      else if (line > linesBeforeMax) break
      continue
    }
    empty = false
    if (row.cells.length !== width) {
      const found = `the row has ${row.cells.length} cells instead of ${width}`
      throw UnusableFile.at(line, `${found}; the file was truncated or edited: fetch it again`)
    }
    const cells = {} as Record<Column, string>
    for (let at = 0; at < columns.length; at++) cells[columns[at] as Column] = row.cells[at] as string
    yield { line, cells }
  }
  if (width === 0) {
    throw UnusableFile.at(
      Math.min(line, linesBeforeMax),
      `no ${expected} was found up to this line; fetch the file again`,
    )
  }
  if (empty) throw UnusableFile.at(line, 'no row follows the header; the file was truncated: fetch it again')
}

/**
 * Returns whether a row is the header: its first named column matches, or at least half of its cells are known column
 * names. Half is enough, so that a header with renamed columns is recognised and the error can name the difference.
 */
function isHeader({ cells }: Row, columns: readonly string[], firstNamed: number): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const known = filled.filter((cell) => columns.includes(cell)).length
  return cells[firstNamed]?.trim() === columns[firstNamed] || (filled.length > 1 && known >= filled.length / 2)
}

function looksLikeRow({ cells }: Row, columns: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '').length
  return cells.length >= columns && filled >= Math.min(filledCellsMin, columns)
}

function rowBeforeHeader(line: number, expected: string): UnusableFile {
  const found = `a row of the table comes before the ${expected}`
  const advice = 'rows were moved or the header was changed: fetch the file again'
  return UnusableFile.at(line, `${found}; ${advice}; if the publisher added a line here, update this reader`)
}

function checkHeader({ line, cells }: Row, columns: readonly string[], cellsPerRow = cells.length): number {
  for (const [at, column] of columns.entries()) {
    const found = cells[at]?.trim()
    if (found === column) continue
    const what = found === undefined ? `ends before ${JSON.stringify(column)}` : `has ${JSON.stringify(found)}`
    const expected = `where the published one has ${JSON.stringify(column)} in column ${at + 1}`
    const advice = 'fetch the file again; if the publisher changed it, update this reader'
    throw UnusableFile.at(line, `the header ${what} ${expected}; ${advice}`)
  }
  return cellsPerRow
}

/** Yields all rows of the table, including the header and the lines before it. */
export function allRows(form: TableForm, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Row> {
  return form === 'xlsx' ? undamagedRows(xlsxRows(bytes)) : delimitedRows(linesOf(bytes, form.encodings), form)
}

/** Checks the rows of a sheet for garbled text. `linesOf` checks the lines of a text. */
async function* undamagedRows(rows: AsyncIterable<Row>): AsyncGenerator<Row, void, undefined> {
  for await (const row of rows) {
    const damage = findMisreadBytes(row.cells.join(' ').replaceAll(/\s+/g, ' '))
    if (damage !== null) throw UnusableFile.at(row.line, `${damage}; fetch the file again`)
    yield row
  }
}
