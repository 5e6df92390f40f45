/**
 * The facts about each list of banks, from `official-files.json`: its entry in `sources.json`, its minimum number of
 * rows, the code schemes that it is complete for, and its columns.
 */
import type { Dialect } from '../../../../src/spreadsheets/delimited.ts'
import type { Encoding } from './encodings.ts'
import files from './official-files.json' with { type: 'json' }
import type { OfficialFile } from './source-file.ts'

type Files = typeof files

export type FileName = keyof Files

/** All rows of a fixed-width file have the same width, which is one of `widths`. */
export interface FixedForm {
  widths: readonly number[]
  encodings: readonly Encoding[]
}

export type TableForm = 'xlsx' | (Dialect & { encodings: readonly Encoding[] })

/** The names of the columns of a table, or of the fields of a fixed-width file. */
export type ColumnOf<Name extends FileName> = Extract<keyof Files[Name]['columns'], string>

export const factsOf = (name: FileName): Omit<OfficialFile, 'read'> =>
  ({ name, ...files[name] }) as Omit<OfficialFile, 'read'>

export const formOf = (name: FileName): TableForm | FixedForm => files[name].form as TableForm | FixedForm

/** Returns the columns in header order. */
export const columnsOf = <Name extends FileName>(name: Name): ColumnOf<Name>[] =>
  Object.keys(files[name].columns) as ColumnOf<Name>[]

/** Returns the first and last character of each field of a fixed-width file, counted from 1 as publishers do. */
export const fieldsOf = <Name extends FileName>(name: Name): [ColumnOf<Name>, [first: number, last: number]][] =>
  Object.entries(files[name].columns) as [ColumnOf<Name>, [number, number]][]
