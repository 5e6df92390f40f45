/** Lints a data folder, from its files to its findings, and sorts and formats it first if `fix` is set. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatasetError } from '../../dataset/dataset-error.ts'
import { readFiles } from '../../dataset/read-folder.ts'
import { openDataFolder, replaceFiles } from '../data-folder.ts'
import { exceptionsOf } from './exceptions.ts'
import { formattedTexts } from './fix.ts'
import { lint, type RuledFinding } from './lint.ts'
import { readRecords } from './read-records.ts'
import type { Rule } from './rule.ts'
import { rules } from './rules.ts'

export { findingText } from './lint.ts'
export { rules }

export interface LintOptions {
  rules: readonly Rule[]
  today: string
  /** Whether the folder is the shipped data. The exceptions are written for it, so unused exceptions are findings only there. */
  isShipped: boolean
  fix: boolean
}

export interface FolderFindings {
  banks: number
  /** Names of the files that were sorted or formatted. */
  fixedFiles: string[]
  findings: RuledFinding[]
}

/** Throws `DatasetError` if a table cannot be read, or if lint finds nothing but the service rejects the folder. */
export function lintFolder(folder: string, { rules: chosen, today, isShipped, fix }: LintOptions): FolderFindings {
  if (!existsSync(join(folder, 'banks'))) {
    throw DatasetError.at({ file: folder }, 'is not a data folder; set DATA_DIR to a folder that contains banks/')
  }
  const read = () => readRecords(readFiles(folder), today)
  let data = read()
  const fixedFiles = fix ? replaceFiles(folder, formattedTexts(data)) : []
  if (fixedFiles.length > 0) data = read()
  const applied = isShipped ? chosen : chosen.filter(({ isForShippedData }) => !isForShippedData)
  const { findings, unneeded } = lint(data, applied, exceptionsOf)
  const all = isShipped ? [...findings, ...unneeded] : findings
  // No rule covers references between tables, because the service checks them before it reads banks.
  if (all.length === 0 && chosen.length === rules.length) openDataFolder(folder)
  return { banks: data.banks.length, fixedFiles, findings: all }
}
