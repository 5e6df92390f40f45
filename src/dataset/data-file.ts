/**
 * Reads one file of a data folder. Only regular files are read: opening a FIFO or a device can block for ever, and a
 * blocked thread cannot be ended. A symbolic link is followed if it leads to a file inside the folder, as in a mounted
 * Kubernetes ConfigMap; a link that leads out of it could show any file of the machine to callers or in the log.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { DatasetError } from './dataset-error.ts'

/** The largest shipped file has 6 MB. */
const bytesMax = 256 * 1024 * 1024

/** `shownName`: how messages name the file. */
export function readDataFile(folder: string, name: string, shownName = name): Buffer {
  const location = { file: shownName }
  const refuseSpecial = (stats: Stats): void => {
    if (!stats.isFile()) throw DatasetError.at(location, `is ${kindOf(stats)}; only regular files are read`)
    if (stats.size > bytesMax) throw DatasetError.at(location, `is larger than ${bytesMax / 1024 / 1024} MiB`)
  }
  const file = realpathSync.native(join(folder, name))
  if (!file.startsWith(`${realpathSync.native(folder)}${sep}`))
    throw DatasetError.at(location, 'is a link that leads out of the data folder; copy the file')
  // Before it is opened: opening some devices has an effect.
  refuseSpecial(statSync(file))
  // O_NONBLOCK: the file may have become a FIFO since.
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    refuseSpecial(fstatSync(handle))
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
