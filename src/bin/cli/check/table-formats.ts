/** Reads the rows of a file, and writes them back with more columns: CSV, JSON lines or the first sheet of an XLSX file. */
import { delimitedRows } from '../../../curate/sources/delimited.ts'
import type { Line } from '../../../curate/sources/lines.ts'
import { Failure } from '../command.ts'

/** Columns that the command adds, by name. */
export type AddedColumns = Readonly<Record<string, string>>

export interface TableRow {
  /** Returns undefined if the row has no such column. */
  valueOf(column: string): string | undefined
  /** Returns the row as it was, with the added columns at its end. */
  write(added: AddedColumns): string
}

export interface Table {
  /** Null if rows can have different columns. */
  columns: readonly string[] | null
  /** The first line of the output. */
  head(added: readonly string[]): string
  rows: AsyncIterable<TableRow>
}

/** An XLSX file is read into memory as a whole. */
const sheetRowsMax = 100_000

/** `bytes`: the contents of a text file. A file that starts with `{` has JSON lines, any other one is CSV. */
export async function openText(bytes: AsyncIterable<Uint8Array>): Promise<Table> {
  const lines = linesOf(bytes)
  const { value: first, done } = await lines.next()
  if (done) throw new Failure('The file is empty.')
  if (/^\s*\[\s*(?:\{|$)/.test(first.text))
    throw new Failure('The file is a JSON array; write one JSON object per line instead.')
  const all = startWith(first, lines)
  return first.text.trimStart().startsWith('{') ? jsonTable(all) : csvTable(first.text, all)
}

export async function openSheet(bytes: AsyncIterable<Uint8Array>): Promise<Table> {
  // Imported here, because few files are XLSX.
  const { xlsxRows } = await import('../../../curate/sources/xlsx.ts')
  return delimitedTable(',', limited(xlsxRows(bytes)))
}

async function* limited<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let count = 0
  for await (const row of rows) {
    if (++count > sheetRowsMax + 1) throw new Failure(`An XLSX file can have ${sheetRowsMax} rows; save it as CSV.`)
    yield row
  }
}

/**
 * Splits UTF-8 text at line feeds. The last line need not end with one. Fails on any other encoding, because the rows are
 * written back and their names would be damaged.
 */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new Failure('The file is not UTF-8; in a spreadsheet, save it as "CSV UTF-8".')
    }
  }
  let rest = ''
  let number = 0
  const lineOf = (text: string): Line => ({ number: ++number, text: text.endsWith('\r') ? text.slice(0, -1) : text })
  for await (const chunk of bytes) {
    const texts = (rest + decode(chunk)).split('\n')
    rest = texts.pop() as string
    for (const text of texts) yield lineOf(text)
  }
  rest += decode()
  if (rest !== '') yield lineOf(rest)
}

async function* startWith<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
  yield first
  yield* rest
}

function csvTable(header: string, lines: AsyncIterable<Line>): Promise<Table> {
  const unquoted = header.replaceAll(/"[^"]*"/g, '')
  const delimiter = [...'\t;'].find((one) => unquoted.includes(one)) ?? ','
  return delimitedTable(delimiter, delimitedRows(lines, { delimiter, quotes: true }))
}

async function delimitedTable(
  delimiter: string,
  rows: AsyncGenerator<{ line: number; cells: string[] }>,
): Promise<Table> {
  const { value: first, done } = await rows.next()
  if (done) throw new Failure('The file is empty.')
  const columns = first.cells
  const positions = new Map(columns.map((name, at) => [name.trim(), at]))
  const write = (cells: readonly string[]): string =>
    `${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\n`
  /** Returns a cell for each column, so that the added columns are where the head says. */
  const aligned = (line: number, cells: readonly string[]): string[] => {
    if (cells.slice(columns.length).some((cell) => cell !== ''))
      throw new Failure(`Line ${line} has ${cells.length} cells, but the first line has ${columns.length}.`)
    return columns.map((_, at) => cells[at] ?? '')
  }
  return {
    columns: [...positions.keys()],
    head: (added) => write([...columns, ...added]),
    rows: mapRows(rows, ({ line, cells }) =>
      // A line feed at the end of the file is an empty row.
      cells.length === 1 && cells[0] === ''
        ? null
        : {
            valueOf: (column) => cells[positions.get(column) ?? -1],
            write: (added) => write([...aligned(line, cells), ...Object.values(added)]),
          },
    ),
  }
}

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const jsonTable = async (lines: AsyncIterable<Line>): Promise<Table> => ({
  columns: null,
  head: () => '',
  rows: mapRows(lines, ({ number, text }) => {
    if (text.trim() === '') return null
    const row = parseObject(text, number)
    return {
      valueOf: (column) => toText(row[column]),
      write: (added) => `${JSON.stringify({ ...row, ...added })}\n`,
    }
  }),
})

/** Returns a table that writes its rows as JSON lines, whatever format it was read from. */
export function asJsonLines(table: Table): Table {
  const { columns } = table
  if (columns === null) return table
  return {
    columns,
    head: () => '',
    rows: mapRows(table.rows, (row) => ({
      ...row,
      write: (added) => {
        const cells = columns.map((column) => [column, row.valueOf(column) ?? ''])
        return `${JSON.stringify({ ...Object.fromEntries(cells), ...added })}\n`
      },
    })),
  }
}

function parseObject(text: string, line: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Reported below, with the number of the line.
  }
  throw new Failure(`Line ${line} is not a JSON object.`)
}

/** A number has lost its leading zeros, so its text may be wrong; the check then says so. */
const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

async function* mapRows<Row>(
  rows: AsyncIterable<Row>,
  toRow: (row: Row) => TableRow | null,
): AsyncGenerator<TableRow, void, undefined> {
  for await (const row of rows) {
    const mapped = toRow(row)
    if (mapped) yield mapped
  }
}
