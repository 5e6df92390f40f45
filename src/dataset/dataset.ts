/**
 * Parses the files of a data folder and an operator's overlay, checks every record and every reference between records,
 * and throws `DatasetError` at the first fault.
 */
import { type AccountFormRecord, accountFormSchema } from '../directory/records/account-form.ts'
import {
  type AccountRequirementsTable,
  type RequirementRecord,
  requirementRecordSchema,
  toRequirementsTable,
} from '../directory/records/account-requirements.ts'
import type { BankRecord } from '../directory/records/bank.ts'
import { type ClearingSystem, clearingSystemSchema } from '../directory/records/clearing-system.ts'
import { type CodeRange, codeRangeSchema } from '../directory/records/code-range.ts'
import { type CountryRecord, countryRecordSchema, isLargeRegion } from '../directory/records/country.ts'
import { type CountryRanks, countryRanksSchema } from '../directory/records/country-ranks.ts'
import { type OfficialCountRecord, officialCountSchema } from '../directory/records/official-count.ts'
import { type Rail, railSchema, railsFile } from '../directory/records/rail.ts'
import { type Scheme, schemeSchema } from '../directory/records/scheme.ts'
import { type Source, sourceSchema } from '../directory/records/source.ts'
import type { Dataset } from '../directory/storage/packed-directory.ts'
import { type BankReferences, checkBank, collectSuccessors, type KnownReferences } from './cross-references.ts'
import { type AllDataFiles, type DataFiles, overlayName, readDataFiles } from './data-files.ts'
import { DatasetError, throwFault } from './dataset-error.ts'
import { type LocatedLine, locatedLines, mergeLines, mergeRows } from './overlay.ts'
import { compilePatterns, readBank, readTable, requireFile, type TableEntry } from './read-folder.ts'
import { readReleases } from './releases.ts'
import { revisionOf } from './revision.ts'
import { createValidator, type Validator } from './schema-check.ts'
import { accountFormsFile, checkForms } from './tables/account-forms.ts'
import {
  accountRequirementsFile,
  checkRequirements,
  type RequirementReferences,
} from './tables/account-requirements.ts'
import { readBranchLists } from './tables/branch-lists.ts'
import { checkClearingSystems, clearingSystemsFile } from './tables/clearing-systems.ts'
import { checkRanges, codeRangesFile, collectRangeBanks, mergeRanges } from './tables/code-ranges.ts'
import { readBuild } from './tables/data-build.ts'
import { addListedRails, checkRails, hasListedRails, type KnownRails } from './tables/rails.ts'
import { checkRanks, ranksFile } from './tables/ranks.ts'

/** `overlay`: a folder with an operator's own corrections. */
export const readDataset = (folder: string, overlay?: string): Dataset => parseDataset(readDataFiles(folder, overlay))

/** `opened`: the codes of the countries to load; all countries if undefined. The tables are always loaded as a whole. */
export function parseDataset({ files, changes }: AllDataFiles, opened?: ReadonlySet<string>): Dataset {
  const countryEntries = readMergedTable<CountryRecord>(files, 'countries.json', createValidator(countryRecordSchema))
  const schemeEntries = readMergedTable<Scheme>(files, 'schemes.json', createValidator(schemeSchema))
  const sources = readMergedTable<Source>(files, 'sources.json', createValidator(sourceSchema)).map(({ row }) => row)
  const areas = countryEntries.map(({ row }) => row)
  const regions = areas.filter(isLargeRegion)
  const countries = areas.filter((area) => !isLargeRegion(area))
  const known = {
    schemes: new Map(schemeEntries.map(({ row }) => [row.id, row])),
    sources: new Map(sources.map((source) => [source.id, source])),
  }
  const patterns = compilePatterns(schemeEntries, countryEntries, throwFault)
  checkCountries(files, areas, known)
  const rails = readRails(files)
  const knownRails = checkRails(rails, { ...known, areas })
  const officialCounts = readCounts(files, countries, known.sources)
  const codeRanges = readRanges(files, { ...known, patterns })
  const accountForms = readForms(files, { ...known, patterns })
  const accountRequirements = readRequirements(files, { ...known, countries, accountForms })
  const clearingSystems = readClearingSystems(files, { ...known, patterns })
  const ranks = readRanks(files, countries)
  const isLoaded = (code: string): boolean => opened?.has(code) ?? true
  const states = countries.filter(({ code, kind }) => kind === 'country' && isLoaded(code))
  const bankFiles = new Map(states.map(({ code }) => [code, readBankFile(files, code, knownRails)]))
  const revision = revisionOf(
    files,
    sources.map(({ date }) => date),
  )
  const bytes = new Map([...bankFiles].map(([code, file]) => [code, file.bytes]))
  const banks = readBanks(bankFiles, { ...known, patterns, rails: knownRails }, codeRanges, isLoaded)
  const branchLists = readBranchLists(files, accountForms, isLoaded)
  const accounts = { accountForms, accountRequirements, clearingSystems, branchLists }
  const tables = { countries, regions, rails, ...known, officialCounts, codeRanges, ...accounts, ranks }
  return { revision, ...tables, lines: bytes, banks, releases: readReleases(changes), build: readBuild(files) }
}

