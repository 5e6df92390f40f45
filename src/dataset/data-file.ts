/**
 * Reads one file of a data folder. Reads only regular files: opening a FIFO or a device can block forever, and a
 * blocked thread cannot be terminated. Follows a symbolic link only if its target is inside the folder, as in a mounted
 * Kubernetes ConfigMap: a link to the outside could expose any file on the machine to API clients or in the log.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { DatasetError } from './dataset-error.ts'

/** Far more than the largest shipped file, which is 6 MB, and than all of them together, which are 16 MB. */
export const bytesMax = 256 * 1024 * 1024

export interface DataFile {
  folder: string
  /** Path within the folder. */
  path: string
  /** The file name to use in error messages. */
  name: string
}

export const readDataFile = (file: DataFile): Buffer => withDataFile(file, (handle) => readFileSync(handle))

/** Opens the file, and closes it when `read` returns. Throws only `DatasetError`. */
export function withDataFile<Result>(file: DataFile, read: (handle: number, size: number) => Result): Result {
  try {
    return withRegularFile(file, read)
  } catch (error) {
    if (error instanceof DatasetError) throw error
    throw DatasetError.at({ file: file.name }, `cannot be read (${(error as Error).message})`)
  }
}

function withRegularFile<Result>(
  { folder, path, name }: DataFile,
  read: (handle: number, size: number) => Result,
): Result {
  const location = { file: name }
  const refuseIrregular = (stats: Stats): void => {
    if (!stats.isFile()) throw DatasetError.at(location, `is ${kindOf(stats)}; only regular files are read`)
    if (stats.size > bytesMax) throw DatasetError.at(location, `is larger than ${bytesMax / 1024 / 1024} MiB`)
  }
  const file = realpathSync.native(join(folder, path))
  if (!file.startsWith(`${realpathSync.native(folder)}${sep}`))
    throw DatasetError.at(location, 'is a symbolic link to a file outside the data folder; copy the file instead')
  // Check the file type before opening the file, because opening some devices has side effects.
  refuseIrregular(statSync(file))
  // O_NONBLOCK: a FIFO may have replaced the file since the check, and opening it must not block.
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    const stats = fstatSync(handle)
    refuseIrregular(stats)
    return read(handle, stats.size)
  } finally {
    closeSync(handle)
  }
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory'
  if (stats.isFIFO()) return 'a FIFO'
  return stats.isSocket() ? 'a socket' : 'a device'
}
