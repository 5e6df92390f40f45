/** Imports an official table for account-number checks. The new table replaces the old one as a whole. */
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from '../../../../src/directory/records/source.ts'
import { type DataFolder, replaceFiles } from '../data-folder.ts'
import { firstDay, lastDay } from '../dates.ts'
import { sourcesText } from '../serialize.ts'
import type { NewTable, TableFile } from '../sources/source-file.ts'
import { truncatedFile } from '../sources/source-row-checks.ts'
import { isSourceUsed, sourceEntry } from './source-entry.ts'

export interface TableRequest {
  folder: DataFolder
  file: TableFile
  /** The path of the downloaded file. */
  path: string
  asOf: string
  /** The publisher's version number, if there is one. */
  version: string | undefined
}

export interface ImportedTable extends NewTable {
  source: Source
  /** Whether the file is a different edition that is not newer than our table. Such a file is ignored. */
  isOlder: boolean
  isChanged: boolean
  /** Returns the names of the changed files. */
  save(): string[]
}

/** A file with fewer rows than this share of our table's rows is rejected as truncated. */
const shareMin = 0.9

export async function importTable({ folder, file, path, asOf, version }: TableRequest): Promise<ImportedTable> {
  const source = sourceEntry(folder, file, asOf)
  const old = readFileSync(join(folder.path, file.file), 'utf8')
  const current = file.currentEdition(old)
  const isSame = current.date === asOf
  const edition = version ?? (isSame ? current.version : undefined)
  const table = await file.read(createReadStream(path), {
    text: old,
    edition: { source: source.id, date: asOf, ...(edition && { version: edition }) },
  })
  refuseTruncated(table.rows, current.rows, file)
  const isOlder = !isSame && firstDay(asOf) <= lastDay(current.date)
  return {
    ...table,
    source,
    isOlder,
    isChanged: !isOlder && table.text !== old,
    save: () => {
      const sources = new Map(folder.sources).set(source.id, source)
      if (!isSourceUsed(folder, current.source, new Map([[file.file, table.text]]))) sources.delete(current.source)
      return replaceFiles(
        folder.path,
        new Map([
          [file.file, table.text],
          ['sources.json', sourcesText(sources.values())],
        ]),
      )
    },
  }
}

/**
 * Rejects a file with too few rows. These tables have one row per line and no header, so the number of rows is also the
 * last line number.
 */
function refuseTruncated(rows: number, currentRows: number, { name, rowsMin }: TableFile): void {
  if (rows < rowsMin) throw truncatedFile(rows, rows, `${name} never has fewer than ${rowsMin}`)
  if (rows < currentRows * shareMin)
    throw truncatedFile(rows, rows, `our table has ${currentRows}, so rows are probably missing`)
}