interface BankFile {
  bytes: Buffer
  /** Splits the file on demand, so that only one country's lines are in memory at a time. */
  readLines: () => LocatedLine[]
}

/** Reads a country's bank file, merged with the overlay's file for that country if there is one. */
function readBankFile(files: DataFiles, country: string, rails: KnownRails): BankFile {
  const name = `banks/${country.toLowerCase()}.jsonl`
  if (!files.has(overlayName(name)) && !hasListedRails(country, rails)) {
    const bytes = requireFile(files, name)
    return { bytes, readLines: () => locatedLines(name, bytes) }
  }
  const linesOf = (file: string): LocatedLine[] => locatedLines(file, requireFile(files, file))
  const overlay = files.has(overlayName(name)) ? linesOf(overlayName(name)) : []
  const shipped = files.has(name) || overlay.length === 0 ? linesOf(name) : []
  const merged = addListedRails(mergeLines(shipped, overlay), country, rails)
  return { bytes: Buffer.from(merged.map(({ text }) => `${text}\n`).join('')), readLines: () => merged }
}

function readMergedTable<Row>(files: DataFiles, name: string, validate: Validator): TableEntry<Row>[] {
  const shipped = readTable<Row>(files, name, validate, throwFault)
  if (!files.has(overlayName(name))) return shipped
  const overlay = readTable<Row>(files, overlayName(name), validate, throwFault)
  return mergeRows(shipped, overlay, ({ location }) => location.entry)
}

/**
 * Reads an optional table from the shipped data and from the overlay. Compiles the schema only if the table exists:
 * compiling takes longer than reading the table, and many data folders do not have one.
 */
function readOptionalTable<Row>(files: DataFiles, name: string, schema: object): { shipped: Row[]; overlay: Row[] } {
  if (!files.has(name) && !files.has(overlayName(name))) return { shipped: [], overlay: [] }
  const validate = createValidator(schema)
  const read = (file: string): Row[] =>
    files.has(file) ? readTable<Row>(files, file, validate, throwFault).map(({ row }) => row) : []
  return { shipped: read(name), overlay: read(overlayName(name)) }
}

function readRanges(files: DataFiles, known: KnownReferences): CodeRange[] {
  const { shipped, overlay } = readOptionalTable<CodeRange>(files, codeRangesFile, codeRangeSchema)
  checkRanges(shipped, known, codeRangesFile)
  checkRanges(overlay, known, overlayName(codeRangesFile))
  return mergeRanges(shipped, overlay)
}

function readForms(files: DataFiles, known: KnownReferences): AccountFormRecord[] {
  const { shipped, overlay } = readOptionalTable<AccountFormRecord>(files, accountFormsFile, accountFormSchema)
  checkForms(shipped, known, accountFormsFile)
  checkForms(overlay, known, overlayName(accountFormsFile))
  return mergeRows(shipped, overlay, ({ id }) => id)
}

function readClearingSystems(files: DataFiles, known: KnownReferences): ClearingSystem[] {
  const { shipped, overlay } = readOptionalTable<ClearingSystem>(files, clearingSystemsFile, clearingSystemSchema)
  checkClearingSystems(shipped, known, clearingSystemsFile)
  checkClearingSystems(overlay, known, overlayName(clearingSystemsFile))
  return mergeRows(shipped, overlay, ({ code }) => code)
}

/** An overlay's list takes the place of the country's shipped list, because the order of the lists has a meaning. */
function readRanks(files: DataFiles, countries: CountryRecord[]): CountryRanks[] {
  const { shipped, overlay } = readOptionalTable<CountryRanks>(files, ranksFile, countryRanksSchema)
  checkRanks(shipped, countries, ranksFile)
  checkRanks(overlay, countries, overlayName(ranksFile))
  return mergeRows(shipped, overlay, ({ country }) => country)
}

