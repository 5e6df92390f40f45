/** Reads the rows of a table, in the file format that `official-files.json` specifies. */
import { delimitedRows, type Row } from './delimited.ts'
import { linesOf } from './lines.ts'
import { type NamedRow, rowsBelow } from './named-rows.ts'
import { type ColumnOf, columnsOf, formOf, type TableName } from './official-facts.ts'
import { xlsxRows } from './xlsx.ts'

/** Yields all rows of the file, including the header and the lines before it. */
export function allRows(name: TableName, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Row> {
  const form = formOf(name)
  return form === 'xlsx' ? xlsxRows(bytes) : delimitedRows(linesOf(bytes, form.encodings), form)
}

export const namedRows = <Name extends TableName>(
  name: Name,
  bytes: AsyncIterable<Uint8Array>,
): AsyncIterable<NamedRow<ColumnOf<Name>>> => rowsBelow(allRows(name, bytes), columnsOf(name))
