/** The command that imports an official file into a data folder. */
import { statSync } from 'node:fs'
import { type Console, Failure, type ParsedArgs, UsageError } from '../../../../src/bin/cli/command.ts'
import { asJson } from '../../../../src/bin/cli/output-format.ts'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { openDataFolder, saveDataFolder } from '../data-folder.ts'
import { isDate, listsSince } from '../dates.ts'
import { changeKinds, headingOf } from '../import/changes/draft.ts'
import { type ImportResult, importFile } from '../import/import.ts'
import { type BranchesRequest, type ImportedBranches, importBranches } from '../import/import-branches.ts'
import { type ImportedRails, importRails } from '../import/import-rails.ts'
import type { ImportRequest } from '../import/import-request.ts'
import { type ImportedTable, importTable } from '../import/import-table.ts'
import type { BranchFile } from '../sources/branch-file.ts'
import { isForOverlay, type RailFile } from '../sources/rail-file.ts'
import type { OfficialFile, TableFile } from '../sources/source-file.ts'
import { branchFiles, officialFiles, railFiles, tableFiles } from '../sources/sources.ts'
import type { Outcome } from './outcome.ts'

export async function importInto(
  folder: string,
  { values, positionals, note, overlayDir }: ParsedArgs & Pick<Console, 'note'> & { overlayDir?: string | undefined },
): Promise<Outcome> {
  const [name, path, ...more] = positionals
  if (name === undefined || path === undefined || more.length > 0) {
    throw new UsageError('Name the source and the file; bank-lookup help data import shows how.')
  }
  const [list, table] = [officialFiles.get(name), tableFiles.get(name)]
  const [branches, rails] = [branchFiles.get(name), railFiles.get(name)]
  if (!list && !table && !branches && !rails) {
    const files = [officialFiles, tableFiles, branchFiles, railFiles]
    const all = files
      .flatMap((each) => [...each.keys()])
      .sort()
      .join(', ')
    throw new UsageError(`Unknown source "${name}". Sources: ${all}.`)
  }
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`File ${JSON.stringify(path)} not found.`)
  const asOf = readDate(values['as-of'])
  try {
    const request = { folder: openDataFolder(folder), path, asOf }
    const { facts, summary, isChanged, save } = branches
      ? readBranchList({ ...request, file: branches }, values)
      : list
        ? await readList({ ...request, file: list }, values, note)
        : rails
          ? await readRails({ ...request, file: rails }, values, overlayDir)
          : await readTable({ ...request, file: table as TableFile }, values)
    const files = isChanged && values.write ? save() : []
    const text = values.json ? asJson({ ...facts, files }) : `${summary}${writtenText(isChanged, files)}`
    return { text, code: 0 }
  } catch (error) {
    if (error instanceof UnusableFile) throw new Failure(`${path}: ${error.message} Nothing was written.`)
    throw error
  }
}

interface Imported {
  /** What `--json` shows. */
  facts: object
  summary: string
  isChanged: boolean
  save(): string[]
}

async function readList(
  request: ImportRequest<OfficialFile>,
  { 'accept-losses': acceptsLosses, all }: ParsedArgs['values'],
  note: Console['note'],
): Promise<Imported> {
  const onProgress = everyTenth(note)
  const imported = await importFile({ ...request, acceptsLosses: acceptsLosses === true, onProgress })
  const { draft, rows, skippedRows: passed_over } = imported
  const { source, confirmed, changes, unchanged, banks, sources } = draft
  const kept = { newer: unchanged.newer, corrected: [...unchanged.corrected] }
  return {
    facts: { source, rows, passed_over, confirmed, kept, changes },
    summary: summarize(imported, all === true),
    isChanged: draft.editCount() > 0,
    save: () => saveDataFolder({ path: request.folder.path, banks, sources }),
  }
}

async function readTable(request: ImportRequest<TableFile>, { edition, all }: ParsedArgs['values']): Promise<Imported> {
  const imported = await importTable({ ...request, version: typeof edition === 'string' ? edition : undefined })
  const { source, rows, changes, isOlder } = imported
  return {
    ...imported,
    facts: { source, rows, is_older: isOlder, changes },
    summary: summarizeTable(imported, all === true),
  }
}

function readBranchList(request: ImportRequest<BranchFile>, values: ParsedArgs['values']): Imported {
  const names = readNames(request.file, values.names, values['names-as-of'])
  const acceptsLosses = values['accept-losses'] === true
  const { isChanged, save, ...imported } = importBranches({ ...request, names, acceptsLosses })
  const { source, isOlder, ...counts } = imported
  return {
    facts: { source, is_older: isOlder, ...counts },
    summary: summarizeBranches(imported),
    isChanged,
    save,
  }
}

