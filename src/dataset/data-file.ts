/**
 * Reads one file of a data folder. Reads only regular files: opening a FIFO or a device can block forever, and a
 * blocked thread cannot be terminated. Follows a symbolic link only if its target is inside the folder, as in a mounted
 * Kubernetes ConfigMap: a link to the outside could expose any file on the machine to API clients or in the log.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { DatasetError } from './dataset-error.ts'

/** Far more than the largest shipped file, which is 6 MB. */
const bytesMax = 256 * 1024 * 1024

/** `displayName`: the file name to use in error messages. */
export function readDataFile(folder: string, name: string, displayName = name): Buffer {
  const location = { file: displayName }
  const refuseIrregular = (stats: Stats): void => {
    if (!stats.isFile()) throw DatasetError.at(location, `is ${kindOf(stats)}; only regular files are read`)
    if (stats.size > bytesMax) throw DatasetError.at(location, `is larger than ${bytesMax / 1024 / 1024} MiB`)
  }
  const file = realpathSync.native(join(folder, name))
  if (!file.startsWith(`${realpathSync.native(folder)}${sep}`))
    throw DatasetError.at(location, 'is a symbolic link to a file outside the data folder; copy the file instead')
  // Check the file type before opening the file, because opening some devices has side effects.
  refuseIrregular(statSync(file))
  // O_NONBLOCK: a FIFO may have replaced the file since the check, and opening it must not block.
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    refuseIrregular(fstatSync(handle))
    return readFileSync(handle)
  } finally {
    closeSync(handle)
  }
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory'
  if (stats.isFIFO()) return 'a FIFO'
  return stats.isSocket() ? 'a socket' : 'a device'
}
