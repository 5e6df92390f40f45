/**
 * The command that shows the changes between two data folders, and stores them for users who keep a copy of the data.
 */
import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Failure, type ParsedArgs, UsageError } from '../../../../src/bin/cli/command.ts'
import { asJson } from '../../../../src/bin/cli/output-format.ts'
import { openDataFolder, replaceFiles } from '../data-folder.ts'
import { type Comparison, compareFolders } from '../history/compare-folders.ts'
import { report } from '../history/report.ts'
import { newsDraft, ReleaseChainError, writeRelease } from '../history/write-release.ts'
import type { Outcome } from './outcome.ts'

/** Maximum number of banks to list per country and kind of change, unless --all is set. */
const banksMax = 12

export async function showChanges(folder: string, { values, positionals }: ParsedArgs): Promise<Outcome> {
  const { older, newer } = readFolders(folder, positionals)
  const { news } = values
  if (values.write && positionals.length > 1)
    throw new UsageError('--write stores the changes in DATA_DIR; name only the older folder.')
  if (values.write && values.json) throw new UsageError('--write and --json cannot be combined.')
  if (news !== undefined && !values.write)
    throw new UsageError('--news requires --write; it drafts a news entry for the stored changes.')
  if (typeof news === 'string') assertWritable(news)
  const comparison = compareFolders(openDataFolder(older), openDataFolder(newer))
  const { from, to, facts, tables } = comparison
  const code = facts.some(({ kind }) => kind === 'bank_removed') ? 1 : 0
  if (values.json) return { text: asJson({ from, to, changes: [...facts, ...tables] }), code }
  if (values.write) {
    const files = write(newer, comparison, typeof news === 'string' ? news : undefined)
    const written =
      files.length === 0 ? 'The changes are already stored; nothing was written.' : `Written: ${files.join(', ')}.`
    return { text: `${written}\n`, code }
  }
  if (from === to) return { text: `Both folders are at revision ${to}; nothing changed.\n`, code }
  const head = `# Data changes from ${from} to ${to}`
  return { text: `${head}\n\n${report(comparison, { all: values.all === true, banksMax, depth: 2 })}`, code }
}

function readFolders(folder: string, positionals: string[]): { older: string; newer: string } {
  const [older, newer = folder, ...more] = positionals
  if (older === undefined || more.length > 0) {
    throw new UsageError(
      'Name the older data folder, and also the newer one unless it is DATA_DIR; bank-lookup help data diff shows how.',
    )
  }
  return { older: resolve(older), newer: resolve(newer) }
}

/**
 * Checks that the news folder is writable before anything is stored, so that the changes and the news draft are written
 * together or not at all.
 */
function assertWritable(news: string): void {
  const name = JSON.stringify(news)
  if (!statSync(news, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`There is no folder ${name}.`)
  try {
    accessSync(news, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new UsageError(`The folder ${name} cannot be written to (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function write(folder: string, comparison: Comparison, newsFolder: string | undefined): string[] {
  const now = new Date()
  try {
    const stored = writeRelease(folder, comparison, now.toISOString().slice(0, 10))
    if (newsFolder === undefined) return stored
    const { name, text } = newsDraft(comparison, now)
    // Do not write a second draft for the same revision: on another day it would have a different name, and the first
    // draft may have been edited since.
    const subject = name.slice('YYYY-MM-DD'.length)
    if (readdirSync(newsFolder).some((file) => file.endsWith(subject))) return stored
    return [...stored, ...replaceFiles(newsFolder, new Map([[name, text]]))]
  } catch (error) {
    if (error instanceof ReleaseChainError) throw new Failure(error.message)
    throw error
  }
}
