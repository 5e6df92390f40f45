/**
 * Loads the packed directory at a start: from the startup cache if it has these data files, otherwise from the files
 * themselves, with all checks.
 */
import type { DerivedCache } from '../directory/derived-cache.ts'
import type { PackedDirectory } from '../directory/storage/packed-directory.ts'
import type { DataFolders } from './background-loader.ts'
import { createStartupCache } from './cache/startup-cache.ts'
import { digestOf, readDataFiles } from './data-files.ts'

export interface LoadedDirectory {
  packed: PackedDirectory
  cache: DerivedCache
}

export async function loadDirectory({ folder, overlay }: DataFolders, cacheFolder: string): Promise<LoadedDirectory> {
  const files = readDataFiles(folder, overlay)
  const cache = createStartupCache(cacheFolder, digestOf(files))
  const cached = await cache.read<PackedDirectory>('directory')
  if (cached) return { packed: cached, cache }
  // Import these modules only if they are needed: they compile the schemas of all records.
  const [{ parseDataset }, { packDirectory }] = await Promise.all([
    import('./dataset.ts'),
    import('../directory/storage/packed-directory.ts'),
  ])
  return { packed: packDirectory(parseDataset(files)), cache }
}
