/**
 * Keeps the number of client connections below the system's limit of open files, so that the process can still open
 * files itself: late imports, new data, the store.
 */
import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import type { Log } from './log.ts'

/** More files than the process ever needs besides connections, including the channels to 63 workers. */
const reservedFiles = 512

const logIntervalMs = 60_000

/** Connections beyond the limit are closed at once. If the system limit is unknown, connections are not limited. */
export function limitConnections(server: Server, log: Pick<Log, 'warn'>): void {
  const files = openFilesMax()
  if (files === undefined) return
  server.maxConnections = Math.max(files - reservedFiles, files >> 1)
  let loggedMs = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    if (performance.now() - loggedMs < logIntervalMs) return
    loggedMs = performance.now()
    log.warn({ most: server.maxConnections }, 'the connection limit is reached; further connections are closed')
  })
}

/** Undefined if there is no /proc or no limit. */
function openFilesMax(): number | undefined {
  try {
    const files = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return files === undefined ? undefined : Number(files)
  } catch {
    return undefined
  }
}
