/**
 * Synchronises a process with the store every few seconds. Each sync refreshes the key cache, so that a revoked key
 * stops working everywhere within seconds, and records when keys were last used. Every ten minutes, a sync also deletes
 * expired idempotency keys. A new key works even before the next sync, because an unknown key is looked up in the
 * store.
 */
import { setTimeout } from 'node:timers/promises'
import type { KeyCache } from '../../keys/key-cache.ts'
import type { Store } from '../../store/contract.ts'

/** Short enough that a revocation takes effect within 5 s, even if the query is slow. */
const intervalMs = 2_000
/** How long idempotency keys are kept: twice the 24 hours that the documentation promises. */
const idempotencySeconds = 48 * 60 * 60
const expiryIntervalMs = 10 * 60 * 1000

/** Called when the store becomes unavailable and when it is available again, not on every sync. */
export interface StoreReport {
  onUnavailable(error: unknown): void
  onAvailableAgain(): void
}

export interface StoreSync {
  /** Resolves after the first sync, whether it succeeded or failed. */
  start(report: StoreReport): Promise<void>
  /** Whether the last sync succeeded; undefined before the first. */
  isUp(): boolean | undefined
  stop(): Promise<void>
}

/** `nowMs` is a monotonic clock. */
export function createStoreSync(store: Store, keys: KeyCache, nowMs = () => performance.now()): StoreSync {
  let isStopped = false
  let isUp: boolean | undefined
  /**
   * The running time as the store last returned it (see `Store.advanceRunningTime`), and the local clock at that
   * moment.
   */
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

  const syncOnce = async (report: StoreReport): Promise<void> => {
    try {
      // Refresh the keys first: a revoked key must stop working even if the other steps fail.
      keys.replace(await store.listKeys())
      await flushKeyUsage()
      await expireIdempotencyKeys()
      const wasDown = isUp === false
      isUp = true
      if (wasDown) report.onAvailableAgain()
    } catch (error) {
      // The cached keys stay valid, and the next sync tries again.
      const wasDown = isUp === false
      isUp = false
      if (!wasDown) report.onUnavailable(error)
    }
  }

  const run = (report: StoreReport): Promise<void> => {
    current = syncOnce(report).then(() => {
      if (!isStopped) timer = globalThis.setTimeout(run, intervalMs, report).unref()
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
