/** Computes the data revision: the newest date of any source, and a digest of all data files. */
import { createHash } from 'node:crypto'

/** Hashes file names too, so that moving lines from one file to another changes the revision. */
export function revisionOf(files: ReadonlyMap<string, Uint8Array>, sourceDates: string[]): string {
  const hash = createHash('sha256')
  for (const [name, bytes] of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  const newest = sourceDates.reduce((latest, date) => (date > latest ? date : latest), '')
  return `${newest}.${hash.digest('hex').slice(0, 8)}`
}
