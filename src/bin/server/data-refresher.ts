/**
 * Brings new data in while the service runs: on a signal, or when something in the data folders changes. What is broken,
 * empty or sharply shrunken is refused with a line in the log, and what was served goes on.
 */
import { existsSync, type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createBackgroundLoader, type DataFolders, type Loaded } from '../../dataset/background-loader.ts'
import { DatasetError } from '../../dataset/dataset-error.ts'
import { programDigest } from '../../dataset/index-cache.ts'
import { changesFolder } from '../../dataset/releases.ts'
import { assertNotShrunk } from '../../dataset/shrink-guard.ts'
import type { PackedDirectory } from '../../directory/storage/packed-directory.ts'
import { createDebounce } from './debounce.ts'
import type { Log } from './log.ts'

export interface Refresher {
  /** The revision that is served now. */
  served(): string
  refresh(): void
  /** Resolves to false if a load is blocked in a system call: then the process cannot end by itself. */
  stop(): Promise<boolean>
}

export interface RefresherOptions {
  folders: DataFolders
  /** What is served when it starts. */
  served: PackedDirectory
  publish(loaded: Loaded): Promise<void>
  /** Told when what was loaded is what is served already. */
  onUnchanged(): void
  /** Whether changes in the folders are looked for; a wish is always heard. */
  watches: boolean
  /** Told when new data is not served. */
  onRefused(): void
  /** For one load. */
  timeoutMs: number
  log: Log
}

/** Debounce changes: files are copied one after the other. A folder that never rests is read all the same. */
const quietMs = 500
const waitMsMax = 5_000
const noteAfterMs = 2_000

export function startRefresher({
  folders,
  served,
  publish,
  onUnchanged,
  watches,
  onRefused,
  timeoutMs,
  log,
}: RefresherOptions): Refresher {
  let current = served
  /** Of the sources as they were at the start, or nearly: the first callers come first. */
  let program: string | undefined
  const noting = setTimeout(() => {
    program = programDigest()
  }, noteAfterMs).unref()
  let underWay = false
  let isWanted = false
  let isStopped = false
  const loader = createBackgroundLoader({ timeoutMs })

  const load = async (): Promise<void> => {
    try {
      const loaded = await loader.load(folders, program ?? programDigest())
      const { revision } = loaded.packed
      // Changes files are no part of the revision, and may come after the data that they lead to.
      if (revision === current.revision && isDeepStrictEqual(loaded.packed.releases, current.releases)) {
        log.info({ revision }, 'the data is as it was')
        onUnchanged()
        return
      }
      assertNotShrunk(current, loaded.packed)
      await publish(loaded)
      current = loaded.packed
      log.info({ revision }, 'new data is served')
    } catch (error) {
      // The load was terminated because the service ends.
      if (isStopped) return
      const { revision } = current
      onRefused()
      if (error instanceof DatasetError) log.warn({ reason: error.message, revision }, 'new data was refused')
      else log.warn({ err: error, revision }, 'new data could not be loaded')
    }
  }

  /** One at a time; what changes meanwhile is loaded once more. */
  const refresh = async (): Promise<void> => {
    isWanted = true
    if (underWay || isStopped) return
    underWay = true
    while (isWanted && !isStopped) {
      isWanted = false
      // Before it is read: the folder of the banks may be another one by now, and what changes later is seen.
      watchAgain()
      await load()
    }
    underWay = false
  }

  let watchers: FSWatcher[] = []
  const stopWatching = (): void => {
    for (const watcher of watchers) watcher.close()
  }
  const watchAgain = (): void => {
    if (!watches) return
    stopWatching()
    const all = [folders.folder, folders.overlay].filter((folder) => folder !== undefined)
    watchers = all
      .flatMap((folder) => [folder, join(folder, 'banks'), join(folder, changesFolder)])
      .flatMap((folder) => watchFolder(folder, () => changes.note(), log))
  }
  const changes = createDebounce({ quietMs, waitMsMax, act: () => void refresh() })
  watchAgain()

  return {
    served: () => current.revision,
    refresh: () => void refresh(),
    stop: () => {
      isStopped = true
      clearTimeout(noting)
      changes.cancel()
      stopWatching()
      return loader.stop()
    },
  }
}

/** A folder, not its files: these are replaced as a rule. Where it cannot be watched a signal still does. */
function watchFolder(folder: string, onChange: () => void, log: Log): FSWatcher[] {
  if (!existsSync(folder)) return []
  const sayNot = (error: unknown): void => log.warn({ err: error, folder }, 'changes of the data are not seen here')
  try {
    return [watch(folder, { persistent: false }, onChange).on('error', sayNot)]
  } catch (error) {
    sayNot(error)
    return []
  }
}
