/** Loads the data for a command that looks up banks, with the indexes that the service keeps in its cache. */
import type { Config } from '../../../config.ts'
import { readDataset } from '../../../dataset/dataset.ts'
import { createIndexCache } from '../../../dataset/index-cache.ts'
import { createDirectory, type Directory } from '../../../directory/directory.ts'
import { createFinder, type Finder } from '../../../directory/finder.ts'
import { buildIndexTables } from '../../../directory/indexes.ts'
import { runToEnd } from '../../../directory/run-to-end.ts'
import { packDirectory } from '../../../directory/storage/packed-directory.ts'

export async function openDirectory(
  { dataDir, overlayDir }: Pick<Config, 'dataDir' | 'overlayDir'>,
  cacheFolder: string,
): Promise<{ directory: Directory; finder: Finder }> {
  const packed = packDirectory(readDataset(dataDir, overlayDir))
  const cache = createIndexCache(cacheFolder, packed.revision)
  const cached = await cache.read()
  const tables = cached ?? runToEnd(buildIndexTables(packed))
  // The cache only saves time, so a folder that cannot be written to is no reason to fail.
  if (!cached) await cache.write(tables).catch(() => undefined)
  return { directory: createDirectory(packed), finder: createFinder(packed, tables) }
}
