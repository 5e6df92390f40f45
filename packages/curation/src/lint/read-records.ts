/**
 * Reads a data folder for lint. The service rejects a folder at the first fault; this reader keeps every record that
 * can be read and collects the faults, so that one run reports them all.
 */

import { isUtf8 } from 'node:buffer'
import type { DataFiles } from '../../../../src/dataset/data-files.ts'
import { branchesFolder } from '../../../../src/dataset/data-files.ts'
import { type DataFault, DatasetError, type ReportFault } from '../../../../src/dataset/dataset-error.ts'
import {
  compilePatterns,
  readBank,
  readTable,
  requireFile,
  type TableEntry,
} from '../../../../src/dataset/read-folder.ts'
import { createValidator, type Validator } from '../../../../src/dataset/schema-check.ts'
import { accountFormsFile } from '../../../../src/dataset/tables/account-forms.ts'
import { accountRequirementsFile } from '../../../../src/dataset/tables/account-requirements.ts'
import { parseBranchRows } from '../../../../src/dataset/tables/branch-rows.ts'
import { clearingSystemsFile } from '../../../../src/dataset/tables/clearing-systems.ts'
import { codeRangesFile } from '../../../../src/dataset/tables/code-ranges.ts'
import { readBuild } from '../../../../src/dataset/tables/data-build.ts'
import { ranksFile } from '../../../../src/dataset/tables/ranks.ts'
import { type AccountFormRecord, accountFormSchema } from '../../../../src/directory/records/account-form.ts'
import {
  type RequirementRecord,
  requirementRecordSchema,
} from '../../../../src/directory/records/account-requirements.ts'
import { type ClearingSystem, clearingSystemSchema } from '../../../../src/directory/records/clearing-system.ts'
import { type CodeRange, codeRangeSchema } from '../../../../src/directory/records/code-range.ts'
import { type CountryRecord, countryRecordSchema, isLargeRegion } from '../../../../src/directory/records/country.ts'
import { type CountryRanks, countryRanksSchema } from '../../../../src/directory/records/country-ranks.ts'
import { type Rail, railSchema, railsFile } from '../../../../src/directory/records/rail.ts'
import { type Scheme, schemeSchema } from '../../../../src/directory/records/scheme.ts'
import { type Source, sourceSchema } from '../../../../src/directory/records/source.ts'
import { parseTable, sourcesNamedIn } from '../auxiliary-tables.ts'
import { checkCorrections, correctionsFile } from '../read-corrections.ts'
import { bankLine } from '../serialize.ts'
import type { BankFile, BranchList, Finding, LintedData, LocatedBank } from './rule.ts'

const validateForm = createValidator(accountFormSchema)
const validateCountry = createValidator(countryRecordSchema)
const validateClearingSystem = createValidator(clearingSystemSchema)
const validateRange = createValidator(codeRangeSchema)
const validateRail = createValidator(railSchema)
const validateRanks = createValidator(countryRanksSchema)
const validateRequirement = createValidator(requirementRecordSchema)
const validateScheme = createValidator(schemeSchema)
const validateSource = createValidator(sourceSchema)

export function readRecords(files: DataFiles, today: string): LintedData {
  const unreadable: Finding[] = []
  const report: ReportFault = (fault) => unreadable.push(toFinding(fault))
  const read = <Row>(file: string, validate: Validator): TableEntry<Row>[] => {
    const entries = readTable<Row>(files, file, validate, report)
    const text = requireFile(files, file).toString()
    if (hasDuplicateField(text, JSON.parse(text))) throw DatasetError.at({ file }, duplicateField)
    return entries
  }
  const countries = read<CountryRecord>('countries.json', validateCountry)
  const schemes = read<Scheme>('schemes.json', validateScheme)
  const sources = read<Source>('sources.json', validateSource)
  const ranges = files.has(codeRangesFile) ? read<CodeRange>(codeRangesFile, validateRange) : []
  const forms = files.has(accountFormsFile) ? read<AccountFormRecord>(accountFormsFile, validateForm) : []
  const systems = files.has(clearingSystemsFile)
    ? read<ClearingSystem>(clearingSystemsFile, validateClearingSystem)
    : []
  const requirements = files.has(accountRequirementsFile)
    ? read<RequirementRecord>(accountRequirementsFile, validateRequirement)
    : []
  const rails = files.has(railsFile) ? read<Rail>(railsFile, validateRail) : []
  const ranks = files.has(ranksFile) ? read<CountryRanks>(ranksFile, validateRanks) : []
  const bankFiles = readBankFiles(files, report)
  const banks = bankFiles.flatMap((file) => readBanks(file, report))
  const known = {
    schemes: new Map(schemes.map(({ row }) => [row.id, row])),
    sources: new Map(sources.map(({ row }) => [row.id, row])),
    patterns: compilePatterns(schemes, countries, report),
  }
  const corrections = files.get(correctionsFile)
  const ids = new Set(banks.map(({ bank }) => bank.id))
  return {
    ...known,
    files: bankFiles,
    banks,
    countries: countries.map(({ row }) => row).filter((row) => !isLargeRegion(row)),
    regions: countries.map(({ row }) => row).filter(isLargeRegion),
    entries: [...schemes, ...sources].map(({ location: { entry, file, line } }) => ({ id: entry, file, line })),
    sourcesText: requireFile(files, 'sources.json').toString(),
    sourcesOfTables: new Set([...files].flatMap(([name, bytes]) => sourcesOfTable(name, bytes))),
    codeRanges: ranges.map(({ row, location: { file, line } }) => ({ range: row, file, line })),
    accountForms: forms.map(({ row, location: { file, line } }) => ({ form: row, file, line })),
    branchLists: [...files].flatMap(([name, bytes]) => readBranchList(name, bytes, report)),
    clearingSystems: systems.map(({ row, location: { file, line } }) => ({ system: row, file, line })),
    accountRequirements: requirements.map(({ row, location: { file, line } }) => ({ row, file, line })),
    rails: rails.map(({ row, location: { file, line } }) => ({ rail: row, file, line })),
    ranks: ranks.map(({ row, location: { file, line } }) => ({ list: row, file, line })),
    corrections: corrections ? checkCorrections(corrections, { ...known, banks: ids, today }) : [],
    build: readBuild(files),
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
    const country = /^banks\/(.*)\.jsonl$/.exec(name)?.[1]?.toUpperCase()
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

/** Skips empty lines: they contain no data, and the rule `form` reports them. */
function readBanks({ name: file, lines }: BankFile, report: ReportFault): LocatedBank[] {
  const banks: LocatedBank[] = []
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue
    const location = { file, line: index + 1 }
    const bank = readBank(text.trim(), location, report)
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
