/** Builds the search indexes for the current data, unless they are already cached. */
import { readConfig } from '../../config.ts'
import { readDataset } from '../../dataset/dataset.ts'
import { createIndexCache } from '../../dataset/index-cache.ts'
import { buildIndexTables } from '../../directory/indexes.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import { packDirectory } from '../../directory/storage/packed-directory.ts'
import { indexCacheDir, projectRoot } from '../paths.ts'

const { dataDir, overlayDir } = readConfig(process.env, projectRoot)
const packed = packDirectory(readDataset(dataDir, overlayDir))
const cache = createIndexCache(indexCacheDir, packed.revision)
if ((await cache.read()) === undefined) await cache.write(runToEnd(buildIndexTables(packed)))
