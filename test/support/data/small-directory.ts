/** The directory of a small data folder, for tests of services whose subject is not the shipped data. */
import { readDataset } from '../../../src/dataset/dataset.ts'
import { createDirectory, type Directory } from '../../../src/directory/lookups.ts'
import { packDirectory } from '../../../src/directory/storage/packed-directory.ts'
import { wholeProcess } from '../whole-process-context.ts'
import { type Small, small, writeFolder } from './small-data.ts'

export const createSmallDirectory = (data: Small = small()): Directory =>
  createDirectory(packDirectory(readDataset(writeFolder(wholeProcess, data))))
