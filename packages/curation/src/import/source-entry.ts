/** Builds the entry in `sources.json` for one edition of a file, and finds out whether an older entry is still needed. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from '../../../../src/directory/records/source.ts'
import type { DataFolder } from '../data-folder.ts'
import type { OfficialFile } from '../sources/source-file.ts'

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
 * Returns whether a bank, a table or a correction names the source. `texts`: the new contents of the files that are about
 * to be replaced, by name.
 */
export function isSourceUsed({ banks, path }: DataFolder, source: string, texts: ReadonlyMap<string, string>): boolean {
  if ([...banks.values()].some((bank) => bank.sources.includes(source))) return true
  return readdirSync(path)
    .filter((name) => /\.jsonl?$/.test(name) && name !== 'sources.json')
    .some((name) => (texts.get(name) ?? readFileSync(join(path, name), 'utf8')).includes(`"${source}"`))
}
