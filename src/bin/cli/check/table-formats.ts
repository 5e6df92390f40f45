/** Reads the rows of a file, and writes them back with more columns: CSV, JSON lines or a sheet of an XLSX file. */

import { excerpt } from '../../../dataset/dataset-error.ts'
import type { Line } from '../../../spreadsheets/delimited.ts'
import { delimitedRows } from '../../../spreadsheets/delimited.ts'
import { Failure } from '../command.ts'
import { linesOf } from '../text-lines.ts'
import { escapeFormula, quoted } from './csv-cells.ts'

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
  /** How an error message names the table. */
  name: string
  /** The names that added columns cannot have. */
  takenNames: ReadonlySet<string>
  /** The first line of the output. */
  head(added: readonly string[]): string
  rows: AsyncIterable<TableRow>
}

/** The name of the sheet that is read by default. */
export const firstSheet = 'The first sheet of the file'

/** An XLSX file is read into memory as a whole. */
const sheetRowsMax = 100_000

interface TableOptions {
  /** Write cells of a CSV file as they are, even if a spreadsheet could run them as formulas. */
  isRaw: boolean
  /** The name of the sheet in an XLSX file. Default: the first one. */
  sheet?: string | undefined
  /** The encoding of a text file. Default: UTF-8, or UTF-16 with a byte order mark. */
  encoding?: string | undefined
}

export type OpenTable = (bytes: AsyncIterable<Uint8Array>, options: TableOptions) => Promise<Table>

/** A file that starts with `{` is read as JSON lines, any other file as CSV. */
export const openText: OpenTable = async (bytes, { isRaw, encoding }) => {
  const lines = linesOf(bytes, { fatal: true, encoding })
  const { value: first, done } = await lines.next()
  if (done) throw new Failure('The file is empty.')
  if (/^\s*\[\s*(?:\{|$)/.test(first.text))
    throw new Failure('The file is a JSON array; write one JSON object per line instead.')
  const all = startWith(first, lines)
  return first.text.trimStart().startsWith('{') ? jsonTable(first, all) : csvTable(first.text, all, isRaw)
}

export const openSheet: OpenTable = async (bytes, { isRaw, sheet }) => {
  // Imported here, because few files are XLSX.
  const { xlsxRows } = await import('../../../spreadsheets/xlsx-reader.ts')
  const table = await delimitedTable(',', limited(xlsxRows(bytes, sheet)), isRaw)
  return { ...table, name: sheet === undefined ? firstSheet : `The sheet "${excerpt(sheet)}"` }
}

async function* limited<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let count = 0
  for await (const row of rows) {
    if (++count > sheetRowsMax + 1) throw new Failure(`An XLSX file can have ${sheetRowsMax} rows; save it as CSV.`)
    yield row
  }
}

async function* startWith<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
  yield first
  yield* rest
}

function csvTable(header: string, lines: AsyncIterable<Line>, isRaw: boolean): Promise<Table> {
  const unquoted = header.replaceAll(/"[^"]*"/g, '')
  const delimiter = [...'\t;'].find((one) => unquoted.includes(one)) ?? ','
  return delimitedTable(delimiter, delimitedRows(lines, { delimiter, quotes: true }), isRaw)
}

async function delimitedTable(
  delimiter: string,
  rows: AsyncGenerator<{ line: number; cells: string[] }>,
  isRaw: boolean,
): Promise<Table> {
  const { value: first, done } = await rows.next()
  if (done) throw new Failure('The file is empty.')
  const columns = first.cells
  const names = columns.map((name) => name.trim())
  const positions = positionsOf(names)
  const write = (cells: readonly string[]): string =>
    `${cells.map((cell) => quoted(isRaw ? cell : escapeFormula(cell), delimiter)).join(delimiter)}\n`
  /** Returns a cell for each column, so that the added columns line up with the header. */
  const aligned = (line: number, cells: readonly string[]): string[] => {
    if (cells.slice(columns.length).some((cell) => cell !== ''))
      throw new Failure(`Line ${line} has ${cells.length} cells, but the first line has ${columns.length}.`)
    return columns.map((_, at) => cells[at] ?? '')
  }
  return {
    columns: names,
    name: 'The file',
    takenNames: new Set(names),
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

/** Rejects two columns of one name: another program could take the column that was not checked. */
function positionsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  for (const [at, name] of names.entries()) {
    if (positions.has(name) && name !== '') {
      const same = names.flatMap((one, other) => (one === name ? other + 1 : []))
      throw new Failure(
        `Several columns are named "${excerpt(name)}": ${excerpt(same.join(', '))}. Rename all but one.`,
      )
    }
    positions.set(name, at)
  }
  return positions
}

/** The keys of the first row decide the names of the added columns, because the other rows are not read yet. */
const jsonTable = async (first: Line, lines: AsyncIterable<Line>): Promise<Table> => ({
  columns: null,
  name: 'The file',
  takenNames: new Set(Object.keys(parseObject(first.text, first.number))),
  head: () => '',
  rows: mapRows(lines, ({ number, text }) => {
    if (text.trim() === '') return null
    const row = parseObject(text, number)
    return {
      valueOf: (column) => toText(row[column]),
      write: (added) => {
        const twice = Object.keys(added).find((name) => Object.hasOwn(row, name))
        if (twice !== undefined)
          throw new Failure(`Line ${number} has "${twice}", the name of an added column; rename it.`)
        return formatObject({ ...row, ...added }, number)
      },
    }
  }),
})

/** JSON.parse reads any depth, but JSON.stringify is recursive. */
function formatObject(row: object, line: number): string {
  try {
    return `${JSON.stringify(row)}\n`
  } catch (error) {
    throw error instanceof RangeError ? new Failure(`Line ${line} has JSON that is nested too deeply.`) : error
  }
}

/** Returns a table that writes its rows as JSON lines, whatever format it was read from. */
export function asJsonLines(table: Table): Table {
  const { columns } = table
  if (columns === null) return table
  if (columns.indexOf('') !== columns.lastIndexOf(''))
    throw new Failure('Several columns have no name, which --json needs; name them in the first line.')
  return {
    ...table,
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
    // Reported below, with the line number.
  }
  throw new Failure(`Line ${line} is not a JSON object.`)
}

/** A number has lost its leading zeros. The check adds those of a bank code; otherwise it says that the text is wrong. */
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
