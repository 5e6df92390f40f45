/** Checks outside a service whether the data of a release loads. */
import type { DataFolders } from '../dataset/data-files.ts'
import { readDataset } from '../dataset/dataset.ts'
import { assertNotShrunk } from '../dataset/load/shrink-guard.ts'
import { packDirectory } from '../directory/storage/packed-directory.ts'

/**
 * Loads the data with the overlay, as the service does. Throws `DatasetError` if it is invalid, or if it has lost too many
 * of the banks of `before`, the data folder of an earlier release.
 */
export function assertLoadable({ folder, overlay }: DataFolders, before: string | undefined): void {
  const packed = packDirectory(readDataset(folder, overlay))
  if (before !== undefined) assertNotShrunk(packDirectory(readDataset(before, overlay)), packed)
}
