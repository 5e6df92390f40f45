/** What every import is given, its entry in `sources.json`, and the result of imports that replace a whole file. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataTables } from '../../../../src/dataset/data-tables.ts'
import type { Source } from '../../../../src/directory/records/source.ts'
import { type DataFolder, replaceFiles } from '../data-folder.ts'
import { sourcesText } from '../serialize.ts'
import type { OfficialFile } from '../sources/source-file.ts'

export interface ImportRequest<File> {
  folder: DataFolder
  file: File
  /** The path of the downloaded file, or of the first of several. */
  path: string
  /** The date of the file: a year, a month or a day. */
  asOf: string
}

/** The result of an import that replaces a file of the data folder as a whole. */
export interface Replacement {
  source: Source
  rows: number
  /** Whether the file is a different edition that is not newer than ours. Such a file is ignored. */
  isOlder: boolean
  isChanged: boolean
  /** Returns the names of the changed files. */
  save(): string[]
}

const monthAndYear = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns the existing entry, or a new one. If the licence notice must name the month of the edition, fills it in. */
export function sourceEntry(
  { sources }: DataFolder,
  { name, source }: Pick<OfficialFile, 'name' | 'source'>,
  asOf: string,
): Source {
  // End the id with the year and month. If another edition already has that id, the day is added.
  const short = `${name}-${asOf.slice(0, 7)}`
  const existing = sources.get(short)
  // The existing date equals `asOf`, or is a more precise form of it, so this is the same edition.
  if (existing?.date.startsWith(asOf)) {
    return { ...existing, fields: [...new Set([...existing.fields, ...source.fields])] }
  }
  const id = existing === undefined ? short : `${name}-${asOf}`
  const { title, publisher, licence, ...rest } = source
  const month = monthAndYear.format(new Date(asOf))
  return { id, title, publisher, date: asOf, ...rest, licence: licence.replace('[month and year of the table]', month) }
}

/**
 * Replaces files of the folder, adds the new sources, and removes the former ones that are no longer used. `texts` has the
 * new contents by file name. Returns the names of the changed files.
 */
export function saveReplacement(
  folder: DataFolder,
  texts: ReadonlyMap<string, string>,
  added: readonly Source[],
  former: readonly string[],
): string[] {
  const sources = new Map(folder.sources)
  for (const source of added) sources.set(source.id, source)
  for (const id of former) if (!isSourceUsed(folder, id, texts)) sources.delete(id)
  return replaceFiles(folder.path, new Map([...texts, [dataTables.sources.file, sourcesText(sources.values())]]))
}

/** Returns whether a bank, a table or a correction names the source. */
function isSourceUsed({ banks, path }: DataFolder, source: string, texts: ReadonlyMap<string, string>): boolean {
  if ([...banks.values()].some((bank) => bank.sources.includes(source))) return true
  return readdirSync(path)
    .filter((name) => /\.jsonl?$/.test(name) && name !== dataTables.sources.file)
    .some((name) => (texts.get(name) ?? readFileSync(join(path, name), 'utf8')).includes(`"${source}"`))
}
