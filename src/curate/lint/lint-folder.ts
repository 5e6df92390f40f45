/** The lint of a folder from its files to its findings, with the order mended first if that is wanted. */
import { openDataFolder, replaceFiles } from '../data-folder.ts'
import { exceptionsOf } from './exceptions.ts'
import { mendedTexts } from './fix.ts'
import { lint, type RuledFinding } from './lint.ts'
import { readTexts } from './read-files.ts'
import { readRecords } from './read-records.ts'
import type { Rule } from './rule.ts'
import { rules } from './rules.ts'

export { findingText } from './lint.ts'
export { rules }

export interface LintOptions {
  rules: readonly Rule[]
  today: string
  /** The exceptions are those of the shipped data: of another folder, nothing has to need them. */
  isShipped: boolean
  fix: boolean
}

export interface FolderFindings {
  banks: number
  /** Names of files that were sorted or formatted. */
  mended: string[]
  findings: RuledFinding[]
}

/** Fails with `BrokenDataset` where a table cannot be read, and where there is nothing to mend and the service refuses. */
export function lintFolder(folder: string, { rules: chosen, today, isShipped, fix }: LintOptions): FolderFindings {
  const read = () => readRecords(readTexts(folder), today)
  let data = read()
  const mended = fix ? replaceFiles(folder, mendedTexts(data)) : []
  if (mended.length > 0) data = read()
  const held = isShipped ? chosen : chosen.filter(({ isForShippedData }) => !isForShippedData)
  const { findings, unneeded } = lint(data, held, exceptionsOf)
  const all = isShipped ? [...findings, ...unneeded] : findings
  // What only concerns the tables among themselves has no rule here: the service tests it before it reads banks.
  if (all.length === 0 && chosen.length === rules.length) openDataFolder(folder)
  return { banks: data.banks.length, mended, findings: all }
}
