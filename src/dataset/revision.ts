/** Computes the data revision: the newest date of any source, and a digest of all data files. */
import { programDigest } from './cache/program-digest.ts'
import { createStartupCache, knownDigest } from './cache/startup-cache.ts'
import { type DataFiles, type DataFolders, digestOf, overlayName, readDataFiles, readFiles } from './data-files.ts'
import { DatasetError } from './dataset-error.ts'
import { mergeRows } from './overlay.ts'

/** Hashes file names too, so that moving lines from one file to another changes the revision. */
export function revisionOf(files: DataFiles, sourceDates: string[]): string {
  // Loaded here because it takes 10 ms, and most processes get the revision from the cache.
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256')
  for (const [name, bytes] of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  const newest = sourceDates.reduce((latest, date) => (date > latest ? date : latest), '')
  return `${newest}.${hash.digest('hex').slice(0, 8)}`
}

/** Returns the revision of a data folder without loading its banks, from the cache if there is one that has it. */
export function readRevision(folders: DataFolders, cacheFolder?: string): string {
  if (cacheFolder === undefined) return computeRevision(readFiles(folders.folder, folders.overlay))
  const program = programDigest()
  const cache = createStartupCache(cacheFolder, knownDigest(cacheFolder, folders, undefined, program), program)
  const known = cache.readNow<string>('revision')
  if (known !== undefined) return known
  const files = readDataFiles(folders)
  const computed = computeRevision(files.files)
  const next = createStartupCache(cacheFolder, digestOf(files), program)
  // The cache only saves time, so a folder that cannot be written to is no reason to fail.
  next.write('revision', computed).catch(() => undefined)
  return computed
}

function computeRevision(files: DataFiles): string {
  const file = 'sources.json'
  const sourcesIn = (name: string): { id: string; date: string }[] => JSON.parse(files.get(name)?.toString() ?? '[]')
  try {
    const merged = mergeRows(sourcesIn(file), sourcesIn(overlayName(file)), ({ id }) => id)
    return revisionOf(
      files,
      merged.map(({ date }) => date),
    )
  } catch (error) {
    throw DatasetError.at({ file }, `cannot be read (${(error as Error).message})`)
  }
}
