/** A data folder in the workshop: read whole and checked, changed in memory, and written back as one step. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readDataset } from '../dataset/dataset.ts'
import type { BankRecord } from '../directory/records/bank.ts'
import type { CodeRange } from '../directory/records/code-range.ts'
import type { CountryRecord } from '../directory/records/country.ts'
import type { Scheme } from '../directory/records/scheme.ts'
import type { Source } from '../directory/records/source.ts'
import { bankLine, compare, sourcesText } from './serialize.ts'

export interface DataFolder {
  path: string
  revision: string
  countries: CountryRecord[]
  schemes: Map<string, Scheme>
  sources: Map<string, Source>
  codeRanges: CodeRange[]
  /** By id, country after country. */
  banks: Map<string, BankRecord>
}

/** Fails with `BrokenDataset` where the service would. */
export function openDataFolder(path: string): DataFolder {
  const { banks, revision, countries, schemes, sources, codeRanges } = readDataset(path)
  const byId = new Map([...banks].map((bank) => [bank.id, bank]))
  return { path, revision, countries, schemes, sources, codeRanges, banks: byId }
}

/**
 * Writes the banks and the sources back; answers the names of the files that are others now. Every file is written beside
 * the old one before the first takes its place, so that a full disk leaves everything as it was.
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

/** By name within the folder. Files that hold the text already are left alone. */
export function replaceFiles(folder: string, texts: Map<string, string>): string[] {
  const changed = [...texts].filter(([name, text]) => {
    const file = join(folder, name)
    return !existsSync(file) || readFileSync(file, 'utf8') !== text
  })
  const begun: string[] = []
  try {
    for (const [name, text] of changed) {
      const file = join(folder, name)
      mkdirSync(dirname(file), { recursive: true })
      begun.push(file)
      writeFileSync(`${file}.new`, text)
    }
    for (const file of begun) renameSync(`${file}.new`, file)
  } catch (error) {
    for (const file of begun) rmSync(`${file}.new`, { force: true })
    throw error
  }
  return changed.map(([name]) => name)
}
