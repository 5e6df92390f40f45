/**
 * The facts about each list of banks, from `official-files.json`: its entry in `sources.json`, the fewest rows it has, the
 * code schemes that it is complete for, and its columns.
 */
import type { Columns } from './fixed-width.ts'
import files from './official-files.json' with { type: 'json' }
import type { OfficialFile } from './source-file.ts'

type Files = typeof files

export type FileName = keyof Files

/** The names of the columns, or of the fields of a file with fixed columns. */
export type ColumnOf<Name extends FileName> = Extract<keyof Files[Name]['columns'], string>

export function factsOf(name: FileName): Omit<OfficialFile, 'read'> {
  const { columns: _, ...facts } = files[name]
  return { name, ...facts } as Omit<OfficialFile, 'read'>
}

/** The columns in the order of the header. */
export const columnsOf = <Name extends FileName>(name: Name): ColumnOf<Name>[] =>
  Object.keys(files[name].columns) as ColumnOf<Name>[]

/** The fields of a file with fixed columns. */
export const fieldsOf = <Name extends FileName>(name: Name): Columns<ColumnOf<Name>> =>
  files[name].columns as Columns<ColumnOf<Name>>
