/** Imports an official table for account-number checks. The new table replaces the old one as a whole. */
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstDay, lastDay } from '../dates.ts'
import type { NewTable, TableFile } from '../sources/source-file.ts'
import { truncatedFile } from '../sources/source-row-checks.ts'
import { type ImportRequest, type Replacement, saveReplacement, sourceEntry } from './import-request.ts'

export interface TableRequest extends ImportRequest<TableFile> {
  /** The publisher's version number, if there is one. */
  version: string | undefined
}

export type ImportedTable = NewTable & Replacement

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
    save: () => saveReplacement(folder, new Map([[file.file, table.text]]), [source], [current.source]),
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
