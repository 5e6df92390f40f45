/** The revision of the data. It is a digest of all data files, so it is computed only if a caller needs it. */
import type { StampedCache } from '../dataset/cache/stamped-cache.ts'
import { loadReadRevision } from './load-on-demand.ts'

export type ReadRevision = () => string

export function createRevision(
  /** Empty if the data was loaded without it. */
  revision: string,
  folder: string,
  cache: StampedCache | undefined,
): ReadRevision {
  let known = revision
  return () => {
    known ||= cache?.read<string>('revision') ?? compute()
    return known
  }

  function compute(): string {
    const computed = loadReadRevision().readRevision(folder)
    cache?.write('revision', computed).catch(() => undefined)
    return computed
  }
}
