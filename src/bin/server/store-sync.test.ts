import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { temporaryStore } from '../../../test/support/services/service.ts'
import { issueKey } from '../../keys/key.ts'
import { createKeyCache } from '../../keys/key-cache.ts'
import type { Store } from '../../store/contract.ts'
import { createStoreSync } from './store-sync.ts'

const hourMs = 60 * 60 * 1000
const report = { onUnavailable: () => {}, onAvailableAgain: () => {} }

/** Returns a function that creates a record, with the same idempotency key each time, and resolves to the record's id. */
async function openOrder(store: Store): Promise<() => Promise<string>> {
  const { record } = issueKey({ mode: 'live', name: 'A key', now: new Date(), expiresAt: null })
  await store.addKey(record)
  const idempotency = { family: record.family, key: 'order-1' }
  let count = 0
  return async () => {
    const created = { id: `rec_${count++}`, kind: 'pet', mode: 'live', created_at: new Date().toISOString() } as const
    return (await store.createRecord({ record: created, keyId: record.id, idempotency })).id
  }
}

test('no idempotency key expires because the wall clock is days ahead, neither at the start nor later', async (t) => {
  const store = temporaryStore(t)
  const create = await openOrder(store)
  const first = await create()
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 72 * hourMs })
  const sync = createStoreSync(store, createKeyCache())
  await sync.start(report)
  await sync.stop()
  assert.equal(await create(), first)
})

test('an idempotency key expires after 48 hours of running time, added up over successive processes', async (t) => {
  const store = temporaryStore(t)
  const create = await openOrder(store)
  /** Lets timers fire until the work is done. */
  const ticking = async (work: Promise<void>): Promise<void> => {
    let isDone = false
    void work.finally(() => {
      isDone = true
    })
    while (!isDone) {
      t.mock.timers.tick(2_000)
      await setImmediate()
    }
  }
  /** Runs a process that syncs at its start and at each of these times after it. */
  const run = async (...timesMs: number[]): Promise<void> => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    let nowMs = 0
    let round = Promise.withResolvers<void>()
    const watched: Store = {
      ...store,
      advanceRunningTime: async (from, to) => {
        const reached = await store.advanceRunningTime(from, to)
        round.resolve()
        return reached
      },
    }
    const sync = createStoreSync(watched, createKeyCache(), () => nowMs)
    await sync.start(report)
    for (const timeMs of timesMs) {
      nowMs = timeMs
      round = Promise.withResolvers()
      await ticking(round.promise)
    }
    await ticking(sync.stop())
    t.mock.timers.reset()
  }
  await run(10 * hourMs)
  const first = await create()
  await run(20 * hourMs, 40 * hourMs)
  await run(8 * hourMs)
  assert.equal(await create(), first)
  await run(hourMs)
  assert.notEqual(await create(), first)
})

test('a revoked key stops working within 5 s: the key cache is refreshed every 2 s', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { key, record } = issueKey({ mode: 'live', name: 'x', now: new Date(), expiresAt: null })
  let records = [record]
  // This store responds at once, so that one turn of the event loop is enough for a sync.
  const store = {
    listKeys: async () => records,
    recordKeyUsage: async () => {},
    deleteExpiredIdempotencyKeys: async () => 0,
    advanceRunningTime: async () => 0,
  }
  const keys = createKeyCache()
  const sync = createStoreSync(store as unknown as Store, keys)
  t.after(() => sync.stop())
  await sync.start({ ...report, onUnavailable: assert.fail })
  await setImmediate()
  const works = (): boolean => 'caller' in keys.check(key)
  for (const isRevoked of [true, false]) {
    records = [{ ...record, revoked_at: isRevoked ? new Date().toISOString() : null }]
    t.mock.timers.tick(1_999)
    await setImmediate()
    assert.equal(works(), isRevoked)
    t.mock.timers.tick(1)
    await setImmediate()
    assert.equal(works(), !isRevoked)
  }
})
