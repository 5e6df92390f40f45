/**
 * Loads the banks of some countries, and the tables that all countries share. Reads no file of another country, and
 * checks nothing: use it only for data that was checked before, such as the shipped data.
 */
import type { AccountFormRecord } from '../../directory/records/account-form.ts'
import type { RequirementRecord } from '../../directory/records/account-requirements.ts'
import type { BankRecord } from '../../directory/records/bank.ts'
import type { ClearingSystem } from '../../directory/records/clearing-system.ts'
import type { CodeRange } from '../../directory/records/code-range.ts'
import type { CountryRecord } from '../../directory/records/country.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import type { Source } from '../../directory/records/source.ts'
import type { Dataset } from '../../directory/storage/packed-directory.ts'
import { readDataFile } from '../data-file.ts'
import { toRequirementsTable } from '../tables/account-requirements.ts'

export const readCountryTable = (folder: string): CountryRecord[] => readTable(folder, 'countries.json')

/** `codes`: countries, not regions. `revision`: the revision of the whole folder. */
export function readTrustedDataset(folder: string, codes: readonly string[], revision: string): Dataset {
  const schemes = readTable<Scheme>(folder, 'schemes.json')
  for (const scheme of schemes) {
    scheme.level ??= 'bank'
    scheme.use ??= 'payment'
  }
  const lines = new Map(codes.map((code) => [code, readFile(folder, `banks/${code.toLowerCase()}.jsonl`)]))
  return {
    revision,
    countries: readCountryTable(folder),
    schemes: new Map(schemes.map((scheme) => [scheme.id, scheme])),
    sources: new Map(readTable<Source>(folder, 'sources.json').map((source) => [source.id, source])),
    officialCounts: [],
    codeRanges: readTable<CodeRange>(folder, 'code-ranges.json'),
    accountForms: readTable<AccountFormRecord>(folder, 'account-forms.json'),
    accountRequirements: toRequirementsTable(readTable<RequirementRecord>(folder, 'account-requirements.json')),
    clearingSystems: readTable<ClearingSystem>(folder, 'clearing-systems.json'),
    lines,
    banks: banksIn(lines),
    releases: [],
  }
}

/** Yields one record at a time, so that the caller need not keep all of them in memory. */
function* banksIn(lines: ReadonlyMap<string, Buffer>): Iterable<BankRecord> {
  for (const bytes of lines.values()) {
    for (let start = 0, end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      yield JSON.parse(bytes.toString('utf8', start, end))
      start = end + 1
    }
  }
}

const lineFeed = 0x0a

const readFile = (folder: string, path: string): Buffer => readDataFile({ folder, path, name: path })

const readTable = <Row>(folder: string, path: string): Row[] => JSON.parse(readFile(folder, path).toString())
