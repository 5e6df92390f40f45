/** Opens the directory: reads the banks of all countries or of some, and builds the indexes. */
import { fileURLToPath } from 'node:url'
import { readCountryTable, readTrustedDataset } from '../dataset/load/load-countries.ts'
import { createDirectory } from '../directory/directory.ts'
import { createFinder } from '../directory/finder.ts'
import { buildIndexTables } from '../directory/indexes.ts'
import type { CountryRecord } from '../directory/records/country.ts'
import { lookupError } from '../directory/requests/lookup-error.ts'
import { runToEnd } from '../directory/run-to-end.ts'
import { packDirectory } from '../directory/storage/packed-directory.ts'
import { type BankDirectory, createBankDirectory } from './bank-directory.ts'

export interface OpenOptions {
  /** Codes of the countries and regions to open. Default: all. */
  countries?: readonly string[]
  /** A data folder. Default: the data of the package. */
  dataDir?: string
  /** A folder with your own corrections. */
  overlayDir?: string
  /** The folder for the startup cache; false to use none. */
  cacheDir?: string | false
}

const shippedData = fileURLToPath(new URL('../../data', import.meta.url))

export async function openDirectory(options: OpenOptions = {}): Promise<BankDirectory> {
  const { countries: wanted, dataDir = shippedData } = options
  const records = readCountryTable(dataDir)
  const codes = codesOf(wanted ?? records.map(({ code }) => code), records)
  const packed = packDirectory(readTrustedDataset(dataDir, codes, ''))
  return createBankDirectory(createDirectory(packed), createFinder(packed, runToEnd(buildIndexTables(packed))))
}

function codesOf(wanted: readonly string[], records: readonly CountryRecord[]): string[] {
  const opened = new Set<string>()
  for (const input of wanted) {
    const upper = String(input).trim().toUpperCase()
    const found = records.find(({ code, also = [] }) => code === upper || also.includes(upper))
    const supported = records.map(({ code }) => code).join(', ')
    if (!found) throw lookupError('country_unsupported', { value: upper, supported })
    for (const code of found.members ?? [found.code]) opened.add(code)
  }
  return records.filter(({ code }) => opened.has(code)).map(({ code }) => code)
}
