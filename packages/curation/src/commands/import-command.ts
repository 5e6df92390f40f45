/** The command that imports an official file into a data folder. */
import { statSync } from 'node:fs'
import { type Console, Failure, type ParsedArgs, UsageError } from '../../../../src/bin/cli/command.ts'
import { asJson } from '../../../../src/bin/cli/format.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { type DataFolder, openDataFolder, saveDataFolder } from '../data-folder.ts'
import { isDate, listsSince } from '../dates.ts'
import { importFile } from '../import/import.ts'
import { type BranchesRequest, importBranches } from '../import/import-branches.ts'
import { importRails } from '../import/import-rails.ts'
import { importTable } from '../import/import-table.ts'
import { summarize, summarizeBranches, summarizeRails, summarizeTable } from '../import/summary.ts'
import type { BranchFile } from '../sources/branch-file.ts'
import { isForOverlay, type RailFile } from '../sources/rail-file.ts'
import type { OfficialFile, TableFile } from '../sources/source-file.ts'
import { branchFiles, officialFiles, railFiles, tableFiles } from '../sources/sources.ts'
import type { Outcome } from './outcome.ts'

export async function importInto(
  folder: string,
  { values, positionals, note, overlayDir }: ParsedArgs & Pick<Console, 'note'> & Settings,
): Promise<Outcome> {
  const [name, path, ...more] = positionals
  if (name === undefined || path === undefined || more.length > 0) {
    throw new UsageError('Name the source and the file; bank-lookup help data import shows how.')
  }
  const [list, table] = [officialFiles.get(name), tableFiles.get(name)]
  const [branches, rails] = [branchFiles.get(name), railFiles.get(name)]
  if (!list && !table && !branches && !rails) {
    const all = [officialFiles, tableFiles, branchFiles, railFiles]
      .flatMap((files) => [...files.keys()])
      .sort()
      .join(', ')
    throw new UsageError(`Unknown source "${name}". Sources: ${all}.`)
  }
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`File ${JSON.stringify(path)} not found.`)
  const asOf = readDate(values['as-of'])
  try {
    const input = { folder: openDataFolder(folder), path, asOf }
    if (rails) return await importRailFile({ ...input, file: rails }, values, overlayDir)
    if (branches) return await importBranchFile({ ...input, file: branches }, values)
    return list
      ? await importList({ ...input, file: list }, values, note)
      : await importTableFile({ ...input, file: table as TableFile }, values)
  } catch (error) {
    if (error instanceof UnusableFile) throw new Failure(`${path}: ${error.message} Nothing was written.`)
    throw error
  }
}

export interface Settings {
  /** The operator's overlay, if one is configured. */
  overlayDir?: string | undefined
}

interface Input<File> {
  folder: DataFolder
  file: File
  path: string
  asOf: string
}

async function importList(
  input: Input<OfficialFile>,
  { 'accept-losses': acceptsLosses, write, all, json }: ParsedArgs['values'],
  note: Console['note'],
): Promise<Outcome> {
  const imported = await importFile({
    ...input,
    acceptsLosses: acceptsLosses === true,
    onProgress: everyTenth(note),
  })
  const { draft, rows, skippedRows: passedOver } = imported
  const { source, confirmed, changes, unchanged: kept, banks, sources } = draft
  const isChanged = draft.editCount() > 0
  const files = isChanged && write ? saveDataFolder({ path: input.folder.path, banks, sources }) : []
  const text = json
    ? asJson({
        source,
        rows,
        passed_over: passedOver,
        confirmed,
        kept: { newer: kept.newer, corrected: [...kept.corrected] },
        changes,
        files,
      })
    : `${summarize(imported, all === true)}${writtenText(isChanged, files)}`
  return { text, code: 0 }
}

async function importTableFile(
  input: Input<TableFile>,
  { edition, write, all, json }: ParsedArgs['values'],
): Promise<Outcome> {
  const version = typeof edition === 'string' ? edition : undefined
  const imported = await importTable({ ...input, version })
  const { source, rows, changes, isOlder, isChanged } = imported
  const files = isChanged && write ? imported.save() : []
  const text = json
    ? asJson({ source, rows, is_older: isOlder, changes, files })
    : `${summarizeTable(imported, all === true)}${writtenText(isChanged, files)}`
  return { text, code: 0 }
}

async function importBranchFile(input: Input<BranchFile>, values: ParsedArgs['values']): Promise<Outcome> {
  const { names, 'names-as-of': namesAsOf, 'accept-losses': acceptsLosses, write, json } = values
  const { source, isOlder, isChanged, save, ...counts } = importBranches({
    ...input,
    names: readNames(input.file, names, namesAsOf),
    acceptsLosses: acceptsLosses === true,
  })
  const files = isChanged && write ? save() : []
  const text = json
    ? asJson({ source, is_older: isOlder, ...counts, files })
    : `${summarizeBranches(source, isOlder, counts)}${writtenText(isChanged, files)}`
  return { text, code: 0 }
}

async function importRailFile(
  input: Input<RailFile>,
  { overlay: named, write, all, json }: ParsedArgs['values'],
  configured: string | undefined,
): Promise<Outcome> {
  const { name } = input.file
  const overlay = typeof named === 'string' ? named : configured
  if (isForOverlay(input.file) ? overlay === undefined : named !== undefined)
    throw new UsageError(
      isForOverlay(input.file)
        ? `${name} may not be redistributed, so it is imported into your overlay; name the folder with --overlay.`
        : `${name} is imported into the data; --overlay is for lists that may not be redistributed.`,
    )
  const imported = await importRails({ ...input, overlay })
  const { source, rows, rails, added, unmatched, corrected, isOlder, isChanged } = imported
  const files = isChanged && write ? imported.save() : []
  const text = json
    ? asJson({ source, rows, rails, added, unmatched, corrected, is_older: isOlder, files })
    : `${summarizeRails(imported, all === true)}${writtenText(isChanged, files)}`
  return { text, code: 0 }
}

function readNames({ name, names: list }: BranchFile, path: unknown, asOf: unknown): BranchesRequest['names'] {
  if (path === undefined && asOf === undefined) return undefined
  if (!list) throw new UsageError(`${name} has the names of its branches; --names is for other lists.`)
  if (typeof path !== 'string' || !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError('--names is not a folder; name the folder with the files of names.')
  return { path, asOf: readDate(asOf, 'names-as-of') }
}

function writtenText(isChanged: boolean, files: string[]): string {
  if (!isChanged) return 'No changes.\n'
  return files.length > 0
    ? `Written: ${files.join(', ')}.\n`
    : 'Nothing was written; add --write to apply the changes.\n'
}

function readDate(value: unknown, option = 'as-of'): string {
  if (typeof value !== 'string')
    throw new UsageError(`--${option} is missing; use the date of the file, as in --${option} 2026-11-15.`)
  if (!isDate(value) || value < listsSince)
    throw new UsageError(`--${option} is "${value}"; use a date such as 2026-11-15.`)
  if (value > new Date().toISOString()) throw new UsageError(`--${option} is ${value}, which is in the future.`)
  return value
}

/** Reports progress after each tenth of a long file. */
function everyTenth(note: Console['note']): (share: number, rows: number) => void {
  let reported = 0
  return (share, rows) => {
    if (rows < longFileRows || share < reported + 0.1) return
    reported = share
    note(`${Math.floor(share * 100)} % read, ${rows} rows\n`)
  }
}

const longFileRows = 5_000
