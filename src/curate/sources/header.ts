/** The rows of a table below its header: by the names of their columns, each with as many cells as the header. */
import type { Row } from './delimited.ts'
import { UnusableFile } from './official.ts'

export interface NamedRow<Column extends string> {
  line: number
  cells: Record<Column, string>
}

/** Lines before the header, as notices and dates, are passed over; after more than these, it does not come. */
const linesBeforeMax = 20

/** A notice or a date has fewer, a row of a table hardly ever. */
const cellsOfRow = 3

/**
 * The header must begin with all the columns, in this order. Publishers add columns behind; a column that moved or is
 * called otherwise may mean something else now, and is for a person to look at. `cellsPerRow`: where it
 * is not what the header has.
 */
export async function* rowsBelow<Column extends string>(
  rows: AsyncIterable<Row>,
  columns: readonly Column[],
  cellsPerRow?: number,
): AsyncGenerator<NamedRow<Column>, void, undefined> {
  const named = columns.findIndex((column) => column !== '')
  const awaited = `header that has ${JSON.stringify(columns[named])} as column ${named + 1}`
  let width = 0
  let line = 1
  let empty = true
  for await (const row of rows) {
    line = row.line
    if (width === 0) {
      if (row.cells[named]?.trim() === columns[named]) width = checkHeader(row, columns, cellsPerRow)
      else if (isLikeRow(row, columns.length)) throw beforeHeader(line, awaited)
      else if (line > linesBeforeMax) break
      continue
    }
    empty = false
    if (row.cells.length !== width) {
      const found = `the row has ${row.cells.length} cells, and every row has ${width}`
      throw UnusableFile.at(line, `${found}; the file was cut off or edited: fetch it again`)
    }
    const cells = {} as Record<Column, string>
    for (let at = 0; at < columns.length; at++) cells[columns[at] as Column] = row.cells[at] as string
    yield { line, cells }
  }
  if (width === 0) {
    throw UnusableFile.at(Math.min(line, linesBeforeMax), `up to here there is no ${awaited}; fetch the file again`)
  }
  if (empty) throw UnusableFile.at(line, 'no row follows the header; the file was cut off: fetch it again')
}

function isLikeRow({ cells }: Row, columns: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '').length
  return cells.length >= columns && filled >= Math.min(cellsOfRow, columns)
}

function beforeHeader(line: number, awaited: string): UnusableFile {
  const found = `a row of the table stands before the ${awaited}`
  return UnusableFile.at(line, `${found}; rows were moved or the header was changed: fetch the file again`)
}

function checkHeader({ line, cells }: Row, columns: readonly string[], cellsPerRow = cells.length): number {
  for (const [at, column] of columns.entries()) {
    const found = cells[at]?.trim()
    if (found === column) continue
    const what = found === undefined ? `ends before ${JSON.stringify(column)}` : `has ${JSON.stringify(found)}`
    const expected = `where the published one has ${JSON.stringify(column)} as column ${at + 1}`
    throw UnusableFile.at(line, `the header ${what} ${expected}; if the publisher changed it, this reader must follow`)
  }
  return cellsPerRow
}
