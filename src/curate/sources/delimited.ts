/** Parses delimited text such as CSV, with or without quoted cells. */
import type { Line } from './lines.ts'
import { UnusableFile } from './source-file.ts'

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

interface OpenRow {
  line: number
  text: string
  lines: number
}

/**
 * A row with quoted cells can span up to this many lines. If it is longer, a closing quotation mark must be missing.
 */
const linesPerRowMax = 20

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
    open = open
      ? { line: open.line, text: `${open.text}\n${text}`, lines: open.lines + 1 }
      : { line: number, text, lines: 1 }
    const cells = quotedCells(open.text, delimiter, open.line)
    if (!cells && open.lines >= linesPerRowMax) throw unclosed(open.line)
    if (!cells) continue
    yield { line: open.line, cells }
    open = null
  }
  if (open) throw unclosed(open.line)
}

const unclosed = (line: number): UnusableFile =>
  UnusableFile.at(
    line,
    'a quotation mark opens here and is never closed; the file was truncated or edited: fetch it again',
  )

/** Returns null if the text ends inside a quoted cell. */
function quotedCells(text: string, delimiter: string, line: number): string[] | null {
  const cells: string[] = []
  let at = 0
  while (at <= text.length) {
    if (text[at] !== '"') {
      const end = text.indexOf(delimiter, at)
      cells.push(text.slice(at, end === -1 ? undefined : end))
      if (end === -1) return cells
      at = end + 1
      continue
    }
    let cell = ''
    let from = at + 1
    let end = text.indexOf('"', from)
    while (end !== -1 && text[end + 1] === '"') {
      cell += text.slice(from, end + 1)
      from = end + 2
      end = text.indexOf('"', from)
    }
    if (end === -1) return null
    cells.push(cell + text.slice(from, end))
    if (end + 1 === text.length) return cells
    if (text[end + 1] !== delimiter) {
      throw UnusableFile.at(
        line,
        `text follows the closing quotation mark of cell ${cells.length}; fetch the file again`,
      )
    }
    at = end + 2
  }
  return cells
}
