/** Finds and reads the files of a data folder and an operator's overlay, and computes a digest of them. */
import type { Hash } from 'node:crypto'
import { existsSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type DataFile, readDataFile, withDataFile } from './data-file.ts'
import { DatasetError } from './dataset-error.ts'
import { bytesMax } from './regular-file.ts'

export interface DataFolders {
  folder: string
  /** A folder with the operator's own corrections. */
  overlay?: string | undefined
}

/** File contents by name. */
export type DataFiles = ReadonlyMap<string, Buffer>

export interface AllDataFiles {
  /** The data files, sorted by path. Names of files in the overlay start with `overlay/`. */
  files: DataFiles
  /** The changes of past releases, which do not count towards the data revision. */
  changes: DataFiles
  /** The names of the files of countries that were not requested. */
  unread: ReadonlySet<string>
}

export const branchesFolder = 'branches'
export const changesFolder = 'changes'

/** The folders of a data folder, and the names of the files in them that are read. */
export const dataFolders: Readonly<Record<string, RegExp>> = {
  '': /\.jsonl?$/,
  banks: /\.jsonl$/,
  [branchesFolder]: /\.tsv$/,
  [changesFolder]: /\.jsonl$/,
}

/** Paths within a data folder. */
export const bankFile = (country: string): string => `banks/${country.toLowerCase()}.jsonl`
export const branchFile = (form: string): string => `${branchesFolder}/${form}.tsv`
export const changesFile = (revision: string): string => `${changesFolder}/${revision}.jsonl`

/** Returns the country of a file with banks or branches, or undefined. The id of an account form starts with its country. */
export const countryOfFile = (path: string): string | undefined =>
  /^(?:banks|branches)\/([^_]*)(?:_.*)?\.(?:jsonl|tsv)$/.exec(path)?.[1]?.toUpperCase()

export const overlayName = (name: string): string => `overlay/${name}`

/** `countries`: reads the tables and the files of these countries; without it, reads everything. */
export function readDataFiles(folders: DataFolders, countries?: readonly string[]): AllDataFiles {
  const { data, changes, unread } = findFiles(folders, countries)
  return { files: readAll(data), changes: readAll(changes), unread: new Set(unread.map(({ name }) => name)) }
}

/** Reads all files that count towards the data revision. */
export const readFiles = (folder: string, overlay?: string): DataFiles => readAll(findFiles({ folder, overlay }).data)

/** Reads the files that list the changes of past releases. */
export const readChangeFiles = (folder: string): DataFiles => readAll(filesIn(folder, [changesFolder]))

/** Identifies the content of the files; it names the files of the startup cache. */
export function digestOf({ files, changes, unread }: AllDataFiles): string {
  const hash = createHash().update(joinNames(unread))
  for (const [name, bytes] of [...files, ...changes]) {
    hash.update(headOf(name, bytes.length)).update(isBranchList(name) ? String(crc32(bytes)) : bytes)
  }
  return shorten(hash)
}

/** Like `digestOf` for the files that `readDataFiles` would read, but reads them in chunks, so that they take no memory. */
export function digestFolders(folders: DataFolders, countries?: readonly string[]): string {
  const { data, changes, unread } = findFiles(folders, countries)
  const hash = createHash().update(joinNames(unread.map(({ name }) => name)))
  const chunk = Buffer.allocUnsafeSlow(chunkBytes)
  for (const file of [...data, ...changes]) {
    withDataFile(file, (handle, size) => {
      hash.update(headOf(file.name, size))
      let checksum = 0
      for (let length = readSync(handle, chunk); length > 0; length = readSync(handle, chunk)) {
        const bytes = chunk.subarray(0, length)
        if (isBranchList(file.name)) checksum = crc32(bytes, checksum)
        else hash.update(bytes)
      }
      if (isBranchList(file.name)) hash.update(String(checksum))
    })
  }
  return shorten(hash)
}

