/**
 * Caches what is derived from the data, so that the next process need not derive it again: for the service, the library
 * and the command line. The name of a file contains a digest of the data and one of the program, because another version
 * of either would give another result. The files can be deleted at any time: what is missing or damaged is derived again.
 */
import { utimesSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type CachedPart, cachedParts, type DerivedCache } from '../../directory/derived-cache.ts'
import { type DataFolders, digestFolders, stampFolders } from '../data-files.ts'
import { deleteCacheFile, encodeCacheFile, readCacheFile } from './cache-file.ts'
import { programDigest } from './program-digest.ts'

/** Whether a file covers all countries or only some. */
export type CacheScope = 'all' | 'some'

/** The number of files to keep of each part: the ones that were used last. Each set of countries has its own. */
const filesMax: Record<CacheScope, number> = { all: 3, some: 8 }

const prefixOf = (part: CachedPart, scope: CacheScope): string => (scope === 'all' ? `${part}-` : `some_${part}-`)

export interface StartupCache extends DerivedCache {
  /** Like `read`, but synchronous. */
  readNow<Value>(part: CachedPart): Value | undefined
  /** Whether a part was read. If not, no error can come from the content of the files. */
  hasBeenRead(): boolean
}

/** `data`: the digest of the data files. `program`: the digest of the running program. */
export function createStartupCache(
  folder: string,
  data: string,
  program = programDigest(),
  scope: CacheScope = 'all',
): StartupCache {
  const fileOf = (part: CachedPart): string => join(folder, `${prefixOf(part, scope)}${data}-${program}`)
  const deleteOldFiles = (part: CachedPart): Promise<void> => deleteOld(folder, prefixOf(part, scope), filesMax[scope])
  const write = async (part: CachedPart, value: unknown): Promise<void> => {
    await storeFile(fileOf(part), value)
    await deleteOldFiles(part)
  }
  let hasBeenRead = false
  const readNow = <Value>(part: CachedPart): Value | undefined => {
    const value = readCacheFile(fileOf(part))
    if (value === undefined) return undefined
    hasBeenRead = true
    try {
      // `deleteOld` sorts by this time. The folder may be read-only.
      utimesSync(fileOf(part), new Date(), new Date())
    } catch {}
    return value as Value
  }
  return {
    hasBeenRead: () => hasBeenRead,
    readNow,
    read: async (part) => readNow(part),
    write,
    writeIfMissing: async (part, value) => {
      if (!(await namesIn(folder)).includes(basename(fileOf(part)))) await write(part, value())
      // A process that was killed while it wrote left a temporary file, which this deletes when it is old.
      else await deleteOldFiles(part)
    },
    discard: () => {
      for (const part of [...cachedParts, 'revision' as const]) deleteCacheFile(fileOf(part))
    },
  }
}

async function storeFile(file: string, value: unknown): Promise<void> {
  const chunks = await encodeCacheFile(basename(file), value)
  // A changed file would be served as data, so other users must not be able to write to the folder.
  await createFolder(dirname(file))
  await replaceFile(file, chunks)
}

/** Not the option `recursive` of mkdir: in `/proc`, where no folder can be created, Node then tries without end. */
async function createFolder(path: string, canCreateParent = true): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && canCreateParent) {
      await createFolder(dirname(path))
      await createFolder(path, false)
    } else if (code !== 'EEXIST') throw error
  }
}

/** The times of files are exact to two seconds on some file systems. */
const settledMs = 2_500

/**
 * Returns the digest of the data files. Remembers it by the sizes and times of the files, as Git does, so that the next
 * process need not read them. For processes that must start fast; the service reads the files.
 */
export function knownDigest(
  cacheFolder: string,
  folders: DataFolders,
  countries?: readonly string[],
  program = programDigest(),
): string {
  const { stamp, newestMs } = stampFolders(folders, countries)
  const cache = createStartupCache(cacheFolder, crc32(stamp).toString(16), program, 'some')
  const known = cache.readNow<{ stamp: string; digest: string }>('digest')
  // Two stamps can have the same checksum, so compare the whole.
  if (known?.stamp === stamp) return known.digest
  const digest = digestFolders(folders, countries)
  // A file that has just changed can change again without another time or size, so its stamp does not identify it yet.
  if (Date.now() - newestMs < settledMs) return digest
  // The cache only saves time, so a folder that cannot be written to is no reason to fail.
  cache.write('digest', { stamp, digest }).catch(() => undefined)
  return digest
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/**
 * Writes to a temporary file and renames it, so that concurrent readers never see a partial file, even after a crash.
 */
async function replaceFile(file: string, chunks: Uint8Array[]): Promise<void> {
  // Use the global `crypto`: importing node:crypto takes 10 ms.
  const temporary = `${file}.${crypto.randomUUID()}`
  try {
    await writeFile(temporary, chunks, { flag: 'wx', mode: 0o600, flush: true })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Deletes old versions of the part, and temporary files of any part that a crash left. Other processes may write and
 * delete at the same time.
 */
async function deleteOld(folder: string, prefix: string, max: number): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => name.startsWith(prefix) || isTemporary(name))
  const dated = await Promise.all(names.map(async (name) => ({ name, time: await modifiedMs(join(folder, name)) })))
  const newestFirst = dated.sort((a, b) => b.time - a.time)
  const oldest = newestFirst.filter(({ name }) => !isTemporary(name)).slice(max)
  const left = newestFirst.filter(({ name, time }) => isTemporary(name) && time < Date.now() - temporaryMsMax)
  await Promise.all([...oldest, ...left].map(({ name }) => rm(join(folder, name), { force: true })))
}

/** Much longer than a write takes, so no process is still writing the file. */
const temporaryMsMax = 60 * 60 * 1000

/** The folder may be the user's own, with other files in it. */
const isTemporary = (name: string): boolean => /^[a-z_]+-[\da-f-]+\.[\da-f-]{36}$/.test(name)

/** Returns 0 if the file is gone. */
const modifiedMs = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
