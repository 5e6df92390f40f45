/**
 * Keeps the number of client connections below the system's limit on open files, so that the process can still open the
 * files that it needs itself: modules that are imported later, new data, and the store.
 */
import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import type { Log } from './log.ts'

/**
 * Open files that are set aside for everything other than client connections. This is more than the process ever needs,
 * even with 63 workers and an IPC channel to each of them.
 */
const reservedFiles = 512

const logIntervalMs = 60_000

/** Closes connections beyond the limit at once. If the system's limit is unknown, connections are not limited. */
export function limitConnections(server: Server, log: Pick<Log, 'warn'>): void {
  const files = openFilesMax()
  if (files === undefined) return
  server.maxConnections = Math.max(files - reservedFiles, files >> 1)
  let loggedMs = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    if (performance.now() - loggedMs < logIntervalMs) return
    loggedMs = performance.now()
    log.warn({ most: server.maxConnections }, 'connection limit reached; new connections are closed')
  })
}

/** Returns the system's limit on open files, or undefined if there is no limit or no /proc to read it from. */
function openFilesMax(): number | undefined {
  try {
    const files = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return files === undefined ? undefined : Number(files)
  } catch {
    return undefined
  }
}
