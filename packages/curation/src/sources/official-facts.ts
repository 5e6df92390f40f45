/**
 * The facts about each list of banks, from `official-files.json`: its entry in `sources.json`, its minimum number of
 * rows, the code schemes that it is complete for, and its columns.
 */
import type { Dialect } from '../../../../src/spreadsheets/delimited.ts'
import type { Encoding } from './encodings.ts'
import type { Columns } from './fixed-width.ts'
import files from './official-files.json' with { type: 'json' }
import type { OfficialFile } from './source-file.ts'

type Files = typeof files

type FileName = keyof Files

/** The names of the files that are tables with a header. */
export type TableName = { [Name in FileName]: Files[Name] extends { form: unknown } ? Name : never }[FileName]

type Form = 'xlsx' | (Dialect & { encodings: readonly Encoding[] })

/** The names of the columns of a table, or of the fields of a fixed-width file. */
export type ColumnOf<Name extends FileName> = Extract<keyof Files[Name]['columns'], string>

export const factsOf = (name: FileName): Omit<OfficialFile, 'read'> =>
  ({ name, ...files[name] }) as Omit<OfficialFile, 'read'>

export const formOf = (name: TableName): Form => files[name].form as Form

/** Returns the columns in header order. */
export const columnsOf = <Name extends FileName>(name: Name): ColumnOf<Name>[] =>
  Object.keys(files[name].columns) as ColumnOf<Name>[]

/** Returns the fields of a fixed-width file with their first and last columns. */
export const fieldsOf = <Name extends FileName>(name: Name): Columns<ColumnOf<Name>> =>
  files[name].columns as Columns<ColumnOf<Name>>
