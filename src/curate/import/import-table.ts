/** Brings an official table that checks need into the data: it takes the place of the one that is there as a whole. */
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from '../../directory/records/source.ts'
import { type DataFolder, replaceFiles } from '../data-folder.ts'
import { earliest, latest } from '../dates.ts'
import { sourcesText } from '../serialize.ts'
import type { NewTable, TableFile } from '../sources/source-file.ts'
import { sourceOf } from './source-entry.ts'
import { endsEarly } from './truncated-file-error.ts'

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

/** Of the rows that we hold, at least so many have to be there again. */
const shareMin = 0.9

export async function importTable({ folder, file, path, asOf, version }: TableRequest): Promise<ImportedTable> {
  const source = sourceOf(folder, file, asOf)
  const old = readFileSync(join(folder.path, file.file), 'utf8')
  const held = file.held(old)
  const isSame = held.date === asOf
  const edition = version ?? (isSame ? held.version : undefined)
  const table = await file.read(createReadStream(path), {
    text: old,
    edition: { source: source.id, date: asOf, ...(edition && { version: edition }) },
  })
  refuseShort(table.rows, held.rows, file)
  const isOlder = !isSame && earliest(asOf) <= latest(held.date)
  return {
    ...table,
    source,
    isOlder,
    isChanged: !isOlder && table.text !== old,
    save: () => {
      const sources = new Map(folder.sources).set(source.id, source)
      const isUsed = [...folder.banks.values()].some((bank) => bank.sources.includes(held.source))
      if (!isUsed && !isNamedIn(held.source, [table.text, ...otherTables(folder.path, file.file)]))
        sources.delete(held.source)
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

/** These tables have a row a line, and no header. */
function refuseShort(rows: number, held: number, { name, rowsMin }: TableFile): void {
  if (rows < rowsMin) throw endsEarly(rows, rows, `${name} never has fewer than ${rowsMin}`)
  if (rows < held * shareMin) throw endsEarly(rows, rows, `we hold ${held}, and so many do not vanish at once`)
}

const isNamedIn = (source: string, texts: string[]): boolean => texts.some((text) => text.includes(`"${source}"`))

/** What beside banks may name a source: figures, and corrections as their evidence. */
const otherTables = (folder: string, replaced: string): string[] =>
  readdirSync(folder)
    .filter((name) => /\.jsonl?$/.test(name) && name !== 'sources.json' && name !== replaced)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
