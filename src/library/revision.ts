/** The revision of the data. It is a digest of all data files, so it is computed only if a caller needs it. */
import { createRequire } from 'node:module'
import type { StampedCache } from '../dataset/cache/stamped-cache.ts'

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
    // The build of the package compiles TypeScript to JavaScript.
    const path = `../dataset/read-revision${import.meta.url.slice(-3)}`
    const { readRevision }: typeof import('../dataset/read-revision.ts') = createRequire(import.meta.url)(path)
    const computed = readRevision(folder)
    cache?.write('revision', computed).catch(() => undefined)
    return computed
  }
}
