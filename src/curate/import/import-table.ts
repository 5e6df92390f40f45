/** Brings an official table that checks need into the data: it takes the place of the one that is there as a whole. */
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from '../../directory/source.ts'
import { type DataFolder, replaceFiles } from '../data-folder.ts'
import { sourcesText } from '../record-text.ts'
import { type NewTable, type TableFile, UnusableFile } from '../sources/official.ts'
import { earliest, latest } from './ages.ts'
import { sourceOf } from './source-of.ts'

export interface TableRequest {
  folder: DataFolder
  file: TableFile
  /** Of the file that was fetched. */
  path: string
  asOf: string
  /** As the publisher counts them, where it does. */
  version: string | undefined
}

export interface ImportedTable extends NewTable {
  source: Source
  /** Whether what we hold is newer, so that nothing of the file counts. */
  isOlder: boolean
  isChanged: boolean
  /** Answers the names of the files that are others now. */
  save(): string[]
}

export async function importTable({ folder, file, path, asOf, version }: TableRequest): Promise<ImportedTable> {
  const source = sourceOf(folder, file, asOf)
  const old = readFileSync(join(folder.path, file.file), 'utf8')
  const held = JSON.parse(old) as { valid_from: string; version?: string }
  const isSame = held.valid_from === asOf
  const edition = version ?? (isSame ? held.version : undefined)
  const table = await file.read(createReadStream(path), {
    text: old,
    edition: { source: source.id, date: asOf, ...(edition && { version: edition }) },
  })
  if (table.rows < file.rowsMin) {
    throw new UnusableFile(
      `It has ${table.rows} rows; ${file.name} never has fewer than ${file.rowsMin}. Fetch it again.`,
    )
  }
  const isOlder = !isSame && earliest(asOf) <= latest(held.valid_from)
  return {
    ...table,
    source,
    isOlder,
    isChanged: !isOlder && table.text !== old,
    save: () => {
      const sources = new Map(folder.sources).set(source.id, source)
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
