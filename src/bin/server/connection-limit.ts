/**
 * Keeps connections from taking the files that the process itself needs: modules that it loads late, new data, the
 * store. What the system gives is shared by all of them, and whoever finds nothing left fails.
 */
import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import type { Log } from './log.ts'

/** More than everything but the connections ever needs, the channels to 63 other processes included. */
const filesKept = 512

const sayAgainMs = 60_000

/** A connection too many is closed as soon as it is made. Nothing is limited where the system does not say how far. */
export function limitConnections(server: Server, log: Pick<Log, 'warn'>): void {
  const files = openFilesMax()
  if (files === undefined) return
  server.maxConnections = Math.max(files - filesKept, files >> 1)
  let saidMs = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    if (performance.now() - saidMs < sayAgainMs) return
    saidMs = performance.now()
    log.warn({ most: server.maxConnections }, 'there are more connections than files for them; the rest are closed')
  })
}

/** Where there is no /proc, or no limit, there is no number. */
function openFilesMax(): number | undefined {
  try {
    const files = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return files === undefined ? undefined : Number(files)
  } catch {
    return undefined
  }
}
