/**
 * Reads the whole data folder and reports the first error. `npm test` runs this first, so that invalid data causes one
 * line of output instead of many failed tests.
 */
import { readConfig } from '../../config.ts'
import { readDataset } from '../../dataset/dataset.ts'
import { DatasetError } from '../../dataset/dataset-error.ts'
import { defaultPaths } from '../paths.ts'

const { dataDir, overlayDir } = readConfig(process.env, defaultPaths)
try {
  for (const _ of readDataset(dataDir, overlayDir).banks);
} catch (error) {
  if (!(error instanceof DatasetError)) throw error
  process.stderr.write(`The data is invalid. ${error.message}\n`)
  process.exitCode = 1
}
