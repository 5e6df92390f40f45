/**
 * Loads the packed directory at a start: from the startup cache if it has these data files, otherwise from the files
 * themselves, with all checks.
 */
import type { PackedDirectory } from '../../directory/storage/packed-directory.ts'
import { programDigest } from '../cache/program-digest.ts'
import { createStartupCache, hasCachedPart, type StartupCache } from '../cache/startup-cache.ts'
import { digestFolders, digestOf, readDataFiles } from '../data-files.ts'
import type { DataFolders } from './background-loader.ts'

export interface LoadedDirectory {
  packed: PackedDirectory
  cache: StartupCache
}

export async function loadDirectory({ folder, overlay }: DataFolders, cacheFolder: string): Promise<LoadedDirectory> {
  const program = programDigest()
  if (await hasCachedPart(cacheFolder, 'directory')) {
    const cache = createStartupCache(cacheFolder, digestFolders(folder, overlay), program)
    const cached = await cache.read<PackedDirectory>('directory')
    if (cached) return { packed: cached, cache }
  }
  // Import these modules only if they are needed: they compile the schemas of all records.
  const [{ parseDataset }, { packDirectory }] = await Promise.all([
    import('../dataset.ts'),
    import('../../directory/storage/packed-directory.ts'),
  ])
  const files = readDataFiles(folder, overlay)
  const packed = packDirectory(parseDataset(files))
  // Compute the digest from the bytes that were packed: the files may have changed since the first digest.
  return { packed, cache: createStartupCache(cacheFolder, digestOf(files), program) }
}
