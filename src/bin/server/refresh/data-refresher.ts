/**
 * Loads new data while the service is running, on a signal or when a data folder changes. Data that is invalid, empty
 * or has shrunk sharply is rejected and logged, and the service keeps serving the previous data.
 */
import { isDeepStrictEqual } from 'node:util'
import { programDigest } from '../../../dataset/cache/program-digest.ts'
import type { StartupCache } from '../../../dataset/cache/startup-cache.ts'
import type { DataFolders } from '../../../dataset/data-files.ts'
import { DatasetError } from '../../../dataset/dataset-error.ts'
import { createBackgroundLoader, type Loaded, LoadTimeout } from '../../../dataset/load/background-loader.ts'
import { assertNotShrunk } from '../../../dataset/load/shrink-guard.ts'
import type { PackedDirectory } from '../../../directory/storage/packed-directory.ts'
import type { Log } from '../log.ts'
import type { RefreshTriggers } from './refresh-triggers.ts'

export interface Refresher {
  /** Returns the revision that is served now. */
  served(): string
  /**
   * Loads the data again even if it is unchanged, if the error may come from a damaged startup cache: something was read
   * from it, and the error is not one of the system. Does so once: later data never comes from the cache. Resolves when
   * the load has ended.
   */
  reload(error: unknown): Promise<void>
  /**
   * Loads the data of other folders and serves it. Calls `commit` when the data has passed all checks, and rejects with
   * `DatasetError` if it does not. `isFirst`: the data may be smaller than what is served.
   */
  adopt(folders: DataFolders, commit: () => void, options: { isFirst: boolean }): Promise<void>
  /** Resolves to false if a load is blocked in a system call, which prevents the process from exiting normally. */
  stop(): Promise<boolean>
}

export interface RefresherOptions {
  /** Returns the folders to read now; they change when a data release is installed. */
  folders(): DataFolders
  /** The data served at startup, and the folders that it was read from. */
  served: PackedDirectory
  servedFrom: DataFolders
  publish(loaded: Loaded, folders: DataFolders): Promise<void>
  /** The startup cache for the data served at startup. */
  cache: Pick<StartupCache, 'hasBeenRead' | 'discard'>
  triggers: RefreshTriggers
  /** Called if new data is rejected or cannot be loaded. */
  onRefused(): void
  /** Timeout for one load of new data. */
  timeoutMs: number
  log: Log
}

/**
 * Delay before the digest of the program's source files is computed, so that the first requests do not have to wait.
 */
const digestDelayMs = 2_000

export function startRefresher(options: RefresherOptions): Refresher {
  const { triggers, log } = options
  let current = options.served
  let currentFolder = options.servedFrom.folder
  /** The digest of the program's source files, computed soon after startup. */
  let digest: string | undefined
  const digestTimer = setTimeout(() => {
    digest = programDigest()
  }, digestDelayMs).unref()
  let running: Promise<void> | undefined
  let isPending = false
  /** Whether the next load is published even if the data is unchanged. */
  let isForced = false
  let isStopped = false
  /**
   * Retries a load that timed out: the machine may just have been busy, and no further change might come to trigger
   * another load.
   */
  let retryTimer: NodeJS.Timeout | undefined
  const loader = createBackgroundLoader({ timeoutMs: options.timeoutMs })

  const load = async (): Promise<void> => {
    try {
      const folders = options.folders()
      const loaded = await loader.load(folders, digest ?? programDigest())
      // A release was compared with the one before when it was installed, and a rollback is the operator's decision.
      const isAccepted = folders.folder !== currentFolder
      current = await publishIfNew(loaded, current, { ...options, folders, isForced, isAccepted })
      currentFolder = folders.folder
      isForced = false
    } catch (error) {
      // Ignore the error: the load was terminated because the service is stopping.
      if (isStopped) return
      const { revision } = current
      options.onRefused()
      if (error instanceof DatasetError) log.warn({ reason: error.message, revision }, 'new data was rejected')
      else log.warn({ err: error, revision }, 'new data could not be loaded')
      if (error instanceof LoadTimeout) retryTimer = setTimeout(() => void refresh(), options.timeoutMs).unref()
    }
  }

  /** Runs one load at a time. If the data changes during a load, another load follows. */
  const refresh = (): Promise<void> => {
    isPending = true
    running ??= loadPending()
    return running
  }
  const loadPending = async (): Promise<void> => {
    clearTimeout(retryTimer)
    while (isPending && !isStopped) {
      isPending = false
      // Reopen the watches before loading, so that no change made during the load is missed.
      triggers.rewatch()
      await load()
    }
    running = undefined
  }
  const adopt: Refresher['adopt'] = async (folders, commit, { isFirst }) => {
    while (running) await running
    const load = async (): Promise<void> => {
      const loaded = await loader.load(folders, digest ?? programDigest())
      if (!isFirst) assertNotShrunk(current, loaded.packed)
      commit()
      // The watch notices the commit, and must not load the same data again.
      const folderBefore = currentFolder
      currentFolder = folders.folder
      try {
        current = await publishIfNew(loaded, current, { ...options, folders, isForced: false, isAccepted: true })
      } catch (error) {
        // The next change in the folder of the channel loads it again.
        currentFolder = folderBefore
        throw error
      }
    }
    const loading = load()
    running = loading
      .catch(() => undefined)
      .then(() => {
        running = undefined
        if (isPending) void refresh()
      })
    await loading
  }
  const reload = (): Promise<void> => {
    log.warn(
      { revision: current.revision },
      'the startup cache may be damaged; it is deleted, and the data is loaded again',
    )
    options.cache.discard()
    isForced = true
    return refresh()
  }
  let reloading: Promise<void> | undefined
  triggers.connect((trigger) => {
    if (trigger === 'data' || options.folders().folder !== currentFolder) void refresh()
  }, log)

  return {
    served: () => current.revision,
    adopt,
    reload: async (error) => {
      if (current !== options.served || !options.cache.hasBeenRead() || isSystemError(error)) return
      reloading ??= reload()
      await reloading
    },
    stop: () => {
      isStopped = true
      clearTimeout(digestTimer)
      clearTimeout(retryTimer)
      triggers.stop()
      return loader.stop()
    },
  }
}

const isSystemError = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall !== undefined

/** Publishes the loaded data unless it is unchanged. Resolves to the data that is served afterwards. */
async function publishIfNew(
  loaded: Loaded,
  current: PackedDirectory,
  {
    publish,
    log,
    folders,
    isForced,
    isAccepted = false,
  }: Pick<RefresherOptions, 'publish' | 'log'> & { folders: DataFolders; isForced: boolean; isAccepted?: boolean },
): Promise<PackedDirectory> {
  const { revision, releases } = loaded.packed
  // Compare the releases too. They come from change files, which the revision does not cover and which may arrive late.
  if (!isForced && revision === current.revision && isDeepStrictEqual(releases, current.releases)) {
    log.info({ revision }, 'the data is unchanged')
    return current
  }
  if (revision !== current.revision && !isAccepted) assertNotShrunk(current, loaded.packed)
  await publish(loaded, folders)
  log.info({ revision }, 'new data is served')
  return loaded.packed
}
