/** Reads and checks a data folder for the data tools, and writes changed files back atomically. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bankFile } from '../../../src/dataset/data-files.ts'
import { dataTables } from '../../../src/dataset/data-tables.ts'
import { readDataset } from '../../../src/dataset/dataset.ts'
import type { BankRecord } from '../../../src/directory/records/bank-record.ts'
import type { Dataset } from '../../../src/directory/storage/packed-directory.ts'
import { bankLine, compare, sourcesText } from './serialize.ts'

type DataTables = Pick<
  Dataset,
  | 'revision'
  | 'countries'
  | 'schemes'
  | 'sources'
  | 'codeRanges'
  | 'accountForms'
  | 'rails'
  | 'ranks'
  | 'intentWords'
  | 'build'
>

export interface DataFolder extends DataTables {
  path: string
  /** Keyed by id, in country order. */
  banks: Map<string, BankRecord>
}

/** Throws `DatasetError` if the data is invalid, just as the service does. */
export function openDataFolder(path: string): DataFolder {
  const dataset = readDataset(path)
  return { ...dataset, path, banks: new Map([...dataset.banks].map((bank) => [bank.id, bank])) }
}

/**
 * Writes the banks and the sources, and returns the names of the changed files. Writes all new files next to the old
 * ones before renaming the first, so that a full disk leaves everything unchanged.
 */
export function saveDataFolder({ path, sources, banks }: Pick<DataFolder, 'path' | 'sources' | 'banks'>): string[] {
  const text = sourcesText(sources.values())
  return replaceFiles(path, new Map([[dataTables.sources.file, text], ...bankTexts(banks)]))
}

/** Returns the texts of the bank files by file name. `before`: leaves out the countries whose records are all the same. */
export function bankTexts(banks: DataFolder['banks'], before?: DataFolder['banks']): Map<string, string> {
  const byCountry = [...Map.groupBy(banks.values(), ({ country }) => country)]
  const changed = byCountry.filter(([, ofCountry]) => ofCountry.some((bank) => before?.get(bank.id) !== bank))
  return new Map(
    changed.map(([country, ofCountry]) => {
      const lines = ofCountry.toSorted((a, b) => compare(a.id, b.id)).map((bank) => `${bankLine(bank)}\n`)
      return [bankFile(country), lines.join('')]
    }),
  )
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
