/**
 * What triggers a refresh of the data: SIGHUP, and changes in the data folders. They are noticed from before the data is
 * first read, so that a process never keeps serving data that changed while it started.
 */
import { existsSync, type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { type DataFolders, dataFolders } from '../../../dataset/data-files.ts'
import type { Log } from '../log.ts'
import { createDebounce } from './debounce.ts'

/**
 * Debounce changes: an update copies many files one after another. The maximum wait ensures a refresh even if a folder
 * never stops changing.
 */
const quietMs = 500
const waitMsMax = 5_000

/** `channel`: something changed in the folder of the channel, perhaps the release to serve. */
export type RefreshTrigger = 'data' | 'channel'

export interface RefreshTriggers {
  /** Calls `refresh` on each trigger from now on, and at once if there was one already. */
  connect(refresh: (trigger: RefreshTrigger) => void, log: Log): void
  /** Closes and reopens the watches: a folder may have been replaced by a new one at the same path. */
  rewatch(): void
  stop(): void
}

/** `channelFolder`: the folder of the channel that the service follows, if there is one. */
export function listenForRefreshes(folders: () => DataFolders, channelFolder?: string): RefreshTriggers {
  let pending: RefreshTrigger | undefined
  let refresh = (trigger: RefreshTrigger): void => {
    pending = trigger
  }
  const warnings: object[] = []
  let warn = (line: object): void => void warnings.push(line)
  let watchers: FSWatcher[] = []
  const changes = createDebounce({ quietMs, waitMsMax, act: () => refresh('data') })
  const releases = createDebounce({ quietMs, waitMsMax, act: () => refresh('channel') })
  const close = (): void => {
    for (const watcher of watchers) watcher.close()
  }
  const watchOne = (path: string, onChange: () => void): FSWatcher[] =>
    watchFolder(path, onChange, (error) => warn({ err: error, folder: path }))
  const rewatch = (): void => {
    close()
    const { folder, overlay } = folders()
    watchers = [folder, overlay]
      .filter((path) => path !== undefined)
      .flatMap((path) => Object.keys(dataFolders).map((inner) => join(path, inner)))
      .flatMap((path) => watchOne(path, changes.note))
    if (channelFolder !== undefined) watchers.push(...watchOne(channelFolder, releases.note))
  }
  process.on('SIGHUP', () => refresh('data'))
  rewatch()
  return {
    connect: (next, log) => {
      warn = (line) => log.warn(line, 'cannot watch this data folder for changes')
      warnings.forEach(warn)
      refresh = next
      if (pending) refresh(pending)
    },
    rewatch,
    stop: () => {
      changes.cancel()
      releases.cancel()
      close()
    },
  }
}

/**
 * Watches the folder, not its files, because an update usually replaces the files. If watching fails, the operator can
 * still trigger a refresh with SIGHUP.
 */
function watchFolder(folder: string, onChange: () => void, onFailure: (error: unknown) => void): FSWatcher[] {
  if (!existsSync(folder)) return []
  try {
    return [watch(folder, { persistent: false }, onChange).on('error', onFailure)]
  } catch (error) {
    onFailure(error)
    return []
  }
}
