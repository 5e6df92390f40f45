/**
 * Opens a file only if it is a regular file of a reasonable size: opening a FIFO or a device can block forever, and a
 * blocked thread cannot be terminated. Does not follow a symbolic link.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats } from 'node:fs'

/** Far more than the largest shipped data file, which is 6 MB, and the largest cache file, which is 26 MB. */
const bytesMax = 256 * 1024 * 1024

/** The message says what the file is, as in "is a FIFO; only regular files are read". */
export class IrregularFile extends Error {}

/** Opens the file, and closes it when `read` returns. Throws `IrregularFile`, or the error of the operating system. */
export function withRegularFile<Result>(file: string, read: (handle: number, size: number) => Result): Result {
  // Check the file type before opening the file, because opening some devices has side effects.
  refuseIrregular(lstatSync(file))
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

function refuseIrregular(stats: Stats): void {
  if (!stats.isFile()) throw new IrregularFile(`is ${kindOf(stats)}; only regular files are read`)
  if (stats.size > bytesMax) throw new IrregularFile(`is larger than ${bytesMax / 1024 / 1024} MiB`)
}

function kindOf(stats: Stats): string {
  if (stats.isSymbolicLink()) return 'a symbolic link'
  if (stats.isDirectory()) return 'a directory'
  if (stats.isFIFO()) return 'a FIFO'
  return stats.isSocket() ? 'a socket' : 'a device'
}
