/** Fills the startup cache for the current data, unless it is already there: for the service, the library and the commands. */
import { readConfig } from '../../config.ts'
import { loadDirectory, loadIndexed } from '../../dataset/load/load-directory.ts'
import { readRevision } from '../../dataset/revision.ts'
import { createDirectory } from '../../directory/lookups.ts'
import { buildLists, compressedBodies, recompressLists } from '../../http/snapshot/prebuilt-lists.ts'
import { cacheDir, defaultPaths } from '../paths.ts'

const { dataDir, overlayDir } = readConfig(process.env, defaultPaths)
const folders = { folder: dataDir, overlay: overlayDir }
const { stored } = await loadIndexed(folders, cacheDir)
await stored
const { packed, cache } = await loadDirectory(folders, cacheDir)
readRevision(folders, cacheDir)
if ((await cache.read('lists')) === undefined) {
  const lists = await buildLists(createDirectory(packed), {})
  await recompressLists(lists, () => false)
  await cache.write('lists', compressedBodies(lists))
}
