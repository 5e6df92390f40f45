/** Opens the data: loads the banks of all countries or of some, and their indexes, from the cache if it has them. */
import { resolve } from 'node:path'
import { cacheDir as defaultCacheDir, defaultPaths, isPackage } from '../bin/paths.ts'
import { createBranchFileReader } from '../dataset/branch-files.ts'
import { stampData, stampProgram } from '../dataset/cache/folder-stamp.ts'
import { createStampedCache, type StampedCache } from '../dataset/cache/stamped-cache.ts'
import type { DataFolders } from '../dataset/load/background-loader.ts'
import { readBuildRecord, readCountryTable } from '../dataset/load/country-table.ts'
import type { LoadedCountries } from '../dataset/load/load-countries.ts'
import type { ReadBranchFile } from '../directory/branches/branch-list.ts'
import { lookupError } from '../directory/requests/lookup-error.ts'
import { isObject } from '../directory/requests/parameters.ts'
import { chooseCountries } from './choose-countries.ts'
import { createRevision, type ReadRevision } from './revision.ts'

export interface OpenOptions {
  /** Codes or names of the countries and regions to open. Default: all. */
  countries?: readonly string[] | undefined
  /** A data folder. Default: the data of the package. */
  dataDir?: string | undefined
  /** A folder with your own corrections. */
  overlayDir?: string | undefined
  /**
   * The folder for what is derived from the data, so that the next process opens faster; false to use none. Default: the
   * folder of the user for caches.
   */
  cacheDir?: string | false | undefined
}

/** `packed.revision` may be empty; `readRevision` returns it. */
export interface OpenedData extends LoadedCountries {
  readRevision: ReadRevision
  readBranchFile: ReadBranchFile
}

export async function openData(options: OpenOptions): Promise<OpenedData> {
  checkFolders(options)
  const { countries, dataDir = defaultPaths.dataDir, overlayDir, cacheDir = defaultCacheDir } = options
  const folders = { folder: resolve(dataDir), overlay: overlayDir && resolve(overlayDir) }
  const table = readCountryTable(folders.folder, folders.overlay)
  const codes = chooseCountries(countries, table, () => readBuildRecord(folders.folder))
  const cache = cacheDir === false ? undefined : openCache(cacheDir, folders, codes)
  const { packed, tables } = cache?.read<LoadedCountries>('countries') ?? (await load(folders, codes, cache))
  return {
    packed,
    tables,
    readRevision: createRevision(packed.revision, folders.folder, cache),
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

function openCache(cacheDir: string, { folder, overlay }: DataFolders, codes: readonly string[]): StampedCache {
  const key = [process.version, folder, overlay, import.meta.url, ...codes].join('\n')
  return createStampedCache(cacheDir, key, `${stampProgram()}\n${stampData(folder, overlay)}`)
}

async function load(
  folders: DataFolders,
  codes: readonly string[],
  cache: StampedCache | undefined,
): Promise<LoadedCountries> {
  const { loadCountries } = await import('../dataset/load/load-countries.ts')
  // The data of a package was checked before its release. In a clone, contributors edit the data.
  const isChecked = isPackage && folders.folder === resolve(defaultPaths.dataDir) && folders.overlay === undefined
  const loaded = await loadCountries(folders, codes, { isChecked })
  // The cache only saves time, so a folder that cannot be written to is no reason to fail.
  cache?.write('countries', loaded).catch(() => undefined)
  return loaded
}

/** Checks the names of the options of a call, for callers without TypeScript. */
export function checkOptions(options: unknown, known: readonly string[]): void {
  if (!isObject(options))
    throw lookupError('parameter_malformed', { name: 'options', value: options, allowed: 'an object' })
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) throw lookupError('parameter_unknown', { value: unknown, known: known.join(', ') })
}
