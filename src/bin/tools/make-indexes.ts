/** Makes the indexes of search for the data as it stands, unless they are kept already. */
import { readConfig } from '../../config.ts'
import { readDataset } from '../../dataset/dataset.ts'
import { createIndexCache } from '../../dataset/index-cache.ts'
import { buildIndexTables } from '../../directory/indexes.ts'
import { packDirectory } from '../../directory/storage/packed-directory.ts'
import { indexCacheDir, projectRoot } from '../paths.ts'

const { dataDir, overlayDir } = readConfig(process.env, projectRoot)
const packed = packDirectory(readDataset(dataDir, overlayDir))
const kept = createIndexCache(indexCacheDir, packed.revision)
if ((await kept.read()) === undefined) {
  const steps = buildIndexTables(packed)
  let step = steps.next()
  while (!step.done) step = steps.next()
  await kept.write(step.value)
}
