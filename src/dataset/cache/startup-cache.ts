/**
 * Caches what the service derives from the data, so that a start need not derive it again. The name of a file contains
 * a digest of the data and one of the program, because another version of either would give another result. The files
 * can be deleted at any time: what is missing or damaged is derived again.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type CachedPart, cachedParts, type DerivedCache } from '../../directory/derived-cache.ts'
import { deleteCacheFile, encodeCacheFile, readCacheFile } from './cache-file.ts'
import { programDigest } from './program-digest.ts'

/** The number of files to keep of each part: the ones that were used last. */
const partFilesMax = 3

export interface StartupCache extends DerivedCache {
  /** Whether a part was read. If not, no error can come from the content of the files. */
  hasBeenRead(): boolean
}

/** `data`: the digest of the data files. `program`: the digest of the running program. */
export function createStartupCache(folder: string, data: string, program = programDigest()): StartupCache {
  const fileOf = (part: CachedPart): string => join(folder, `${part}-${data}-${program}`)
  const write = (part: CachedPart, value: unknown): Promise<void> => storeCacheFile(fileOf(part), value, partFilesMax)
  let hasBeenRead = false
  return {
    hasBeenRead: () => hasBeenRead,
    read: async <Value>(part: CachedPart) => {
      const value = readCacheFile(fileOf(part))
      if (value !== undefined) {
        hasBeenRead = true
        await markUsed(fileOf(part))
      }
      return value as Value | undefined
    },
    write,
    writeIfMissing: async (part, value) => {
      if (!(await namesIn(folder)).includes(basename(fileOf(part)))) await write(part, value())
      // A process that was killed while it wrote left a temporary file, which this deletes when it is old.
      else await deleteOld(folder, part, partFilesMax)
    },
    discard: () => {
      for (const part of cachedParts) deleteCacheFile(fileOf(part))
    },
  }
}

/** Writes one file. If the same part then has more than `filesMax` files, deletes those that were used longest ago. */
export async function storeCacheFile(file: string, value: unknown, filesMax: number): Promise<void> {
  const [folder, name] = [dirname(file), basename(file)]
  const chunks = await encodeCacheFile(name, value)
  // A changed file would be served as data, so other users must not be able to write to the folder.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await replaceFile(file, chunks)
  await deleteOld(folder, name.split('-', 1)[0] as string, filesMax)
}

/** Sets the time by which `deleteOld` sorts. Has no effect in a read-only folder. */
const markUsed = (file: string): Promise<void> => utimes(file, new Date(), new Date()).catch(() => {})

/** Whether the folder has a file for this part, of any data and program. */
export async function hasCachedPart(folder: string, part: CachedPart): Promise<boolean> {
  return (await namesIn(folder)).some((name) => name.startsWith(`${part}-`))
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/**
 * Writes to a temporary file and renames it, so that concurrent readers never see a partial file, even after a crash.
 */
async function replaceFile(file: string, chunks: Uint8Array[]): Promise<void> {
  const temporary = `${file}.${randomUUID()}`
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
async function deleteOld(folder: string, part: string, filesMax: number): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => name.startsWith(`${part}-`) || isTemporary(name))
  const dated = await Promise.all(names.map(async (name) => ({ name, time: await modifiedMs(join(folder, name)) })))
  const newestFirst = dated.sort((a, b) => b.time - a.time)
  const oldest = newestFirst.filter(({ name }) => !isTemporary(name)).slice(filesMax)
  const left = newestFirst.filter(({ name, time }) => isTemporary(name) && time < Date.now() - temporaryMsMax)
  await Promise.all([...oldest, ...left].map(({ name }) => rm(join(folder, name), { force: true })))
}

/** Much longer than a write takes, so no process is still writing the file. */
const temporaryMsMax = 60 * 60 * 1000

/** The folder may be one of the user, with other files. */
const isTemporary = (name: string): boolean => /^[a-z]+-[\da-f-]+\.[\da-f-]{36}$/.test(name)

/** Returns 0 if the file is gone. */
const modifiedMs = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
