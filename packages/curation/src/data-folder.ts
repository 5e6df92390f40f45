/** Reads and checks a data folder for the data tools, and writes changed files back atomically. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readDataset } from '../../../src/dataset/dataset.ts'
import type { AccountFormRecord } from '../../../src/directory/records/account-form.ts'
import type { BankRecord } from '../../../src/directory/records/bank.ts'
import type { CodeRange } from '../../../src/directory/records/code-range.ts'
import type { CountryRecord } from '../../../src/directory/records/country.ts'
import type { CountryRanks } from '../../../src/directory/records/country-ranks.ts'
import type { DataBuildRecord } from '../../../src/directory/records/data-build.ts'
import type { Rail } from '../../../src/directory/records/rail.ts'
import type { Scheme } from '../../../src/directory/records/scheme.ts'
import type { Source } from '../../../src/directory/records/source.ts'
import { bankLine, compare, sourcesText } from './serialize.ts'

export interface DataFolder {
  path: string
  revision: string
  countries: CountryRecord[]
  /** Regions such as SEPA, whose codes have more than two letters. */
  regions: CountryRecord[]
  rails: Rail[]
  schemes: Map<string, Scheme>
  sources: Map<string, Source>
  codeRanges: CodeRange[]
  accountForms: AccountFormRecord[]
  /** The best-known banks of each country, largest country first. */
  ranks: CountryRanks[]
  /** Keyed by id, in country order. */
  banks: Map<string, BankRecord>
  /** What the data lacks; undefined if it is complete. */
  build?: DataBuildRecord | undefined
}

/** Throws `DatasetError` if the data is invalid, just as the service does. */
export function openDataFolder(path: string): DataFolder {
  const { lines: _, releases: __, banks, ...tables } = readDataset(path)
  return { path, ...tables, banks: new Map([...banks].map((bank) => [bank.id, bank])) }
}

/**
 * Writes the banks and the sources, and returns the names of the changed files. Writes all new files next to the old
 * ones before renaming the first, so that a full disk leaves everything unchanged.
 */
export function saveDataFolder({ path, sources, banks }: Pick<DataFolder, 'path' | 'sources' | 'banks'>): string[] {
  const texts = new Map<string, string>([['sources.json', sourcesText(sources.values())]])
  const byCountry = Map.groupBy(banks.values(), ({ country }) => country)
  for (const [country, ofCountry] of byCountry) {
    const lines = ofCountry.toSorted((a, b) => compare(a.id, b.id)).map((bank) => `${bankLine(bank)}\n`)
    texts.set(`banks/${country.toLowerCase()}.jsonl`, lines.join(''))
  }
  return replaceFiles(path, texts)
}

/**
 * Writes only the files whose content changes, and returns their names. `texts` holds the new contents by file name.
 */
export function replaceFiles(folder: string, texts: Map<string, string>): string[] {
  const changed = [...texts].filter(([name, text]) => {
    const file = join(folder, name)
    return !existsSync(file) || readFileSync(file, 'utf8') !== text
  })
  const started: string[] = []
  try {
    for (const [name, text] of changed) {
      const file = join(folder, name)
      mkdirSync(dirname(file), { recursive: true })
      started.push(file)
      writeFileSync(`${file}.new`, text)
    }
    for (const file of started) renameSync(`${file}.new`, file)
  } catch (error) {
    for (const file of started) rmSync(`${file}.new`, { force: true })
    throw error
  }
  return changed.map(([name]) => name)
}
