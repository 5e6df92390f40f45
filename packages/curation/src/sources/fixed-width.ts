/** Parses fixed-width rows. */
import type { Line } from '../../../../src/spreadsheets/delimited.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'

/** The first and last column of each field, counted from 1 as in publishers' documentation. */
export type Columns<Field extends string> = Record<Field, readonly [first: number, last: number]>

export type FixedRow<Field extends string> = Record<Field, string>

/** Leaves the fields untrimmed, because in some of them the position of a space is significant. */
export function fixedWidth<Field extends string>(
  width: number,
  columns: Columns<Field>,
): (line: Line) => FixedRow<Field> {
  const fields = Object.entries(columns) as [Field, Columns<Field>[Field]][]
  return ({ number, text }) => {
    if (text.length !== width) {
      const found = `the row has ${text.length} characters instead of ${width}`
      throw UnusableFile.at(number, `${found}; the file was truncated or edited: fetch it again`)
    }
    const row = {} as FixedRow<Field>
    for (const [field, [first, last]] of fields) row[field] = text.slice(first - 1, last)
    return row
  }
}
