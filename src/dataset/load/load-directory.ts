/**
 * Loads the packed directory at a start: from the startup cache if it has these data files, otherwise from the files
 * themselves, with all checks.
 */
import type { DerivedCache } from '../../directory/derived-cache.ts'
import type { PackedDirectory } from '../../directory/storage/packed-directory.ts'
import { programDigest } from '../cache/program-digest.ts'
import { createStartupCache, hasCachedPart } from '../cache/startup-cache.ts'
import { digestFolders } from '../data-files.ts'
import { createBackgroundLoader, type DataFolders } from './background-loader.ts'

export interface LoadedDirectory {
  packed: PackedDirectory
  cache: DerivedCache
}

export async function loadDirectory(
  { folder, overlay }: DataFolders,
  cacheFolder: string,
  timeoutMs?: number,
): Promise<LoadedDirectory> {
  const program = programDigest()
  if (await hasCachedPart(cacheFolder, 'directory')) {
    const cache = createStartupCache(cacheFolder, digestFolders(folder, overlay), program)
    const cached = await cache.read<PackedDirectory>('directory')
    if (cached) return { packed: cached, cache }
  }
  // Use another thread, because the caller can load the modules of the server in the meantime.
  const { packed, digest } = await createBackgroundLoader({ timeoutMs }).pack({ folder, overlay }, program)
  return { packed, cache: createStartupCache(cacheFolder, digest, program) }
}
