/** Watches the data folders for changes. */
import { existsSync, type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { branchesFolder, changesFolder } from '../../../dataset/data-files.ts'
import type { DataFolders } from '../../../dataset/load/background-loader.ts'
import type { Log } from '../log.ts'
import { createDebounce } from './debounce.ts'

/**
 * Debounce changes: an update copies many files one after another. The maximum wait ensures a refresh even if a folder
 * never stops changing.
 */
const quietMs = 500
const waitMsMax = 5_000

export interface FolderWatcher {
  /** Closes and reopens the watches: a folder may have been replaced by a new one at the same path. */
  restart(): void
  stop(): void
}

export function createFolderWatcher(
  { folder, overlay }: DataFolders,
  { onChange, log }: { onChange(): void; log: Log },
): FolderWatcher {
  const changes = createDebounce({ quietMs, waitMsMax, act: onChange })
  let watchers: FSWatcher[] = []
  const close = (): void => {
    for (const watcher of watchers) watcher.close()
  }
  return {
    restart: () => {
      close()
      watchers = [folder, overlay]
        .filter((path) => path !== undefined)
        .flatMap((path) => [path, join(path, 'banks'), join(path, branchesFolder), join(path, changesFolder)])
        .flatMap((path) => watchFolder(path, changes.note, log))
    },
    stop: () => {
      changes.cancel()
      close()
    },
  }
}

/**
 * Watches the folder, not its files, because an update usually replaces the files. If watching fails, the operator can
 * still trigger a refresh with SIGHUP.
 */
function watchFolder(folder: string, onChange: () => void, log: Log): FSWatcher[] {
  if (!existsSync(folder)) return []
  const warn = (error: unknown): void => log.warn({ err: error, folder }, 'cannot watch this data folder for changes')
  try {
    return [watch(folder, { persistent: false }, onChange).on('error', warn)]
  } catch (error) {
    warn(error)
    return []
  }
}
