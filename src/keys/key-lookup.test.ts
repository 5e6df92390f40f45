import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueKey, type KeyRecord } from './key.ts'
import { createKeyLookup, lookupsMax } from './key-lookup.ts'

const newKey = (): KeyRecord => issueKey({ mode: 'live', name: 'A key', now: new Date(), expiresAt: null }).record

/** A store that responds when the test says so. */
function createStore() {
  const queries: { hash: string; resolve(record?: KeyRecord): void; reject(error: Error): void }[] = []
  const findKey = (hash: string): Promise<KeyRecord | undefined> => {
    const { promise, resolve, reject } = Promise.withResolvers<KeyRecord | undefined>()
    queries.push({ hash, resolve, reject })
    return promise
  }
  const last = () => queries.at(-1) as (typeof queries)[0]
  return { findKey, queries, last }
}

function create({ timeoutMs = 3_600_000 } = {}) {
  const store = createStore()
  const found: KeyRecord[] = []
  const clock = { ms: 0 }
  const lookUp = createKeyLookup({
    findKey: store.findKey,
    onFound: (record) => void found.push(record),
    timeoutMs,
    nowMs: () => clock.ms,
  })
  return { ...store, found, clock, lookUp }
}

test('a key is found, or not, and every lookup queries the store again', async () => {
  const { lookUp, last, found, queries } = create()
  const key = newKey()
  const first = lookUp(key.hash)
  last().resolve(undefined)
  assert.equal(await first, 'not_found')
  const second = lookUp(key.hash)
  last().resolve(key)
  assert.equal(await second, key)
  assert.deepEqual(found, [key])
  assert.equal(queries.length, 2)
})

test('concurrent lookups of the same key share one query', async () => {
  const { lookUp, last, queries } = create()
  const key = newKey()
  const results = Array.from({ length: 100 }, () => lookUp(key.hash))
  last().resolve(key)
  assert.deepEqual(new Set(await Promise.all(results)), new Set([key]))
  assert.equal(queries.length, 1)
})

test(`at most ${lookupsMax} different keys are looked up at a time; further keys are not rejected as unknown`, async () => {
  const { lookUp, last, queries } = create()
  const results = Array.from({ length: lookupsMax }, (_, index) => lookUp(`hash ${index}`))
  assert.equal(await lookUp('one more'), 'unavailable')
  assert.equal(queries.length, lookupsMax)
  last().resolve(undefined)
  assert.equal(await results.at(-1), 'not_found')
  const next = lookUp('one more')
  assert.equal(queries.length, lookupsMax + 1)
  for (const { resolve } of queries) resolve(undefined)
  assert.deepEqual(new Set(await Promise.all([...results, next])), new Set(['not_found']))
})

test('after a failure, no key is looked up for a second', async () => {
  const { lookUp, last, queries, clock } = create()
  const failing = lookUp('a')
  last().reject(new Error('down'))
  assert.equal(await failing, 'unavailable')
  clock.ms = 999
  assert.equal(await lookUp('b'), 'unavailable')
  assert.equal(queries.length, 1)
  clock.ms = 1_000
  const next = lookUp('b')
  last().resolve(undefined)
  assert.equal(await next, 'not_found')
})

test('a store that times out is unavailable, its query still counts as in flight, and its late result is used', async () => {
  const { lookUp, last, queries, found, clock } = create({ timeoutMs: 1 })
  const key = newKey()
  assert.equal(await lookUp(key.hash), 'unavailable')
  clock.ms = 1_000
  assert.equal(await lookUp(key.hash), 'unavailable')
  assert.equal(queries.length, 1)
  last().resolve(key)
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(found, [key])
  void lookUp(key.hash)
  assert.equal(queries.length, 2)
  last().resolve(key)
})