async function readRails(
  request: ImportRequest<RailFile>,
  { overlay: named, all }: ParsedArgs['values'],
  overlayDir: string | undefined,
): Promise<Imported> {
  const { name } = request.file
  const overlay = typeof named === 'string' ? named : overlayDir
  if (isForOverlay(request.file) && overlay === undefined)
    throw new UsageError(
      `${name} may not be redistributed, so it is imported into your overlay; name the folder with --overlay.`,
    )
  if (!isForOverlay(request.file) && named !== undefined)
    throw new UsageError(`${name} is imported into the data; --overlay is for lists that may not be redistributed.`)
  const { isChanged, save, ...imported } = await importRails({ ...request, overlay })
  const { isOlder, ...facts } = imported
  return { facts: { ...facts, is_older: isOlder }, summary: summarizeRails(imported, all === true), isChanged, save }
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

const changesShownMax = 12

/** Summarises the changes that an import would make, so that a person can decide whether to write them. */
function summarize({ draft, rows, skippedRows }: ImportResult, showAll: boolean): string {
  const { source, changes, unchanged, confirmed } = draft
  const blocks = changeKinds.map((kind) => {
    const ofKind = changes.filter((change) => change.kind === kind)
    if (ofKind.length === 0) return ''
    const listed = showAll ? ofKind : ofKind.slice(0, changesShownMax)
    const lines = listed.map(
      ({ bank, line, text }) => `  ${bank}${bank ? ': ' : ''}${text}${line ? ` (line ${line})` : ''}`,
    )
    const more = ofKind.length - listed.length
    if (more > 0) lines.push(`  and ${more} more; --all shows them.`)
    return `${headingOf[kind]}: ${ofKind.length}\n${lines.join('\n')}\n\n`
  })
  const counts = [
    `${rows} rows from ${source.id} (${source.title}, ${source.date}).`,
    confirmed > 0 ? `${confirmed} codes are confirmed as of this date.` : '',
    unchanged.newer > 0
      ? `${unchanged.newer} rows differ from our data, which is kept because its list is just as new or newer.`
      : '',
    unchanged.corrected.size > 0
      ? `Left unchanged because of manual corrections: ${[...unchanged.corrected].join('; ')}.`
      : '',
    skippedRows > 0 ? `${skippedRows} rows describe institutions that are not in our data or not on a newer list.` : '',
  ]
  return `${counts.filter((text) => text !== '').join('\n')}\n\n${blocks.join('')}`
}

function summarizeTable({ source, rows, changes, isOlder }: ImportedTable, showAll: boolean): string {
  const head = `${rows} rows from ${source.id} (${source.title}, ${source.date}).\n`
  if (isOlder) return `${head}Our table is just as new or newer, so it stays unchanged.\n\n`
  return `${head}${listText('New, removed or changed rows', changes, showAll)}`
}

function listText(heading: string, texts: readonly string[], showAll: boolean): string {
  const listed = showAll ? texts : texts.slice(0, changesShownMax)
  const more = texts.length - listed.length
  const lines = [...listed, ...(more > 0 ? [`and ${more} more; --all shows them.`] : [])].map((text) => `  ${text}\n`)
  return `${heading}: ${texts.length}\n${lines.join('')}\n`
}

function summarizeBranches({ source, isOlder, ...counts }: Omit<ImportedBranches, 'isChanged' | 'save'>): string {
  const { rows, named, lent, added, removed, changed } = counts
  const head = `${rows} branch codes from ${source.id} (${source.title}, ${source.date}).\n`
  if (isOlder) return `${head}Our list is just as new or newer, so it stays unchanged.\n\n`
  const details = `${named} have a name, and ${lent} belong to another bank than that of their prefix.\n`
  return `${head}${details}New codes: ${added}. Removed: ${removed}. Changed: ${changed}.\n\n`
}

function summarizeRails(imported: Omit<ImportedRails, 'isChanged' | 'save'>, showAll: boolean): string {
  const { source, rows, rails, added, unmatched, corrected, isOlder } = imported
  const head = `${rows} rows from ${source.id} (${source.title}, ${source.date}).\n`
  if (isOlder) return `${head}Our list is just as new or newer, so it stays unchanged.\n\n`
  const counts = rails.map(
    ({ rail, participants, matched, listed }) =>
      `${rail}: ${participants} participants, ${matched} of them matched; on the rail: ${listed}.\n`,
  )
  const kept = corrected.length > 0 ? `Left unchanged because of manual corrections: ${corrected.join(', ')}.\n` : ''
  const lists = [listText('New banks', added, showAll), listText('Not matched', unmatched, showAll)]
  return `${head}${counts.join('')}${kept}\n${lists.join('')}`
}
