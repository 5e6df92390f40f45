/** Tables of bank codes that need nothing but a map: which column has the code, the name and the BIC. */
import { check as checkCode } from '../../identifiers/bank-code.ts'
import { type Dialect, delimitedRows, type Row } from './delimited.ts'
import type { Encoding } from './encodings.ts'
import { rowsBelow } from './header.ts'
import { linesOf } from './lines.ts'
import { type Claim, type ClaimedCode, type OfficialFile, UnusableFile } from './official.ts'
import { bic as checkedBic, lei as checkedLei, fit, known, tidy, unique } from './row-checks.ts'
import { xlsxRows } from './xlsx.ts'

/** `Column` is the name of a column in the header. */
export interface TableMap<Column extends string> extends Omit<OfficialFile, 'read'> {
  form: 'xlsx' | (Dialect & { encodings: readonly Encoding[] })
  /** The header must begin so. Columns behind are ignored. */
  columns: readonly Column[]
  /** Where rows do not have as many cells as the header. */
  cellsPerRow?: number
  country: string | ((cells: Record<Column, string>) => string)
  /** What must hold of every row, also of those that are passed over. */
  checks?: readonly { column: Column; pattern: RegExp; expected: string }[]
  /** Rows that are about no bank. */
  passOver?: (cells: Record<Column, string>) => boolean
  /** None where the list has BICs only. */
  code?: {
    scheme: string | ((cells: Record<Column, string>) => string)
    column: Column
    /** Spreadsheets take the leading zeros of numbers away; they are put back up to this length. */
    digits?: number
    /** A code that stands in several rows. */
    repeats?: boolean
    /** What is made of the cell where it is not the code as it stands. */
    from?: (cell: string) => string
  }
  /** Of several, the first that has a value: lists in more than one language leave some empty. */
  names: readonly Column[]
  city?: Column
  bic?: { column: Column; none?: RegExp }
  lei?: Column
}

export function tableFile<Column extends string>(map: TableMap<Column>): OfficialFile {
  const { name, source, completeFor, rowsMin } = map
  return { name, source, completeFor, rowsMin, read: (bytes) => read(map, bytes) }
}

async function* read<Column extends string>(
  map: TableMap<Column>,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Claim, void, undefined> {
  const once = unique(map.code?.column ?? '')
  for await (const { line, cells } of rowsBelow(filledRows(map, bytes), map.columns, map.cellsPerRow)) {
    for (const { column, pattern, expected } of map.checks ?? []) fit(line, column, cells[column], pattern, expected)
    if (map.passOver?.(cells)) continue
    const codes = codeOf(map, line, cells)
    for (const { value } of map.code?.repeats ? [] : codes) once(line, value)
    yield {
      line,
      country: typeof map.country === 'string' ? map.country : map.country(cells),
      ...known({
        name: nameOf(map, line, cells),
        city: map.city && tidy(cells[map.city]),
        bic: bicOf(map, line, cells),
        lei: map.lei && cells[map.lei].trim() && checkedLei(line, map.lei, cells[map.lei].trim()),
      }),
      codes,
    }
  }
}

/** Rows of nothing stand at the end of many tables, and between their parts. */
async function* filledRows<Column extends string>(
  { form, columns, cellsPerRow }: TableMap<Column>,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Row, void, undefined> {
  const rows = form === 'xlsx' ? xlsxRows(bytes) : delimitedRows(linesOf(bytes, form.encodings), form)
  const width = cellsPerRow ?? columns.length
  for await (const row of rows) {
    if (row.cells.every((cell) => cell.trim() === '')) continue
    // A sheet has no cells where nothing stands, so that rows are as long as their last value.
    yield form === 'xlsx' ? { line: row.line, cells: filled(row.cells, width) } : row
  }
}

const filled = (cells: string[], width: number): string[] => Array.from({ length: width }, (_, at) => cells[at] ?? '')

function codeOf<Column extends string>(
  { code }: TableMap<Column>,
  line: number,
  cells: Record<Column, string>,
): ClaimedCode[] {
  if (!code) return []
  const scheme = typeof code.scheme === 'string' ? code.scheme : code.scheme(cells)
  const cell = cells[code.column].trim()
  const value = (code.from ? code.from(cell) : cell).padStart(cell === '' ? 0 : (code.digits ?? 0), '0')
  const verdict = checkCode(value, scheme)
  if (verdict.verdict !== 'refused' && verdict.canonical === value) return [{ scheme, value }]
  const why = verdict.verdict === 'refused' ? verdict.message : 'It is not written in one piece.'
  const found = `${code.column} is ${JSON.stringify(cells[code.column])}. ${why}`
  throw UnusableFile.at(line, `${found} If others follow, columns were moved or the file was cut off: fetch it again`)
}

function nameOf<Column extends string>(map: TableMap<Column>, line: number, cells: Record<Column, string>): string {
  const name = map.names.map((column) => tidy(cells[column])).find((text) => text !== '')
  return fit(line, map.names.join(' or '), name ?? '', /\p{L}/u, 'a name')
}

/** Some publishers set spaces between the parts of a BIC. */
function bicOf<Column extends string>(
  { bic }: TableMap<Column>,
  line: number,
  cells: Record<Column, string>,
): string | undefined {
  if (!bic) return undefined
  const value = cells[bic.column].replaceAll(/\s/g, '')
  return value === '' || bic.none?.test(value) ? undefined : checkedBic(line, bic.column, value)
}
