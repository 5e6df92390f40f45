/** Parses delimited text such as CSV, with or without quoted cells. */

import { UnusableFile } from './unusable-file.ts'

export interface Line {
  number: number
  text: string
}

export interface Row {
  /** The line where the row starts. */
  line: number
  cells: string[]
}

export interface Dialect {
  /**
   * The delimiter, or several candidates. The first candidate that occurs in the first line is used or, if none does,
   * the last one.
   */
  delimiter: string
  /**
   * Whether cells can be quoted, with inner quotation marks doubled. If not, quotation marks are ordinary characters.
   */
  quotes: boolean
}

interface OpenRow extends Row {
  /** The start of a quoted cell that continues on the next line. Null if the row is complete. */
  openCell: string | null
  lines: number
  length: number
}

/** If a row is still open after this many lines or characters, a closing quotation mark must be missing. */
const linesPerRowMax = 20
const openRowLengthMax = 1024 * 1024

export async function* delimitedRows(
  lines: AsyncIterable<Line>,
  { delimiter: candidates, quotes }: Dialect,
): AsyncGenerator<Row, void, undefined> {
  let delimiter = ''
  let open: OpenRow | null = null
  for await (const { number, text } of lines) {
    delimiter ||= [...candidates].find((one) => text.includes(one)) ?? candidates.slice(-1)
    if (!open && !(quotes && text.includes('"'))) {
      yield { line: number, cells: text.split(delimiter) }
      continue
    }
    open ??= { line: number, cells: [], openCell: null, lines: 0, length: 0 }
    open.lines++
    open.length += text.length
    addCells(open, text, delimiter)
    if (open.openCell === null) {
      yield { line: open.line, cells: open.cells }
      open = null
    } else if (open.lines >= linesPerRowMax || open.length > openRowLengthMax) throw unclosed(open.line)
  }
  if (open) throw unclosed(open.line)
}

const unclosed = (line: number): UnusableFile =>
  UnusableFile.at(
    line,
    'a quotation mark opens here and is never closed; the file was truncated or edited: fetch it again',
  )

/** Adds the cells of a line to its row. Each line is read once, so a row of many long lines takes linear time. */
function addCells(row: OpenRow, text: string, delimiter: string): void {
  let at = 0
  while (at <= text.length) {
    if (row.openCell === null && text[at] !== '"') {
      const end = text.indexOf(delimiter, at)
      row.cells.push(text.slice(at, end === -1 ? undefined : end))
      if (end === -1) return
      at = end + 1
      continue
    }
    const from = row.openCell === null ? at + 1 : at
    let end = text.indexOf('"', from)
    while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
    const part = text.slice(from, end === -1 ? undefined : end).replaceAll('""', '"')
    const cell: string = row.openCell === null ? part : `${row.openCell}\n${part}`
    row.openCell = end === -1 ? cell : null
    if (end === -1) return
    row.cells.push(cell)
    if (end + 1 === text.length) return
    if (text[end + 1] !== delimiter) {
      throw UnusableFile.at(
        row.line,
        `text follows the closing quotation mark of cell ${row.cells.length}; fetch the file again`,
      )
    }
    at = end + 2
  }
}
