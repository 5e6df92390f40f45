/** Reads the rows of a table, in the file format that `official-files.json` specifies. */
import { delimitedRows, type Row } from '../../../../src/spreadsheets/delimited.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { xlsxRows } from '../../../../src/spreadsheets/xlsx-reader.ts'
import { findMisreadBytes } from './encoding-damage.ts'
import { linesOf } from './lines.ts'
import { type NamedRow, rowsBelow } from './named-rows.ts'
import { type ColumnOf, columnsOf, formOf, type TableName } from './official-facts.ts'

/** Yields all rows of the file, including the header and the lines before it. */
export function allRows(name: TableName, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Row> {
  const form = formOf(name)
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

export const namedRows = <Name extends TableName>(
  name: Name,
  bytes: AsyncIterable<Uint8Array>,
): AsyncIterable<NamedRow<ColumnOf<Name>>> => rowsBelow(allRows(name, bytes), columnsOf(name))
