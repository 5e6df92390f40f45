/**
 * Loads the banks of some countries, the tables that all countries share, and the indexes. Reads no file of another
 * country. The data of a package is not checked again: CI has checked it, and compiling the schemas would take longer
 * than everything else here.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createIndexTablesBuilder, type IndexTables } from '../../directory/indexes.ts'
import type { AccountFormRecord } from '../../directory/records/account-form.ts'
import { type RequirementRecord, toRequirementsTable } from '../../directory/records/account-requirements.ts'
import type { BankRecord } from '../../directory/records/bank.ts'
import type { ClearingSystem } from '../../directory/records/clearing-system.ts'
import type { CodeRange } from '../../directory/records/code-range.ts'
import { type CountryRecord, isLargeRegion } from '../../directory/records/country.ts'
import type { CountryRanks } from '../../directory/records/country-ranks.ts'
import { type Rail, railsFile } from '../../directory/records/rail.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import type { Source } from '../../directory/records/source.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import { createBankTable } from '../../directory/storage/bank-table.ts'
import { type Dataset, type PackedDirectory, packDirectory } from '../../directory/storage/packed-directory.ts'
import { describeBranchLists } from '../branch-files.ts'
import { readDataFile } from '../data-file.ts'
import { DatasetError } from '../dataset-error.ts'
import { parseJson } from '../parse-json.ts'
import type { DataFolders } from './background-loader.ts'
import { readBuildRecord, readCountryTable } from './country-table.ts'

export interface LoadedCountries {
  /** Its `revision` is empty if the data was not checked: computing it takes as long as reading all countries. */
  packed: PackedDirectory
  tables: IndexTables
}

/** `codes`: countries, not regions. `isChecked`: whether the data has been checked before. */
export async function loadCountries(
  { folder, overlay }: DataFolders,
  codes: readonly string[],
  { isChecked }: { isChecked: boolean },
): Promise<LoadedCountries> {
  const dataset = isChecked ? readTrusted(folder, codes) : await readUnchecked(folder, overlay, codes)
  const builder = createIndexTablesBuilder(dataset)
  const packed = packDirectory({ ...dataset, banks: observe(dataset.banks, builder.add) })
  return { packed, tables: runToEnd(builder.finish(createBankTable(packed))) }
}

/** Packing and indexing share one pass, because parsing the records takes as long as either. */
function* observe<Item>(items: Iterable<Item>, visit: (item: Item) => void): Iterable<Item> {
  for (const item of items) {
    visit(item)
    yield item
  }
}

async function readUnchecked(folder: string, overlay: string | undefined, codes: readonly string[]): Promise<Dataset> {
  const [{ parseDataset }, { readDataFiles }] = await Promise.all([import('../dataset.ts'), import('../data-files.ts')])
  const { files } = readDataFiles(folder, overlay)
  return parseDataset({ files, changes: new Map() }, new Set(codes))
}

function readTrusted(folder: string, codes: readonly string[]): Dataset {
  const countries = readCountryTable(folder)
  const schemes = readTable<Scheme>(folder, 'schemes.json')
  for (const scheme of schemes) {
    // The defaults of the schema.
    scheme.level ??= 'bank'
    scheme.use ??= 'payment'
  }
  const isOpened = ({ code }: CountryRecord): boolean => codes.includes(code)
  const accountForms = readOptional<AccountFormRecord>(folder, 'account-forms.json')
  const lines = new Map(countries.filter(isOpened).map(({ code }) => [code, readFile(folder, bankFileOf(code))]))
  return {
    revision: '',
    countries,
    regions: readTable<CountryRecord>(folder, 'countries.json').filter(isLargeRegion),
    rails: readOptional<Rail>(folder, railsFile),
    schemes: new Map(schemes.map((scheme) => [scheme.id, scheme])),
    sources: new Map(readTable<Source>(folder, 'sources.json').map((source) => [source.id, source])),
    officialCounts: [],
    codeRanges: readOptional<CodeRange>(folder, 'code-ranges.json'),
    accountForms,
    branchLists: describeBranchLists(accountForms, (name) => existsSync(join(folder, name))),
    accountRequirements: toRequirementsTable(readOptional<RequirementRecord>(folder, 'account-requirements.json')),
    clearingSystems: readOptional<ClearingSystem>(folder, 'clearing-systems.json'),
    ranks: readOptional<CountryRanks>(folder, 'ranks.json'),
    lines,
    banks: banksIn(lines),
    releases: [],
    build: readBuildRecord(folder),
  }
}

/** Yields one record at a time, so that the caller need not keep all of them in memory. */
function* banksIn(lines: ReadonlyMap<string, Buffer>): Iterable<BankRecord> {
  for (const [code, bytes] of lines) {
    const file = bankFileOf(code)
    let [line, start] = [1, 0]
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      yield parseJson(bytes.toString('utf8', start, end), { file, line }) as BankRecord
      start = end + 1
      line++
    }
    if (start < bytes.length) throw DatasetError.at({ file, line }, 'there is no newline at the end of the file')
  }
}

const lineFeed = 0x0a

const bankFileOf = (code: string): string => `banks/${code.toLowerCase()}.jsonl`

const readFile = (folder: string, path: string): Buffer => readDataFile({ folder, path, name: path })

const readTable = <Row>(folder: string, path: string): Row[] =>
  parseJson(readFile(folder, path).toString(), { file: path }) as Row[]

const readOptional = <Row>(folder: string, path: string): Row[] =>
  existsSync(join(folder, path)) ? readTable(folder, path) : []
