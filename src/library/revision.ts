/** The revision of the data. It is a digest of all data files, so it is computed only if a caller needs it. */
import { createRequire } from 'node:module'
import type { StampedCache } from '../dataset/cache/stamped-cache.ts'
import type { PackedDirectory } from '../directory/storage/packed-directory.ts'

export type ReadRevision = () => string

export function createRevision(
  { revision, sources }: Pick<PackedDirectory, 'revision' | 'sources'>,
  folder: string,
  cache: StampedCache | undefined,
): ReadRevision {
  let known = revision
  return () => {
    known ||= cache?.read<string>('revision') ?? compute()
    return known
  }

  function compute(): string {
    const computed = loadRevision().revisionOfFolder(folder, sources)
    cache?.write('revision', computed).catch(() => undefined)
    return computed
  }
}

/** Uses `require`, because `revision` is a property and `import` is asynchronous. */
const loadRevision = () =>
  createRequire(import.meta.url)(
    `../dataset/load/folder-revision${import.meta.url.slice(-3)}`,
  ) as typeof import('../dataset/load/folder-revision.ts')
