/** Loads the data for a command that looks up banks, from the same cache as the service. */
import type { Config } from '../../../config.ts'
import { createBranchFileReader } from '../../../dataset/branch-files.ts'
import { loadDirectory } from '../../../dataset/load/load-directory.ts'
import { createDirectory, type Directory } from '../../../directory/directory.ts'
import { createFinder, type Finder } from '../../../directory/finder.ts'
import { buildIndexTables, type IndexTables } from '../../../directory/indexes.ts'
import { runToEnd } from '../../../directory/run-to-end.ts'

export async function openDirectory(
  { dataDir, overlayDir }: Pick<Config, 'dataDir' | 'overlayDir'>,
  cacheFolder: string,
): Promise<{ directory: Directory; finder: Finder }> {
  const folders = { folder: dataDir, overlay: overlayDir }
  const { packed, cache } = await loadDirectory(folders, cacheFolder)
  const cached = await cache.read<IndexTables>('indexes')
  const tables = cached ?? runToEnd(buildIndexTables(packed))
  // The cache only saves time, so a folder that cannot be written to is no reason to fail.
  if (!cached) await cache.write('indexes', tables).catch(() => undefined)
  const directory = createDirectory(packed, createBranchFileReader(folders))
  return { directory, finder: createFinder(packed, tables, directory) }
}
