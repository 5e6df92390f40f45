/** Checks a data folder of a release outside a service: whether its data loads, and whether its files are still as signed. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataFolders } from '../dataset/data-files.ts'
import { readDataset } from '../dataset/dataset.ts'
import { assertNotShrunk } from '../dataset/load/shrink-guard.ts'
import { packDirectory } from '../directory/storage/packed-directory.ts'
import type { Manifest } from './release-format.ts'

/**
 * Loads the data with the overlay, as the service does. Throws `DatasetError` if it is invalid, or if it has lost too many
 * of the banks of `before`, the data folder of an earlier release.
 */
export function assertLoadable({ folder, overlay }: DataFolders, before: string | undefined): void {
  const packed = packDirectory(readDataset(folder, overlay))
  if (before !== undefined) assertNotShrunk(packDirectory(readDataset(before, overlay)), packed)
}

/** Returns the paths of the files that differ from the manifest. */
export function changedFiles(dataFolder: string, { files }: Manifest): string[] {
  return files.flatMap(({ path, sha256 }) => {
    const file = join(dataFolder, path)
    const isSame = existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex') === sha256
    return isSame ? [] : [path]
  })
}
