/** Opens the data: loads the banks of all countries or of some, and their indexes, from the cache if it has them. */
import { resolve } from 'node:path'
import { cacheDir as defaultCacheDir, defaultPaths, isPackage } from '../bin/paths.ts'
import { createBranchFileReader } from '../dataset/branch-files.ts'
import type { DataFolders } from '../dataset/data-files.ts'
import { readBuildRecord, readCountryTable } from '../dataset/load/country-table.ts'
import { type IndexedDirectory, loadIndexed } from '../dataset/load/load-directory.ts'
import { readRevision } from '../dataset/revision.ts'
import type { ReadBranchFile } from '../directory/branches/branch-list.ts'
import { lookupError } from '../directory/requests/lookup-error.ts'
import { isObject } from '../directory/requests/values.ts'
import { chooseCountries } from './choose-countries.ts'

export interface OpenOptions {
  /** Codes or names of the countries and regions to open. Default: all. */
  countries?: readonly string[] | undefined
  /** A data folder. Default: the data of the package. */
  dataDir?: string | undefined
  /** A folder with your own corrections. */
  overlayDir?: string | undefined
  /**
   * The folder for what is derived from the data, so that the next process opens faster; false to use none. Default: the
   * user's cache folder.
   */
  cacheDir?: string | false | undefined
}

/** `packed.revision` may be empty; `readRevision` returns it. */
export interface OpenedData extends Pick<IndexedDirectory, 'packed' | 'tables'> {
  readRevision(): string
  readBranchFile: ReadBranchFile
}

export async function openData(options: OpenOptions): Promise<OpenedData> {
  checkFolders(options)
  const { countries, dataDir = defaultPaths.dataDir, overlayDir, cacheDir = defaultCacheDir } = options
  const folders = { folder: resolve(dataDir), overlay: overlayDir && resolve(overlayDir) }
  const cacheFolder = cacheDir === false ? undefined : cacheDir
  // The data of a package was checked before its release. In a clone, contributors edit the data.
  const isTrusted = isPackage && folders.folder === resolve(defaultPaths.dataDir) && folders.overlay === undefined
  const codes = countries === undefined ? undefined : readCodes(countries, folders)
  const { packed, tables, stored } = await loadIndexed(folders, cacheFolder, { countries: codes, isTrusted })
  // The cache only saves time, so a folder that cannot be written to is no reason to fail.
  stored.catch(() => undefined)
  let { revision } = packed
  return {
    packed,
    tables,
    readRevision: () => {
      revision ||= readRevision(folders, cacheFolder)
      return revision
    },
    readBranchFile: createBranchFileReader(folders),
  }
}

function checkFolders(options: OpenOptions): void {
  checkOptions(options, ['countries', 'dataDir', 'overlayDir', 'cacheDir'])
  for (const name of ['dataDir', 'overlayDir', 'cacheDir'] as const) {
    const value: unknown = options[name]
    if (value === undefined || (typeof value === 'string' && value !== '')) continue
    if (name === 'cacheDir' && value === false) continue
    const allowed = `the path of a folder${name === 'cacheDir' ? ', or false' : ''}`
    throw lookupError('parameter_malformed', { name, value, allowed })
  }
}

const readCodes = (countries: unknown, { folder, overlay }: DataFolders): string[] =>
  chooseCountries(countries, readCountryTable(folder, overlay), () => readBuildRecord(folder))

/** Checks the names of the options of a call, for callers without TypeScript. */
export function checkOptions(options: unknown, known: readonly string[]): void {
  if (!isObject(options))
    throw lookupError('parameter_malformed', { name: 'options', value: options, allowed: 'an object' })
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) throw lookupError('parameter_unknown', { value: unknown, known: known.join(', ') })
}