/** Rails of an overlay take the place of the shipped ones. */
function readRails(files: DataFiles): Rail[] {
  const { shipped, overlay } = readOptionalTable<Rail>(files, railsFile, railSchema)
  return mergeRows(shipped, overlay, ({ id }) => id)
}

function readRequirements(files: DataFiles, known: RequirementReferences): AccountRequirementsTable {
  const file = accountRequirementsFile
  const { shipped, overlay } = readOptionalTable<RequirementRecord>(files, file, requirementRecordSchema)
  const table = toRequirementsTable(mergeRows(shipped, overlay, ({ id }) => id))
  checkRequirements(table, known, overlay.length > 0 ? `${file} with ${overlayName(file)}` : file)
  return table
}

function readCounts(files: DataFiles, countries: CountryRecord[], sources: Map<string, Source>): OfficialCountRecord[] {
  const file = 'official-counts.json'
  const { shipped, overlay } = readOptionalTable<OfficialCountRecord>(files, file, officialCountSchema)
  const counts = mergeRows(shipped, overlay, ({ country, of }) => `${country} ${of}`)
  for (const { country, of, source } of counts) {
    const fail = (reason: string): never => {
      throw DatasetError.at({ file }, `the count of ${of}: ${reason}`)
    }
    if (!countries.some(({ code, kind }) => code === country && kind === 'country')) fail(`${country} is not a country`)
    if (!sources.has(source)) fail(`its source ${source} is not in sources.json`)
  }
  return counts
}

/** Yields one record at a time, so that the caller need not keep all of them in memory. */
function* readBanks(
  countries: Map<string, BankFile>,
  known: BankReferences,
  codeRanges: CodeRange[],
  isLoaded: (country: string) => boolean,
): Iterable<BankRecord> {
  const successors = collectSuccessors(isLoaded)
  const rangeBanks = collectRangeBanks(codeRanges, known.schemes, isLoaded)
  for (const [country, file] of countries) {
    let previousId = ''
    for (const { text, location } of file.readLines()) {
      const bank = readBank(text, location, throwFault) as BankRecord
      if (bank.id <= previousId)
        throw DatasetError.at(location, `${bank.id} follows ${previousId}, but ids must be sorted and unique`)
      previousId = bank.id
      if (!text.startsWith(`{"id":"${bank.id}"`)) throw DatasetError.at(location, 'the id is not the first field')
      checkBank(bank, country, known, location)
      successors.add(bank, location)
      rangeBanks.add(bank)
      yield bank
    }
  }
  successors.check()
  rangeBanks.check()
}

function checkCountries(
  files: DataFiles,
  countries: CountryRecord[],
  { schemes, sources }: Pick<KnownReferences, 'schemes' | 'sources'>,
): void {
  const file = 'countries.json'
  const states = new Set(countries.filter(({ kind }) => kind === 'country').map(({ code }) => code))
  const taken = new Set(countries.map(({ code }) => code))
  for (const country of countries) {
    const { code, kind, members = [], code_schemes = [], also = [], bank_codes_from: lender, source } = country
    for (const other of also) {
      if (taken.has(other)) throw DatasetError.at({ file }, `${code}: its other code ${other} is already taken`)
      taken.add(other)
    }
    if ((kind === 'region') !== members.length > 0)
      throw DatasetError.at({ file }, `${code}: a country has no members, and a region has at least one`)
    const unknownMember = members.find((member) => !states.has(member))
    if (unknownMember)
      throw DatasetError.at({ file }, `${code}: its member ${unknownMember} is not a supported country`)
    if (kind === 'country' && isLargeRegion(country))
      throw DatasetError.at({ file }, `${code}: the code of a country has two letters`)
    if (source !== undefined && !sources.has(source))
      throw DatasetError.at({ file }, `${code}: its source ${source} is not in sources.json`)
    const unknownScheme = code_schemes.find((scheme) => !schemes.has(scheme))
    if (unknownScheme)
      throw DatasetError.at({ file }, `${code}: its code scheme ${unknownScheme} is not in schemes.json`)
    if (lender !== undefined && !states.has(lender))
      throw DatasetError.at({ file }, `${code}: ${lender} in its bank_codes_from is not a supported country`)
  }
  for (const name of files.keys()) {
    const code = /^(?:overlay\/)?banks\/(.*)\.jsonl$/.exec(name)?.[1]?.toUpperCase()
    if (code !== undefined && !states.has(code)) throw DatasetError.at({ file: name }, `${code} is not in ${file}`)
  }
}
