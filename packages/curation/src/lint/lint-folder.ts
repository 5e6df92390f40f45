/**
 * Lints a data folder, or the bank files and branch lists of some countries: reads the files, applies the rules and returns the findings. If
 * `fix` is set, sorts and formats the files first.
 */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FromSchema } from 'json-schema-to-ts'
import { bankFile, branchesFolder, countryOfFile, readFiles } from '../../../../src/dataset/data-files.ts'
import { DatasetError } from '../../../../src/dataset/dataset-error.ts'
import { createSchemaCheck } from '../../../../src/dataset/schema-check.ts'
import { readBranchFiles } from '../branch-list-files.ts'
import { openDataFolder, replaceFiles } from '../data-folder.ts'
import { bankLine, compare, sourcesText } from '../serialize.ts'
import { readRecords } from './read-records.ts'
import { type Finding, finding, type LintedData, type LocatedBank, type Rule } from './rule.ts'
import { readable } from './rules/readable.ts'
import { rules } from './rules.ts'

export { rules }

export interface LintOptions {
  rules: readonly Rule[]
  today: string
  /**
   * Whether this is the data shipped with the project. The exceptions are written for that data, so an unused exception
   * is a finding only there.
   */
  isShipped: boolean
  fix: boolean
  /** Bank files, such as `banks/ng.jsonl`. If given, only these are read, fixed and reported. */
  bankFiles?: readonly string[]
}

export interface FolderFindings {
  banks: number
  /** Names of the files that were sorted or formatted. */
  fixedFiles: string[]
  findings: RuledFinding[]
}

/**
 * Throws `DatasetError` if a table cannot be read, or if a folder has no findings but the service would still reject
 * it.
 */
