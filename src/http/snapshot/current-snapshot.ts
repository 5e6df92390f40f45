/** Holds the snapshot that requests are served from, and swaps it when new data is loaded. */
import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ReadBranchFile } from '../../directory/branches/branch-list.ts'
import type { CachedPart, DerivedCache } from '../../directory/derived-cache.ts'
import type { IndexTables } from '../../directory/indexes.ts'
import { createDirectory, type Directory } from '../../directory/lookups.ts'
import type { PackedDirectory } from '../../directory/storage/packed-directory.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { buildSnapshot, type DataSnapshot, type SnapshotOptions } from './data-snapshot.ts'
import { compressedBodies, recompressLists } from './prebuilt-lists.ts'

export interface LoadedData {
  packed: PackedDirectory
  tables: IndexTables
  cache?: DerivedCache | undefined
  /** Reads branch lists from the folder of this data. Default: that of the data before. */
  readBranchFile?: ReadBranchFile
}

export interface CurrentSnapshotOptions
  extends Pick<SnapshotOptions, 'scheduler' | 'baseUrl' | 'reportUrl' | 'openApi' | 'preload'> {
  directory: Directory
  cache?: DerivedCache | undefined
  metrics: Metrics
  isClosing(): boolean
  log(): FastifyBaseLogger
}

export async function createCurrentSnapshot(options: CurrentSnapshotOptions) {
  const { directory, metrics, isClosing, log, scheduler, baseUrl, reportUrl, openApi, preload = true } = options
  // Log only the first error and no stack trace: the cache has several files, and the usual cause is a read-only folder.
  let isCacheErrorLogged = false
  const onCacheWriteError = (error: unknown): void => {
    if (isCacheErrorLogged) return
    isCacheErrorLogged = true
    log().warn({ reason: (error as Error).message }, 'cannot write the startup cache; the next start takes longer')
  }
  const shared = { scheduler, baseUrl, reportUrl, openApi, preload, onCacheWriteError }
  let cache = options.cache
  let current = await buildSnapshot({ ...shared, directory, cache }).catch((error) => {
    if (!cache) throw error
    // The lists in the cache may have wrong content, so build them instead. If this fails too, the directory itself may
    // come from the cache: without the files, the next start reads the data.
    cache.discard()
    return buildSnapshot({ ...shared, directory, cache })
  })
  metrics.dataLoaded(directory)

  /**
   * Compresses the lists as far as possible and stores what is not in the cache yet. Stops if the snapshot is swapped
   * or the service closes.
   */
  const finish = async (): Promise<void> => {
    // A swap can replace both while this function waits, and old data must never be stored as new.
    const { lists, directory: served } = current
    const cacheOfServed = cache
    const store = async (part: CachedPart, value: () => unknown): Promise<void> =>
      cacheOfServed?.writeIfMissing(part, value).catch(onCacheWriteError)
    const isStopped = (): boolean => isClosing() || lists !== current.lists
    if (!lists.areSmall) await recompressLists(lists, isStopped)
    if (isStopped()) return
    lists.areSmall = true
    await store('lists', () => compressedBodies(lists))
    await store('directory', () => served.packed)
  }
  /**
   * Builds a snapshot from the loaded data, then serves all new requests from it. With `preload`, calls `finish` in the
   * background.
   */
  const swap = async (loaded: LoadedData): Promise<void> => {
    const { packed, tables } = loaded
    const next = await buildSnapshot({
      ...shared,
      directory: createDirectory(packed, { readBranchFile: loaded.readBranchFile ?? directory.readBranchFile }),
      tables,
      // The lookups of the snapshot before have warmed up the code.
      preload: false,
      pause: setImmediate,
    })
    await next.loadLookups()
    current = next
    cache = loaded.cache
    metrics.dataLoaded(next.directory)
    if (!preload) return
    cache?.write('indexes', tables).catch(onCacheWriteError)
    finish().catch((error) => log().error(error))
  }
  return { get: (): DataSnapshot => current, swap, finish }
}
