/**
 * Synchronises a process with the store at an interval: refreshes the key cache, so that a revoked key stops working
 * everywhere within seconds, stores when keys were last used, and deletes expired idempotency keys. A new key does not
 * wait for this: it is looked up when it is first used.
 */
import { setTimeout } from 'node:timers/promises'
import type { KeyCache } from '../../keys/key-cache.ts'
import type { Store } from '../../store/contract.ts'
import type { Log } from './log.ts'

/** A revocation takes effect within 5 s: this interval plus a slow query. */
const intervalMs = 2_000
/** Twice the 24 hours that the documentation promises. */
const idempotencySeconds = 48 * 60 * 60
const expiryIntervalMs = 10 * 60 * 1000

export interface StoreSync {
  /** Resolves after the first sync, which may have failed. */
  start(log: Log): Promise<void>
  /** Whether the last sync succeeded; undefined before the first. */
  isUp(): boolean | undefined
  stop(): Promise<void>
}

/** `nowMs` is a monotonic clock. */
export function createStoreSync(store: Store, keys: KeyCache, nowMs = () => performance.now()): StoreSync {
  let isStopped = false
  let isUp: boolean | undefined
  /** The running time of the store when it was last read. */
  let running: { seconds: number; readMs: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let current = Promise.resolve()

  const flushKeyUsage = async (): Promise<void> => {
    const uses = keys.drainUsage()
    if (uses.size === 0) return
    await store.recordKeyUsage(uses).catch((error) => {
      keys.restoreUsage(uses)
      throw error
    })
  }

  const expireIdempotencyKeys = async (): Promise<void> => {
    const { seconds, readMs } = running ?? { seconds: 0, readMs: nowMs() }
    const passedMs = nowMs() - readMs
    if (running && passedMs < expiryIntervalMs) return
    const reached = await store.advanceRunningTime(seconds, seconds + Math.floor(passedMs / 1000))
    const beforeSecond = reached - idempotencySeconds
    while (!isStopped && (await store.deleteExpiredIdempotencyKeys(beforeSecond)) > 0) await setTimeout(10)
    running = { seconds: reached, readMs: nowMs() }
  }

  const syncOnce = async (log: Log): Promise<void> => {
    try {
      // Refresh the keys first and separately: even if the other steps fail, a revoked key has to stop working.
      keys.replace(await store.listKeys())
      await flushKeyUsage()
      await expireIdempotencyKeys()
      if (isUp === false) log.info({}, 'the store is available again')
      isUp = true
    } catch (error) {
      // Logged once per outage: the cached keys stay valid, and the next sync tries again.
      if (isUp !== false) log.warn({ err: error }, 'the store is unavailable')
      isUp = false
    }
  }

  const run = (log: Log): Promise<void> => {
    current = syncOnce(log).then(() => {
      if (!isStopped) timer = globalThis.setTimeout(run, intervalMs, log).unref()
    })
    return current
  }

  return {
    start: run,
    isUp: () => isUp,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await current
      if (isUp) await flushKeyUsage().catch(() => {})
    },
  }
}
