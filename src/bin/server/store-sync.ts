/**
 * Synchronises a process with the store, periodically: refreshes the key table, so that a revoked key stops working
 * everywhere within seconds, stores which keys were used, and deletes expired idempotency keys. A new key does not wait
 * for this: it is looked up when it is first used.
 */
import { setTimeout } from 'node:timers/promises'
import type { KeyCache } from '../../keys/key-cache.ts'
import type { Store } from '../../store/contract.ts'

export interface Log {
  info(line: object, message: string): void
  warn(line: object, message: string): void
}

/** A revocation takes effect within 5 s: this interval, and the time of a slow query. */
const roundMs = 2_000
/** Promised are 24 hours. */
const idempotencyKeptSeconds = 48 * 60 * 60
const forgetEveryMs = 10 * 60 * 1000

export interface StoreSync {
  /** After the first round, which may have failed. */
  ready: Promise<void>
  /** Whether the store answered last; undefined before the first round. */
  isUp(): boolean | undefined
  stop(): Promise<void>
}

/** `nowMs` is a monotonic clock. */
export function startStoreSync(store: Store, keys: KeyCache, log: Log, nowMs = () => performance.now()): StoreSync {
  let stopped = false
  let isDown = false
  let hasAsked = false
  /** The running time of the store when it was last read. */
  let running: { seconds: number; readMs: number } | undefined
  let timer: NodeJS.Timeout | undefined

  const noteUses = async (): Promise<void> => {
    const uses = keys.drainUsage()
    if (uses.size === 0) return
    await store.recordKeyUsage(uses).catch((error) => {
      keys.restoreUsage(uses)
      throw error
    })
  }

  const forget = async (): Promise<void> => {
    const { seconds, readMs } = running ?? { seconds: 0, readMs: nowMs() }
    const passedMs = nowMs() - readMs
    if (running && passedMs < forgetEveryMs) return
    const reached = await store.advanceRunningTime(seconds, seconds + Math.floor(passedMs / 1000))
    const before = reached - idempotencyKeptSeconds
    while (!stopped && (await store.deleteExpiredIdempotencyKeys(before)) > 0) await setTimeout(10)
    running = { seconds: reached, readMs: nowMs() }
  }

  const round = async (): Promise<void> => {
    try {
      // First, and by itself: whatever else fails, a revoked key has to stop.
      keys.replace(await store.listKeys())
      await noteUses()
      await forget()
      if (isDown) log.info({}, 'the store is back')
      isDown = false
    } catch (error) {
      // Said once: the last table holds, and the next round tries again.
      if (!isDown) log.warn({ err: error }, 'the store is not available')
      isDown = true
    }
    hasAsked = true
  }

  let current = Promise.resolve()
  const next = (): void => {
    current = round().then(() => {
      if (!stopped) timer = globalThis.setTimeout(next, roundMs).unref()
    })
  }
  next()

  return {
    isUp: () => (hasAsked ? !isDown : undefined),
    ready: current,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await current
      if (!isDown) await noteUses().catch(() => {})
    },
  }
}
