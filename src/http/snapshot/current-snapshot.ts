/** Holds the snapshot that requests are served from, and swaps it when new data is loaded. */
import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createDirectory, type Directory } from '../../directory/directory.ts'
import type { IndexCache, IndexTables } from '../../directory/indexes.ts'
import type { PackedDirectory } from '../../directory/storage/packed-directory.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { buildSnapshot, type DataSnapshot, type SnapshotOptions } from './data-snapshot.ts'
import { recompressAll } from './prebuilt-lists.ts'

export interface LoadedData {
  packed: PackedDirectory
  tables: IndexTables
}

export interface CurrentSnapshot {
  get(): DataSnapshot
  /** Builds a snapshot from the loaded data, then serves all new requests from it. */
  swap(loaded: LoadedData): Promise<void>
  /** Recompresses the lists at a higher level, until the snapshot is swapped or the service closes. */
  recompress(): Promise<void>
}

export interface CurrentSnapshotOptions extends Pick<SnapshotOptions, 'scheduler' | 'baseUrl' | 'openApi'> {
  directory: Directory
  metrics: Metrics
  indexCacheFor?: ((revision: string) => IndexCache) | undefined
  isClosing(): boolean
  log(): FastifyBaseLogger
}

export async function createCurrentSnapshot(options: CurrentSnapshotOptions): Promise<CurrentSnapshot> {
  const { directory, metrics, indexCacheFor, isClosing, log, scheduler, baseUrl, openApi } = options
  const onCacheWriteError = (error: unknown): void => log().warn(error, 'cannot write the search index cache')
  const shared = { scheduler, baseUrl, openApi, onCacheWriteError }
  let current = await buildSnapshot({ ...shared, directory, indexCache: indexCacheFor?.(directory.revision) })
  metrics.dataLoaded(directory)

  const recompress = async (): Promise<void> => {
    const { lists, requirements } = current
    const isStopped = (): boolean => isClosing() || lists !== current.lists
    await recompressAll([lists.countries, ...lists.banksByCountry.values(), ...requirements.values()], isStopped)
  }

  const swap = async ({ packed, tables }: LoadedData): Promise<void> => {
    const loadedIndexes = { read: async () => tables, write: async () => {} }
    const next = await buildSnapshot({
      ...shared,
      directory: createDirectory(packed),
      indexCache: loadedIndexes,
      pause: setImmediate,
    })
    await next.loadFinder()
    current = next
    metrics.dataLoaded(next.directory)
    indexCacheFor?.(packed.revision).write(tables).catch(onCacheWriteError)
    recompress().catch((error) => log().error(error))
  }

  return { get: () => current, swap, recompress }
}
