/** A digest of the names, sizes and times of files, and of the Node version: the key of what tests make from these files. */
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'

export function digestFiles(folder: string, names: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const name of names.toSorted()) {
    const stats = statSync(join(folder, name))
    if (stats.isFile()) hash.update(`${name}\0${stats.size}\0${stats.mtimeMs}\0`)
  }
  return hash.digest('hex').slice(0, 32)
}
