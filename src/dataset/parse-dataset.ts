/** Parses the files of a data folder and an operator's overlay. The checks are an option: they take most of the time. */

import type { BranchListRecord } from '../directory/branches/branch-list.ts'
import type { AccountFormRecord } from '../directory/records/account-form-record.ts'
import { toRequirementsTable } from '../directory/records/account-requirements-record.ts'
import { type BankRecord, bankRecordSchema } from '../directory/records/bank-record.ts'
import { buildFile, type DataBuildRecord, dataBuildSchema } from '../directory/records/data-build-record.ts'
import type { Dataset } from '../directory/storage/packed-directory.ts'
import { describeBranchLists } from './branch-files.ts'
import { type AllDataFiles, bankFile, type DataFiles, overlayName } from './data-files.ts'
import { type DataTable, mapTables, type TableName, type Tables } from './data-tables.ts'
import { type FileLocation, throwFault } from './dataset-error.ts'
import { type LocatedLine, locatedLines, mergeLines } from './overlay.ts'
import { parseJson, readLine, readObject, readTable, requireFile, type TableEntry } from './read-folder.ts'
import { readReleases } from './releases.ts'
import { revisionOf } from './revision.ts'
import type { CreateValidator, Validator } from './schema-check.ts'
import { addListedRails, listedRails, type RailList } from './tables/rails.ts'

/** Each function throws `DatasetError` at the first fault. */
export interface DatasetChecks {
  createValidator: CreateValidator
  /** Checks the rows of one file of a table, in the data folder or in the overlay. `before`: the tables before it. */
  checkRows(name: TableName, entries: TableEntry<unknown>[], before: Tables, file: string): void
  /** Checks what also depends on the overlay. */
  checkTables(tables: Tables, files: DataFiles): void
  checkBranchLists(lists: readonly BranchListRecord[], forms: readonly AccountFormRecord[], files: DataFiles): void
  /** Call `add` for every bank, in order, and `finish` after the last one. */
  createBankChecks(tables: Tables, isLoaded: (country: string) => boolean): BankChecks
}

export interface BankChecks {
  add(bank: BankRecord, line: LocatedLine, country: string): void
  finish(): void
}

export interface ParseOptions {
  /** The codes of the countries to load; all countries if undefined. The tables are always loaded as a whole. */
  countries?: readonly string[] | undefined
  /** Undefined for data that has been checked before. */
  checks?: DatasetChecks | undefined
}

/** The revision is that of all files, so it is empty if only some countries are loaded. */
export function parseDataset(all: AllDataFiles, { countries: opened, checks }: ParseOptions): Dataset {
  const { files, changes } = all
  const createValidator = checks?.createValidator ?? addDefaults
  const tables = mapTables<Tables>((table, name, before) =>
    readMerged(files, table, (file) => {
      const validate = createValidator(table.schema)
      // Without checks, the lines of the rows are not needed.
      if (!checks) return readRows(files, file, validate)
      const entries = readTable(files, file, validate, throwFault)
      checks.checkRows(name, entries, before, file)
      return entries.map(({ row }) => row)
    }),
  )
  checks?.checkTables(tables, files)
  const isLoaded = (code: string): boolean => opened?.includes(code) ?? true
  const states = tables.countries.filter(({ code, kind }) => kind === 'country' && isLoaded(code))
  const listed = listedRails(tables.rails, tables.countries)
  const bankFiles = new Map(states.map(({ code }) => [code, readBankFile(files, code, listed.get(code))]))
  const branchLists = describeBranchLists(tables.accountForms, all)
  checks?.checkBranchLists(branchLists, tables.accountForms, files)
  const dates = tables.sources.map(({ date }) => date)
  return {
    ...tables,
    revision: opened ? '' : revisionOf(files, dates),
    schemes: new Map(tables.schemes.map((scheme) => [scheme.id, scheme])),
    sources: new Map(tables.sources.map((source) => [source.id, source])),
    accountRequirements: toRequirementsTable(tables.accountRequirements),
    branchLists,
    lines: new Map([...bankFiles].map(([code, { bytes }]) => [code, bytes])),
    banks: readBanks(bankFiles, createValidator, checks?.createBankChecks(tables, isLoaded)),
    releases: readReleases(changes, createValidator),
    build: readBuild(files, createValidator),
  }
}

/** Adds the default values of the schema, as a validator does, and checks nothing. */
function addDefaults(schema: { properties?: Record<string, { default?: unknown }> }): Validator {
  const defaults = Object.entries(schema.properties ?? {}).filter(([, field]) => field.default !== undefined)
  return (row) => {
    for (const [name, field] of defaults) (row as Record<string, unknown>)[name] ??= field.default
    return undefined
  }
}

/**
 * Calls `read` only for files that exist: compiling a schema takes longer than reading the table, and many data folders
 * have only some of the tables.
 */
function readMerged(
  files: DataFiles,
  { file, isRequired, merge }: DataTable<unknown>,
  read: (file: string) => unknown[],
): unknown[] {
  const shipped = isRequired || files.has(file) ? read(file) : []
  return merge(shipped, files.has(overlayName(file)) ? read(overlayName(file)) : [])
}

function readRows(files: DataFiles, file: string, addDefaultsTo: Validator): unknown[] {
  const rows = parseJson(requireFile(files, file).toString(), { file }) as unknown[]
  for (const row of rows) addDefaultsTo(row)
  return rows
}

interface BankFile {
  bytes: Buffer
  /** Splits the file on demand, so that only one country's lines are in memory at a time. */
  readLines: () => Iterable<LocatedLine>
}

/**
 * Reads a country's bank file, merged with the overlay's file for that country if there is one. `rails`: the rails that
 * list their banks or codes.
 */
function readBankFile(files: DataFiles, country: string, rails: readonly RailList[] = []): BankFile {
  const name = bankFile(country)
  const hasOverlay = files.has(overlayName(name))
  if (!hasOverlay && rails.length === 0) {
    const bytes = requireFile(files, name)
    return { bytes, readLines: () => locatedLines(name, bytes) }
  }
  const overlay = hasOverlay ? [...locatedLines(overlayName(name), requireFile(files, overlayName(name)))] : []
  const shipped = files.has(name) || !hasOverlay ? locatedLines(name, requireFile(files, name)) : []
  const merged = addListedRails(mergeLines(shipped, overlay), rails)
  return { bytes: Buffer.from(merged.map(({ text }) => `${text}\n`).join('')), readLines: () => merged }
}

/** Yields one record at a time, so that the caller need not keep all of them in memory. */
function* readBanks(
  countries: Map<string, BankFile>,
  createValidator: CreateValidator,
  checks: BankChecks | undefined,
): Iterable<BankRecord> {
  const validate = createValidator(bankRecordSchema)
  for (const [country, file] of countries) {
    for (const line of file.readLines()) {
      const bank = readLine(line.text, line.location, validate, throwFault) as BankRecord
      checks?.add(bank, line, country)
      yield bank
    }
  }
  checks?.finish()
}

/** Reads the description of a reduced data build, if the folder has one. */
export function readBuild(files: DataFiles, createValidator: CreateValidator): DataBuildRecord | undefined {
  if (!files.has(buildFile)) return undefined
  const location: FileLocation = { file: buildFile }
  return readObject(requireFile(files, buildFile).toString(), location, createValidator(dataBuildSchema))
}
