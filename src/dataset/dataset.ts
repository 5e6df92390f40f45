/**
 * Reads a data folder and an operator's overlay, checks every record and every reference between records, and throws
 * `DatasetError` at the first fault.
 */
import { toRequirementsTable } from '../directory/records/account-requirements-record.ts'
import { type CountryRecord, isLargeRegion } from '../directory/records/country-record.ts'
import type { OfficialCountRecord } from '../directory/records/official-count.ts'
import type { Scheme } from '../directory/records/scheme.ts'
import type { Dataset } from '../directory/storage/packed-directory.ts'
import { checkBank, collectSuccessors, type KnownReferences } from './cross-references.ts'
import { type AllDataFiles, countryOfFile, type DataFiles, overlayName, readDataFiles } from './data-files.ts'
import { dataTables, type RowOf, type TableName, type Tables } from './data-tables.ts'
import { DatasetError, throwFault } from './dataset-error.ts'
import { type DatasetChecks, parseDataset } from './parse-dataset.ts'
import { compilePatterns, type TableEntry } from './read-folder.ts'
import { createValidator } from './schema-check.ts'
import { formError } from './tables/account-forms.ts'
import { methodError } from './tables/account-requirements.ts'
import { checkBranchLists } from './tables/branch-lists.ts'
import { clearingSystemError } from './tables/clearing-systems.ts'
import { collectRangeBanks, rangeError, rangeOrderError } from './tables/code-ranges.ts'
import { intentWordsError } from './tables/intent-words.ts'
import { railError, railsById } from './tables/rails.ts'
import { ranksError } from './tables/ranks.ts'

/** `overlay`: a folder with an operator's own corrections. */
export const readDataset = (folder: string, overlay?: string): Dataset =>
  parseChecked(readDataFiles({ folder, overlay }))

/** `countries`: the codes of the countries to load; all countries if undefined. */
export const parseChecked = (files: AllDataFiles, countries?: readonly string[]): Dataset =>
  parseDataset(files, { countries, checks: createChecks() })

/** Returns what is wrong with a row of a table, or null if it is valid. `previous`: the row before it in the same file. */
type RowCheck<Row> = (row: Row, known: Known, previous: Row | undefined) => string | null
type Known = KnownReferences & { countries: readonly CountryRecord[] }

const rowChecks: { readonly [Name in TableName]?: RowCheck<RowOf<Name>> } = {
  rails: railError,
  officialCounts: countError,
  codeRanges: (range, known, previous) => rangeError(range, known) ?? rangeOrderError(range, previous),
  accountForms: formError,
  clearingSystems: clearingSystemError,
  ranks: (list, { countries }) => ranksError(list, countries),
  intentWords: (row, { schemes }) => intentWordsError(row, schemes),
}

function createChecks(): DatasetChecks {
  const patterns = new Map<string, RegExp>()
  const knownIn = ({ countries, schemes, sources }: Tables): Known => ({
    countries,
    schemes: new Map(schemes.map((scheme) => [scheme.id, scheme])),
    sources: new Map(sources.map((source) => [source.id, source])),
    patterns,
  })
  return {
    createValidator,
    checkRows: (name, entries, before, file) => {
      if (name === 'countries') compilePatterns([], entries as TableEntry<CountryRecord>[], throwFault)
      if (name === 'schemes')
        for (const [id, pattern] of compilePatterns(entries as TableEntry<Scheme>[], [], throwFault))
          patterns.set(id, pattern)
      if (rowChecks[name]) checkRows(name, entries as never, knownIn(before), file)
    },
    checkTables: (tables, files) => {
      checkCountries(tables, files)
      checkRequirements(tables, knownIn(tables), files)
    },
    checkBranchLists,
    createBankChecks: (tables, isLoaded) => {
      const known = { ...knownIn(tables), rails: railsById(tables.rails, tables.countries) }
      const successors = collectSuccessors(isLoaded)
      const rangeBanks = collectRangeBanks(tables.codeRanges, known.schemes, isLoaded)
      let previous = { id: '', country: '' }
      return {
        add: (bank, { text, location }, country) => {
          if (country === previous.country && bank.id <= previous.id)
            throw DatasetError.at(location, `${bank.id} follows ${previous.id}, but ids must be sorted and unique`)
          previous = { id: bank.id, country }
          if (!text.startsWith(`{"id":"${bank.id}"`)) throw DatasetError.at(location, 'the id is not the first field')
          checkBank(bank, country, known, location)
          successors.add(bank, location)
          rangeBanks.add(bank)
        },
        finish: () => {
          successors.check()
          rangeBanks.check()
        },
      }
    },
  }
}

function checkRows<Name extends TableName>(
  name: Name,
  entries: TableEntry<RowOf<Name>>[],
  known: Known,
  file: string,
): void {
  const { keyOf } = dataTables[name] as { keyOf(row: unknown): string }
  const check = rowChecks[name] as RowCheck<unknown>
  const seen = new Set<string>()
  for (const [at, { row }] of entries.entries()) {
    const key = keyOf(row)
    const reason = seen.has(key) ? 'appears twice' : check(row, known, entries[at - 1]?.row)
    if (reason !== null) throw DatasetError.at({ file }, `${key}: ${reason}`)
    seen.add(key)
  }
}

function countError({ country, source }: OfficialCountRecord, { countries, sources }: Known): string | null {
  if (!countries.some(({ code, kind }) => code === country && kind === 'country')) return `${country} is not a country`
  return sources.has(source) ? null : `its source ${source} is not in sources.json`
}

/** A method of the overlay may use a shared field of the shipped data, so the tables are checked together. */
function checkRequirements({ accountRequirements, accountForms }: Tables, known: Known, files: DataFiles): void {
  const table = toRequirementsTable(accountRequirements)
  const names = [dataTables.accountRequirements.file, overlayName(dataTables.accountRequirements.file)]
  for (const method of table.methods) {
    const reason = methodError(method, table, { ...known, accountForms })
    if (reason !== null)
      throw DatasetError.at({ file: names.filter((name) => files.has(name)).join(' with ') }, `${method.id}: ${reason}`)
  }
}

function checkCountries({ countries, schemes: known, sources }: Tables, files: DataFiles): void {
  const { file } = dataTables.countries
  const schemes = new Set(known.map(({ id }) => id))
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
    if (source !== undefined && !sources.some(({ id }) => id === source))
      throw DatasetError.at({ file }, `${code}: its source ${source} is not in sources.json`)
    const unknownScheme = code_schemes.find((scheme) => !schemes.has(scheme))
    if (unknownScheme)
      throw DatasetError.at({ file }, `${code}: its code scheme ${unknownScheme} is not in schemes.json`)
    if (lender !== undefined && !states.has(lender))
      throw DatasetError.at({ file }, `${code}: ${lender} in its bank_codes_from is not a supported country`)
  }
  for (const name of files.keys()) {
    const code = name.includes('banks/') ? countryOfFile(name.replace(overlayName(''), '')) : undefined
    if (code !== undefined && !states.has(code)) throw DatasetError.at({ file: name }, `${code} is not in ${file}`)
  }
}
