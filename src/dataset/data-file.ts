/**
 * Reads one file of a data folder. Follows a symbolic link only if its target is inside the folder, as in a mounted
 * Kubernetes ConfigMap: a link to the outside could expose any file on the machine to API clients or in the log.
 */
import { readFileSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { DatasetError } from './dataset-error.ts'
import { IrregularFile, withRegularFile } from './regular-file.ts'

export interface DataFile {
  folder: string
  /** Path within the folder. */
  path: string
  /** The file name to use in error messages. */
  name: string
}

export const readDataFile = (file: DataFile): Buffer => withDataFile(file, (handle) => readFileSync(handle))

/** Opens the file, and closes it when `read` returns. Throws only `DatasetError`. */
export function withDataFile<Result>(
  { folder, path, name }: DataFile,
  read: (handle: number, size: number) => Result,
): Result {
  const location = { file: name }
  try {
    const file = realpathSync.native(join(folder, path))
    if (!file.startsWith(`${realpathSync.native(folder)}${sep}`))
      throw DatasetError.at(location, 'is a symbolic link to a file outside the data folder; copy the file instead')
    return withRegularFile(file, read)
  } catch (error) {
    if (error instanceof DatasetError) throw error
    const { message } = error as Error
    throw DatasetError.at(location, error instanceof IrregularFile ? message : `cannot be read (${message})`)
  }
}
