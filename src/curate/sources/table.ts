/** Tables of bank codes that need nothing but a map: which column has the code, the name and the BIC. */
import type { Scheme } from '../../directory/records/scheme.ts'
import { check as checkCode } from '../../identifiers/bank-code.ts'
import { type Dialect, delimitedRows, type Row } from './delimited.ts'
import type { Encoding } from './encodings.ts'
import { rowsBelow } from './header.ts'
import { linesOf } from './lines.ts'
import { bic as checkedBic, lei as checkedLei, fit, known, tidy, unique } from './row-checks.ts'
import { inSomeOrder, type OrderKey } from './shuffle-check.ts'
import { type Claim, type ClaimedCode, type OfficialFile, UnusableFile } from './source-file.ts'
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
  const { name, source, completeFor, rowsMin, strangeLetters = '' } = map
  return { name, source, completeFor, rowsMin, strangeLetters, read: (bytes, schemes) => read(map, bytes, schemes) }
}

async function* read<Column extends string>(
  map: TableMap<Column>,
  bytes: AsyncIterable<Uint8Array>,
  schemes: ReadonlyMap<string, Scheme>,
): AsyncGenerator<Claim, void, undefined> {
  const once = unique(map.code?.column ?? '')
  const rows = rowsBelow(filledRows(map, bytes), map.columns, map.cellsPerRow)
  for await (const { line, cells } of inSomeOrder(rows, orderKeys(map))) {
    for (const { column, pattern, expected } of map.checks ?? []) fit(line, column, cells[column], pattern, expected)
    if (map.passOver?.(cells)) continue
    const codes = codeOf(map, line, cells, schemes)
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

/** How a publisher sorts its table is not known: by one of these, as far as lists of banks go. */
function orderKeys<Column extends string>(map: TableMap<Column>): OrderKey<Column>[] {
  const { code, names, bic } = map
  const keys: OrderKey<Column>[] = [{ name: names[0] as Column, value: (cells) => nameText(map, cells) }]
  if (code) keys.unshift({ name: code.column, value: (cells) => codeText(code, cells) })
  if (bic && bic.column !== code?.column) {
    keys.push({ name: tidy(bic.column), value: (cells) => bicText(bic, cells) })
  }
  return keys
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
  schemes: ReadonlyMap<string, Scheme>,
): ClaimedCode[] {
  if (!code) return []
  const id = typeof code.scheme === 'string' ? code.scheme : code.scheme(cells)
  const scheme = schemes.get(id)
  if (!scheme) throw UnusableFile.at(line, `the data folder has no code scheme ${id}; add it to schemes.json`)
  const value = codeText(code, cells)
  const check = checkCode(value, scheme)
  if (check.passed && check.canonical === value) return [{ scheme: id, value }]
  const why = check.passed ? 'It is not written in one piece.' : check.message
  const found = `${code.column} is ${JSON.stringify(cells[code.column])}. ${why}`
  throw UnusableFile.at(line, `${found} If others follow, columns were moved or the file was cut off: fetch it again`)
}

function codeText<Column extends string>(
  { column, from, digits = 0 }: NonNullable<TableMap<Column>['code']>,
  cells: Record<Column, string>,
): string {
  const cell = cells[column].trim()
  return (from ? from(cell) : cell).padStart(cell === '' ? 0 : digits, '0')
}

function nameOf<Column extends string>(map: TableMap<Column>, line: number, cells: Record<Column, string>): string {
  return fit(line, map.names.join(' or '), nameText(map, cells), /\p{L}/u, 'a name')
}

const nameText = <Column extends string>({ names }: TableMap<Column>, cells: Record<Column, string>): string =>
  names.map((column) => tidy(cells[column])).find((text) => text !== '') ?? ''

function bicOf<Column extends string>(
  { bic }: TableMap<Column>,
  line: number,
  cells: Record<Column, string>,
): string | undefined {
  const value = bic && bicText(bic, cells)
  return bic && value && checkedBic(line, bic.column, value)
}

/** Some publishers set spaces between the parts of a BIC. Empty where there is none. */
function bicText<Column extends string>(
  { column, none }: NonNullable<TableMap<Column>['bic']>,
  cells: Record<Column, string>,
): string {
  const value = cells[column].replaceAll(/\s/g, '')
  return none?.test(value) ? '' : value
}