export function lintFolder(
  folder: string,
  { rules: chosen, today, isShipped, fix, bankFiles }: LintOptions,
): FolderFindings {
  if (!existsSync(join(folder, 'banks'))) {
    throw DatasetError.at({ file: folder }, 'is not a data folder; set DATA_DIR to a folder that contains banks/')
  }
  const isLeftOut = (name: string): boolean => bankFiles?.includes(name) === false
  const isOtherList = (name: string): boolean => {
    const country = countryOfFile(name)
    return country !== undefined && isLeftOut(bankFile(country))
  }
  const read = () => {
    const files = new Map([...readFiles(folder), ...readBranchFiles(folder)])
    // A successor can be in another country.
    const referred =
      bankFiles?.flatMap((name) => [...String(files.get(name)).matchAll(/"successor":"([a-z]{2})-/g)]) ?? []
    const needed = new Set(referred.map(([, country]) => `banks/${country}.jsonl`))
    const isRead = (name: string): boolean =>
      name.startsWith('banks/') ? !isLeftOut(name) || needed.has(name) : !isOtherList(name)
    return readRecords(new Map([...files].filter(([name]) => isRead(name))), today)
  }
  const formatted = () => new Map([...formattedTexts(data)].filter(([name]) => !isLeftOut(name)))
  let data = read()
  const fixedFiles = fix ? replaceFiles(folder, formatted()) : []
  if (fixedFiles.length > 0) data = read()
  const applied = isShipped ? chosen : chosen.filter(({ isForShippedData }) => !isForShippedData)
  const { findings, unneeded } = lint(data, applied, exceptionsOf)
  const banks = data.banks.filter(({ file }) => !isLeftOut(file)).length
  if (bankFiles) {
    // Without the other bank files, a source or a scheme can seem unused. A table that cannot be read is still an error.
    const isChosen = ({ file, rule, country }: RuledFinding): boolean =>
      bankFiles.includes(country === undefined ? file : bankFile(country)) ||
      file.startsWith(`${branchesFolder}/`) ||
      rule === readable.name
    return { banks, fixedFiles, findings: findings.filter(isChosen) }
  }
  const all = isShipped ? [...findings, ...unneeded] : findings
  // Open the folder as the service does, to check the references between tables. No rule covers them, because the
  // service already checks them before it reads any bank.
  if (all.length === 0 && chosen.length === rules.length) openDataFolder(folder)
  return { banks, fixedFiles, findings: all }
}

/**
 * Returns the text of each file, sorted and formatted, by file name. Throws if any line or entry cannot be read, because
 * rewriting the file would drop it.
 */
function formattedTexts({ files, banks, sources, unreadable }: LintedData): Map<string, string> {
  if (unreadable.length > 0) {
    const messages = unreadable.map(
      (finding) => DatasetError.at(finding, `${finding.problem}; ${finding.fix}.`).message,
    )
    throw new DatasetError(`${messages.join('\n')} Nothing was changed.`)
  }
  const byFile = Map.groupBy(banks, ({ file }) => file)
  const texts = new Map([['sources.json', sourcesText(sources.values())]])
  for (const { name } of files) {
    const sorted = (byFile.get(name) ?? []).toSorted((a, b) => compare(a.bank.id, b.bank.id))
    texts.set(name, sorted.map(({ bank }) => `${bankLine(bank)}\n`).join(''))
  }
  return texts
}

interface RuledFinding extends Finding {
  rule: string
}

interface LintResult {
  /** Sorted by file and line. */
  findings: RuledFinding[]
  /** Exceptions that match no finding. */
  unneeded: RuledFinding[]
}

/** Applies the rules to the records of a data folder. A finding that an exception lists is left out. */
export function lint(data: LintedData, rules: readonly Rule[], exceptionsOf: (rule: string) => Exceptions): LintResult {
  const findings: RuledFinding[] = []
  const unneeded: RuledFinding[] = []
  for (const { name: rule, findInBank, find } of rules) {
    const inBank = (located: LocatedBank): Finding[] =>
      Array.from(findInBank?.(located.bank, data) ?? [], (fault) => finding(located, ...fault))
    const allowed = new Set(exceptionsOf(rule).flatMap(({ subjects }) => subjects))
    const unused = new Set(allowed)
    for (const found of [...(findInBank ? data.banks.flatMap(inBank) : []), ...(find?.(data) ?? [])]) {
      unused.delete(found.subject)
      if (!allowed.has(found.subject)) findings.push({ ...found, rule })
    }
    for (const subject of unused) {
      const problem = `the exception for ${JSON.stringify(subject)} is no longer needed`
      unneeded.push({ file: fileOf(rule), problem, fix: 'remove it', subject, rule })
    }
  }
  return { findings: findings.sort(byLocation), unneeded }
}

const byLocation = (a: Finding, b: Finding): number => compare(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0)

/**
 * Formats a finding as one line:
 * `banks/ng.jsonl:18 ng-access-bank: LEI "..." has wrong check digits; correct it, or remove it [check-digits]`
 */
export function findingText({ file, line, bank, problem, fix, rule }: RuledFinding): string {
  const location = line === undefined ? file : `${file}:${line}`
  return `${location} ${bank === undefined ? '' : `${bank}: `}${problem}; ${fix} [${rule}]`
}

/**
 * Known exceptions to the lint rules, each with a reason: one file per rule, in `exceptions/`. An exception that
 * matches no finding is itself reported as a finding, so that outdated exceptions are removed.
 */
const exceptionsSchema = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['reason', 'subjects'],
    properties: {
      reason: { type: 'string', minLength: 1 },
      subjects: { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
    },
  },
} as const

export type Exceptions = FromSchema<typeof exceptionsSchema>

export const exceptionsFolder = fileURLToPath(new URL('exceptions/', import.meta.url))

const fileOf = (rule: string): string => `packages/curation/src/lint/exceptions/${rule}.json`

export function exceptionsOf(rule: string): Exceptions {
  const path = `${exceptionsFolder}${rule}.json`
  if (!existsSync(path)) return []
  return createSchemaCheck<Exceptions>(exceptionsSchema)(JSON.parse(readFileSync(path, 'utf8')), { file: fileOf(rule) })
}
