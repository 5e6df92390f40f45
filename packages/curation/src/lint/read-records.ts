/**
 * Reads a data folder for lint. The service rejects a folder at the first fault; this reader keeps every record that
 * can be read and collects the faults, so that one run reports them all.
 */

import { isUtf8 } from 'node:buffer'
import { branchesFolder, countryOfFile, type DataFiles } from '../../../../src/dataset/data-files.ts'
import { dataTables, mapTables } from '../../../../src/dataset/data-tables.ts'
import { type DataFault, DatasetError, excerpt, type ReportFault } from '../../../../src/dataset/dataset-error.ts'
import { readBuild } from '../../../../src/dataset/parse-dataset.ts'
import { compilePatterns, readLine, readTable, requireFile } from '../../../../src/dataset/read-folder.ts'
import { createFaultList, createValidator, type Validator } from '../../../../src/dataset/schema-check.ts'
import { parseBranchRows } from '../../../../src/dataset/tables/branch-rows.ts'
import { type BankRecord, bankRecordSchema } from '../../../../src/directory/records/bank-record.ts'
import { parseTable, sourcesNamedIn } from '../auxiliary-tables.ts'
import { checkCorrections, correctionsFile } from '../read-corrections.ts'
import { bankLine } from '../serialize.ts'
import type { BankFile, BranchList, Finding, LintedData, LocatedBank, TableEntries } from './rule.ts'

const bankFaults = createFaultList(bankRecordSchema)

export function readRecords(files: DataFiles, today: string): LintedData {
  const unreadable: Finding[] = []
  const report: ReportFault = (fault) => unreadable.push(toFinding(fault))
  const tables = mapTables<TableEntries>(({ file, schema, isRequired, keyOf }) => {
    if (!isRequired && !files.has(file)) return []
    const entries = readTable(files, file, createValidator(schema), report)
    const text = requireFile(files, file).toString()
    if (hasDuplicateField(text, JSON.parse(text))) throw DatasetError.at({ file }, duplicateField)
    return entries.map((entry) => ({ ...entry, id: keyOf(entry.row) }))
  })
  const { countries, schemes, sources } = tables
  const bankFiles = readBankFiles(files, report)
  const known = {
    schemes: new Map(schemes.map(({ row }) => [row.id, row])),
    sources: new Map(sources.map(({ row }) => [row.id, row])),
  }
  const validate = createBankValidator(known)
  const banks = bankFiles.flatMap((file) => readBanks(file, validate, report))
  const patterns = compilePatterns(schemes, countries, report)
  const corrections = files.get(correctionsFile)
  const bankById = new Map(banks.map(({ bank }) => [bank.id, bank]))
  return {
    ...known,
    patterns,
    files: bankFiles,
    banks,
    bankById,
    tables,
    countries: countries.map(({ row }) => row),
    sourcesText: requireFile(files, dataTables.sources.file).toString(),
    sourcesOfTables: new Set([...files].flatMap(([name, bytes]) => sourcesOfTable(name, bytes))),
    branchLists: [...files].flatMap(([name, bytes]) => readBranchList(name, bytes, report)),
    corrections: corrections ? checkCorrections(corrections, { ...known, patterns, banks: bankById, today }) : [],
    build: readBuild(files, createValidator),
    unreadable,
    today,
  }
}

function toFinding({ location: { file, line, entry }, reason, fix }: DataFault): Finding {
  const subject = line === undefined ? file : `${file}:${line}`
  const problem = entry === undefined ? reason : `${entry}: ${reason}`
  return { file, ...(line === undefined ? {} : { line }), problem, fix, subject }
}

function readBankFiles(files: DataFiles, report: ReportFault): BankFile[] {
  const bankFiles: BankFile[] = []
  for (const [name, bytes] of files) {
    const country = name.startsWith('banks/') ? countryOfFile(name) : undefined
    if (country === undefined) continue
    if (isUtf8(bytes)) bankFiles.push({ name, country, lines: bytes.toString().split('\n') })
    else report({ location: { file: name }, reason: 'is not UTF-8', fix: 'save it as UTF-8' })
  }
  return bankFiles
}

function readBranchList(file: string, bytes: Buffer, report: ReportFault): BranchList[] {
  if (!file.startsWith(`${branchesFolder}/`)) return []
  const form = /^branches\/([a-z0-9_]+)\.tsv$/.exec(file)?.[1]
  return [{ file, form, rows: form === undefined ? [] : parseBranchRows(bytes, file, report) }]
}

interface KnownIds {
  schemes: ReadonlyMap<string, unknown>
  sources: ReadonlyMap<string, unknown>
}

/** The rules see only records that fit the schema, so the reason for another one also names its unknown schemes and sources. */
const createBankValidator =
  (known: KnownIds): Validator =>
  (value) => {
    const faults = bankFaults(value)
    return faults.length === 0 ? undefined : [...faults, ...unknownIds(value as UncheckedBank, known)].join('; ')
  }

/** A record that does not fit the schema: each field can have any type. */
interface UncheckedBank {
  codes?: unknown
  sources?: unknown
}

function unknownIds(bank: UncheckedBank | null, { schemes, sources }: KnownIds): string[] {
  const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const missing = (ids: unknown[], ofTable: ReadonlyMap<string, unknown>): string[] =>
    ids.filter((id): id is string => typeof id === 'string' && !ofTable.has(id))
  const schemeIds = listOf(bank?.codes).map((code) => (code as { scheme?: unknown } | null)?.scheme)
  return [
    ...missing(schemeIds, schemes).map((id) => `its code scheme ${excerpt(id)} is not in schemes.json`),
    ...missing(listOf(bank?.sources), sources).map((id) => `its source ${excerpt(id)} is not in sources.json`),
  ]
}

/** Skips empty lines: they contain no data, and the rule `form` reports them. */
function readBanks({ name: file, lines }: BankFile, validate: Validator, report: ReportFault): LocatedBank[] {
  const banks: LocatedBank[] = []
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue
    const location = { file, line: index + 1 }
    const bank = readLine<BankRecord>(text.trim(), location, validate, report)
    if (!bank) continue
    const isFormatted = text === bankLine(bank)
    if (!isFormatted && hasDuplicateField(text, bank)) {
      report({ location, reason: duplicateField, fix: 'remove one of them' })
    } else banks.push({ bank, ...location, isFormatted })
  }
  return banks
}

const duplicateField = 'a field occurs twice'

/**
 * Compares the number of fields in the text with the number in the parsed value. Parsing keeps only the last of two
 * fields with the same name, so `--fix` would silently drop the first.
 */
function hasDuplicateField(text: string, value: unknown): boolean {
  const fieldCount = text.match(/"(?:[^"\\]|\\.)*"\s*:/g)?.length ?? 0
  return fieldCount !== countFields(value)
}

function countFields(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce<number>((sum, item) => sum + countFields(item), 0)
  return Array.isArray(value) ? inner : inner + Object.keys(value).length
}

const sourcesOfTable = (name: string, bytes: Buffer): string[] =>
  name.endsWith('.json') && isUtf8(bytes) ? sourcesNamedIn(parseTable(name, bytes.toString())) : []
