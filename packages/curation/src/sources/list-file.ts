/**
 * Reads a list of banks row by row, in the form and with the columns that `official-files.json` has for it. The reader of
 * a list says only what a row claims.
 */
import type { Row } from '../../../../src/spreadsheets/delimited.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { linesOf } from './lines.ts'
import { allRows, type NamedRow, rowsBelow } from './named-rows.ts'
import { type ColumnOf, columnsOf, type FileName, type FixedForm, factsOf, fieldsOf, formOf } from './official-facts.ts'
import type { Claim, OfficialFile } from './source-file.ts'

interface RowOptions {
  cellsPerRow?: number | undefined
  skipsEmptyRows?: boolean
}

type Schemes = Parameters<OfficialFile['read']>[1]

/**
 * `createReader` is called for each file, because most readers compare a row with the rows before it. The function that it
 * returns checks a row and returns its claim, or null if the row is not about a bank.
 */
export function listFile<Name extends FileName>(
  name: Name,
  createReader: (schemes: Schemes) => (row: NamedRow<ColumnOf<Name>>) => Claim | null,
  options: RowOptions = {},
): OfficialFile {
  return {
    ...factsOf(name),
    async *read(bytes, schemes) {
      const claimOf = createReader(schemes)
      for await (const row of namedRows(name, bytes, options)) {
        const claim = claimOf(row)
        if (claim) yield claim
      }
    },
  }
}

/** Yields the rows of a file, with their cells by column. */
export function namedRows<Name extends FileName>(
  name: Name,
  bytes: AsyncIterable<Uint8Array>,
  { cellsPerRow, skipsEmptyRows = false }: RowOptions = {},
): AsyncIterable<NamedRow<ColumnOf<Name>>> {
  const columns = columnsOf(name)
  const form = formOf(name)
  if (form !== 'xlsx' && 'widths' in form) return fixedRows(name, form, bytes)
  const rows = allRows(form, bytes)
  const width = form === 'xlsx' ? (cellsPerRow ?? columns.length) : 0
  return rowsBelow(skipsEmptyRows ? filledRows(rows, width) : rows, columns, cellsPerRow)
}

/**
 * Skips empty rows, and pads the others to `width`: a spreadsheet does not store empty cells, so its rows end at the last
 * value.
 */
async function* filledRows(rows: AsyncIterable<Row>, width: number): AsyncGenerator<Row, void, undefined> {
  for await (const { line, cells } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue
    yield { line, cells: width === 0 ? cells : Array.from({ length: width }, (_, at) => cells[at] ?? '') }
  }
}

/** Leaves the fields untrimmed, because in some of them the position of a space is significant. */
async function* fixedRows<Name extends FileName>(
  name: Name,
  { widths, encodings }: FixedForm,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<NamedRow<ColumnOf<Name>>, void, undefined> {
  const fields = fieldsOf(name)
  let width: number | undefined
  for await (const { number: line, text } of linesOf(bytes, encodings)) {
    width ??= widths.find((each) => each === text.length) ?? widths[0]
    if (text.length !== width) {
      const found = `the row has ${text.length} characters instead of ${width}`
      throw UnusableFile.at(line, `${found}; the file was truncated or edited: fetch it again`)
    }
    const cells = {} as Record<ColumnOf<Name>, string>
    for (const [field, [first, last]] of fields) cells[field] = text.slice(first - 1, last)
    yield { line, cells }
  }
}
