/** The rows of a table below its header: by the names of their columns, each with as many cells as the header. */
import type { Row } from './delimited.ts'
import { UnusableFile } from './source-file.ts'

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
      if (isHeader(row, columns, named)) width = checkHeader(row, columns, cellsPerRow)
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

/** Also one of which a column was renamed: half of its cells are enough to say what differs. */
function isHeader({ cells }: Row, columns: readonly string[], named: number): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const known = filled.filter((cell) => columns.includes(cell)).length
  return cells[named]?.trim() === columns[named] || (filled.length > 1 && known >= filled.length / 2)
}

function isLikeRow({ cells }: Row, columns: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '').length
  return cells.length >= columns && filled >= Math.min(cellsOfRow, columns)
}

function beforeHeader(line: number, awaited: string): UnusableFile {
  const found = `a row of the table stands before the ${awaited}`
  const mend = 'rows were moved or the header was changed: fetch the file again'
  return UnusableFile.at(
    line,
    `${found}; ${mend}; if the publisher put a line of its own here, this reader must follow`,
  )
}

function checkHeader({ line, cells }: Row, columns: readonly string[], cellsPerRow = cells.length): number {
  for (const [at, column] of columns.entries()) {
    const found = cells[at]?.trim()
    if (found === column) continue
    const what = found === undefined ? `ends before ${JSON.stringify(column)}` : `has ${JSON.stringify(found)}`
    const expected = `where the published one has ${JSON.stringify(column)} as column ${at + 1}`
    const mend = 'fetch the file again; if the publisher changed it, this reader must follow'
    throw UnusableFile.at(line, `the header ${what} ${expected}; ${mend}`)
  }
  return cellsPerRow
}
