/** Names a state of the data: the newest date among its sources, and a digest of every data file. */
import { createHash } from 'node:crypto'

/** Names are hashed too, so that moving lines from one file to another is a change. */
export function revisionOf(files: ReadonlyMap<string, Uint8Array>, sourceDates: string[]): string {
  const hash = createHash('sha256')
  for (const [name, bytes] of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  const newest = sourceDates.reduce((latest, date) => (date > latest ? date : latest), '')
  return `${newest}.${hash.digest('hex').slice(0, 8)}`
}