/**
 * Describes the state of the same files by their sizes and times, in a tenth of the time. A change of a file always
 * changes its ctime, which programs cannot set. `newestMs`: when the newest file changed.
 */
export function stampFolders(folders: DataFolders, countries?: readonly string[]): { stamp: string; newestMs: number } {
  const { data, changes, unread } = findFiles(folders, countries)
  const stamps = [...data, ...changes].map(stampOf)
  return {
    stamp: [joinNames(unread.map(({ name }) => name)), ...stamps.map(({ text }) => text)].join('\n'),
    newestMs: Math.max(0, ...stamps.map(({ changedMs }) => changedMs)),
  }
}

function stampOf({ folder, path }: DataFile): { text: string; changedMs: number } {
  const file = join(folder, path)
  try {
    const { size, mtimeMs, ctimeMs, ino } = statSync(file)
    return { text: [file, size, mtimeMs, ctimeMs, ino].join(' '), changedMs: Math.max(mtimeMs, ctimeMs) }
  } catch {
    // Reading the file reports what is wrong with it.
    return { text: file, changedMs: 0 }
  }
}

/** Of the rows of a branch list, the startup cache has only a checksum, so that is enough here too, in a quarter of the time. */
const isBranchList = (name: string): boolean => name.endsWith('.tsv')

/** The files of other countries count by their names: the directory says for which countries it has branch lists. */
const joinNames = (names: Iterable<string>): string => [...names, ''].join('\0')

/** Digested before the content, so that moving lines from one file to another changes the digest. */
const headOf = (name: string, length: number): string => `${name}\0${length}\0`
const chunkBytes = 256 * 1024

/**
 * BLAKE2b is nearly twice as fast as SHA-256 on a processor without instructions for SHA. The module is loaded here, because
 * that takes 10 ms, and most processes find the digest in the cache.
 */
export const createHash = (): Hash => process.getBuiltinModule('node:crypto').createHash('blake2b512')

export const shorten = (hash: Hash): string => hash.digest('hex').slice(0, 32)

function readAll(found: DataFile[]): DataFiles {
  const files = new Map<string, Buffer>()
  let bytes = 0
  for (const file of found) {
    const content = readDataFile(file)
    bytes += content.length
    if (bytes > bytesMax)
      throw DatasetError.at({ file: file.folder }, `has data files of more than ${bytesMax / 1024 / 1024} MiB together`)
    files.set(file.name, content)
  }
  return files
}

interface FoundFiles {
  data: DataFile[]
  changes: DataFile[]
  unread: DataFile[]
}

/** The changes of past releases cover all countries, so they are not read if only some countries are loaded. */
function findFiles({ folder, overlay }: DataFolders, countries?: readonly string[]): FoundFiles {
  const folders = Object.keys(dataFolders).filter((name) => name !== changesFolder)
  const own = overlay === undefined ? [] : filesIn(overlay, folders, overlayName)
  const found = [...filesIn(folder, folders), ...own]
  const changes = filesIn(folder, [changesFolder])
  if (!countries) return { data: found, changes, unread: [] }
  const isWanted = ({ path }: DataFile): boolean => {
    const country = countryOfFile(path)
    return country === undefined || countries.includes(country)
  }
  return { data: found.filter(isWanted), changes: [], unread: found.filter((file) => !isWanted(file)) }
}

function filesIn(folder: string, inner: readonly string[], toName = (path: string): string => path): DataFile[] {
  const paths = inner.flatMap((name) =>
    namesIn(folder, name)
      .filter((file) => dataFolders[name]?.test(file))
      .map((file) => (name === '' ? file : `${name}/${file}`)),
  )
  return paths.sort().map((path) => ({ folder, path, name: toName(path) }))
}

/** Only the data folder itself must exist. */
function namesIn(folder: string, inner: string): string[] {
  const path = join(folder, inner)
  try {
    return inner === '' || existsSync(path) ? readdirSync(path) : []
  } catch (error) {
    throw DatasetError.at({ file: path }, `cannot be read as a data folder (${(error as Error).message})`)
  }
}
