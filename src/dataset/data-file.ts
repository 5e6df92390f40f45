/**
 * Reads one file of a data folder. Only regular files are read: opening a FIFO or a device can block forever, and a
 * blocked thread cannot be terminated. A symbolic link is followed if its target is inside the folder, as in a mounted
 * Kubernetes ConfigMap. A link to a file outside could expose any file on the machine to callers or in the log.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { DatasetError } from './dataset-error.ts'

/** The largest shipped file is 6 MB. */
const bytesMax = 256 * 1024 * 1024

/** `displayName`: the name of the file in messages. */
export function readDataFile(folder: string, name: string, displayName = name): Buffer {
  const location = { file: displayName }
  const refuseIrregular = (stats: Stats): void => {
    if (!stats.isFile()) throw DatasetError.at(location, `is ${kindOf(stats)}; only regular files are read`)
    if (stats.size > bytesMax) throw DatasetError.at(location, `is larger than ${bytesMax / 1024 / 1024} MiB`)
  }
  const file = realpathSync.native(join(folder, name))
  if (!file.startsWith(`${realpathSync.native(folder)}${sep}`))
    throw DatasetError.at(location, 'is a symbolic link to a file outside the data folder; copy the file instead')
  // Check before opening, because opening some devices has side effects.
  refuseIrregular(statSync(file))
  // O_NONBLOCK: since the check, the file may have been replaced by a FIFO.
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
