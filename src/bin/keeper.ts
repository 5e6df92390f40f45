/**
 * Synchronises a process with the store, periodically: refreshes the key table, so that a revoked key stops working
 * everywhere within seconds, stores which keys were used, and deletes expired idempotency keys. A new key does not wait
 * for this: it is looked up when it is first used.
 */
import { setTimeout } from 'node:timers/promises'
import type { KeyTable } from '../keys/table.ts'
import type { Store } from '../store/contract.ts'

export interface Log {
  info(line: object, message: string): void
  warn(line: object, message: string): void
}

/** A revocation takes effect within 5 s: this interval, and the time of a slow query. */
const roundMs = 2_000
const idempotencyKeptMs = 48 * 60 * 60 * 1000
const forgetEveryMs = 60 * 60 * 1000

export interface Keeper {
  /** After the first round, which may have failed. */
  ready: Promise<void>
  /** Whether the store answered last; undefined before the first round. */
  isUp(): boolean | undefined
  stop(): Promise<void>
}

export function startKeeper(store: Store, keys: KeyTable, log: Log): Keeper {
  let stopped = false
  let isDown = false
  let hasAsked = false
  let forgetAtMs = 0
  let timer: NodeJS.Timeout | undefined

  const noteUses = async (): Promise<void> => {
    const uses = keys.takeUses()
    if (uses.size === 0) return
    await store.noteUses(uses).catch((error) => {
      keys.putBackUses(uses)
      throw error
    })
  }

  const forget = async (): Promise<void> => {
    if (Date.now() < forgetAtMs) return
    const before = new Date(Date.now() - idempotencyKeptMs).toISOString()
    while (!stopped && (await store.forgetIdempotency(before)) > 0) await setTimeout(10)
    forgetAtMs = Date.now() + forgetEveryMs
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

  let running = Promise.resolve()
  const next = (): void => {
    running = round().then(() => {
      if (!stopped) timer = globalThis.setTimeout(next, roundMs).unref()
    })
  }
  next()

  return {
    isUp: () => (hasAsked ? !isDown : undefined),
    ready: running,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
      if (!isDown) await noteUses().catch(() => {})
    },
  }
}
