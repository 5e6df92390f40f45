/** Fills the startup cache for the current data, unless it is already there. */
import { readConfig } from '../../config.ts'
import { loadDirectory } from '../../dataset/load/load-directory.ts'
import { buildIndexTables } from '../../directory/indexes.ts'
import { createDirectory } from '../../directory/lookups.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import { buildLists, compressedBodies, recompressLists } from '../../http/snapshot/prebuilt-lists.ts'
import { cacheDir, defaultPaths } from '../paths.ts'

const { dataDir, overlayDir } = readConfig(process.env, defaultPaths)
const { packed, cache } = await loadDirectory({ folder: dataDir, overlay: overlayDir }, cacheDir)
if ((await cache.read('directory')) === undefined) await cache.write('directory', packed)
if ((await cache.read('indexes')) === undefined) await cache.write('indexes', runToEnd(buildIndexTables(packed)))
if ((await cache.read('lists')) === undefined) {
  const lists = await buildLists(createDirectory(packed), {})
  await recompressLists(lists, () => false)
  await cache.write('lists', compressedBodies(lists))
}
