/** Makes the indexes of search for the data as it stands, unless they are kept already. */
import { readConfig } from '../../config.ts'
import { readDataset } from '../../dataset/dataset.ts'
import { keepIndexes } from '../../dataset/index-cache.ts'
import { makeIndexTables } from '../../directory/indexes.ts'
import { packDirectory } from '../../directory/storage/packed-directory.ts'
import { home, indexFolder } from '../paths.ts'

const { dataDir, overlayDir } = readConfig(process.env, home)
const packed = packDirectory(readDataset(dataDir, overlayDir))
const kept = keepIndexes(indexFolder, packed.revision)
if ((await kept.read()) === undefined) {
  const steps = makeIndexTables(packed)
  let step = steps.next()
  while (!step.done) step = steps.next()
  await kept.write(step.value)
}
