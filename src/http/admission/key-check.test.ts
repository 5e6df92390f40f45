import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { startKeyedService } from '../../../test/support/services/keyed-service.ts'
import { postJson, temporaryStore } from '../../../test/support/services/service.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { issueKey } from '../../keys/key.ts'
import { createKeyCache } from '../../keys/key-cache.ts'
import { type KeyMode, makeKey } from '../../keys/key-format.ts'
import { type Store, StoreUnavailable } from '../../store/contract.ts'
import type { Problem } from '../errors/problems.ts'
import { createKeyChecker } from './key-check.ts'

/** Starts a service over a real store that counts key lookups and awaits `before` in each. */
async function start(t: TestContext, before: () => Promise<void> | void = () => {}) {
  const real = temporaryStore(t)
  let lookups = 0
  const findKey: Store['findKey'] = async (hash) => {
    lookups++
    await before()
    return real.findKey(hash)
  }
  const service = await startKeyedService(t, {
    store: { ...real, findKey },
    quotas: { anonymous: 1_000, keyed: 1_000 },
  })
  /** Stores a key as another process would: the key cache of the service does not have it. */
  const issueElsewhere = async (more: { mode?: KeyMode; expiresAt?: Date } = {}) => {
    const issued = issueKey({ mode: 'live', name: 'A key', now: new Date(), expiresAt: null, ...more })
    await real.addKey(issued.record)
    return issued
  }
  const list = (key: string): Promise<Response> =>
    fetch(`${service.url}/v1/banks?country=va`, { headers: { 'X-Public-Hash-Key': key } })
  return { ...service, issueElsewhere, list, lookups: () => lookups }
}

/** A checker without HTTP: all checks start before the first lookup ends. */
function createChecker(findKey: Store['findKey']) {
  let lookups = 0
  const keys = createKeyCache()
  keys.replace([])
  const check = createKeyChecker({
    keys,
    findKey: (hash) => {
      lookups++
      return findKey(hash)
    },
  })
  return { check, keys, lookups: () => lookups }
}

const unknown = (): string => makeKey('live', randomBytes)
const codeOf = ({ headers }: Response): string | null => headers.get('error-code')

test('a key works in the first request after it was stored, and is cached from then on', async (t) => {
  const { url, create, list, issueElsewhere, lookups } = await start(t)
  const [one, two, three] = [await issueElsewhere(), await issueElsewhere(), await issueElsewhere({ mode: 'demo' })]
  const listed = await list(one.key)
  assert.equal(listed.status, 200)
  assert.match(listed.headers.get('ratelimit') ?? '', /^"key";r=999;/)
  const headers = { Authorization: `Bearer ${two.key}` }
  const posted = await postJson(`${url}/v1/banks`, '{"country":"va"}', headers)
  assert.deepEqual([posted.status, ((await posted.json()) as { country: string }).country], [200, 'VA'])
  const created = await create(three.key)
  assert.deepEqual([created.status, ((await created.json()) as { mode: string }).mode], [200, 'demo'])
  for (const { key } of [one, two, three]) assert.equal((await create(key)).status, 200)
  assert.equal(lookups(), 3)
})

test('a new key that is expired or revoked is rejected after one lookup', async (t) => {
  const { list, issueElsewhere, lookups, store } = await start(t)
  const expired = await issueElsewhere({ expiresAt: new Date(0) })
  const revoked = await issueElsewhere()
  await store.revokeKey(revoked.record.id, new Date().toISOString())
  for (const { key } of [expired, revoked, expired, revoked]) assert.equal(codeOf(await list(key)), 'key_refused')
  assert.equal(lookups(), 2)
})

test('cached keys, valid or revoked, and keys with typos are never looked up', async (t) => {
  const { list, live, add, store, lookups } = await start(t)
  const revoked = await add({ mode: 'live' })
  await store.revokeKey(revoked.record.id, new Date().toISOString())
  await add({ mode: 'live' })
  assert.equal((await list(live)).status, 200)
  assert.equal(codeOf(await list(revoked.key)), 'key_refused')
  assert.equal(codeOf(await list(`${live}x`)), 'key_malformed')
  assert.equal(lookups(), 0)
})

test('concurrent requests with a new key share one lookup, and none counts as a guess', async () => {
  const { key, record } = issueKey({ mode: 'live', name: 'A key', now: new Date(), expiresAt: null })
  const { check, lookups } = createChecker(async () => record)
  const checked = await Promise.all(Array.from({ length: 100 }, () => check(key, '192.0.2.1')))
  for (const caller of checked) assert.deepEqual(caller, { keyId: record.id, family: record.family, mode: 'live' })
  assert.equal(lookups(), 1)
})

test('concurrent requests with an invalid key share one lookup, and each counts as a guess', async () => {
  const { check, lookups } = createChecker(async () => undefined)
  const wrong = unknown()
  const checked = await Promise.all(Array.from({ length: 100 }, () => check(wrong, '192.0.2.1')))
  const codes = checked.map((rejection) => (rejection as Problem).code)
  assert.deepEqual(codes, [...Array(60).fill('key_refused'), ...Array(40).fill('guesses_limited')])
  assert.equal(lookups(), 1)
})

test('only the check of an unknown key is asynchronous', () => {
  const { check, keys } = createChecker(async () => undefined)
  const { key, record } = issueKey({ mode: 'live', name: 'A key', now: new Date(), expiresAt: null })
  keys.replace([record])
  assert.equal(check(key, '192.0.2.1') instanceof Promise, false)
  assert.equal(check(`${key}x`, '192.0.2.1') instanceof Promise, false)
  assert.equal(check(unknown(), '192.0.2.1') instanceof Promise, true)
})

test('after 60 invalid keys from an address, its keys are no longer looked up; cached keys still work', async (t) => {
  const { list, live, issueElsewhere, add, lookups } = await start(t)
  const { key } = await issueElsewhere()
  for (let guess = 0; guess < 60; guess++) assert.equal(codeOf(await list(unknown())), 'key_refused')
  assert.equal(lookups(), 60)
  assert.equal(codeOf(await list(unknown())), 'guesses_limited')
  const response = await list(key)
  assert.equal(codeOf(response), 'guesses_limited')
  assert.ok(Number(response.headers.get('retry-after')) > 0)
  assert.equal(lookups(), 60)
  assert.equal((await list(live)).status, 200)
  // `add` refreshes the cache, so the key issued elsewhere is now cached.
  await add({ mode: 'live' })
  assert.equal((await list(key)).status, 200)
})

test('while the store is down, an unknown key gets 503 and does not count as a guess; cached keys work', async (t) => {
  let isDown = true
  const { create, list, live, issueElsewhere } = await start(t, () => {
    if (isDown) throw new StoreUnavailable('down')
  })
  const { key } = await issueElsewhere()
  for (let attempt = 0; attempt < 70; attempt++) {
    const response = await list(key)
    assert.deepEqual([response.status, codeOf(response)], [503, 'store_unavailable'])
    assert.equal(response.headers.get('retry-after'), '5')
    assert.match(response.headers.get('ratelimit') ?? '', /^"address";/)
  }
  assert.equal((await create(key)).status, 503)
  assert.equal((await create(unknown())).status, 503)
  assert.equal((await list(live)).status, 200)
  isDown = false
  await waitUntil('the new key works', async () => (await list(key)).status === 200)
  assert.equal((await list(unknown())).status, 401)
})

test('a store that never responds delays only requests with unknown keys, and those get 503', async (t) => {
  const lookupStarted = Promise.withResolvers<void>()
  const { list, live, url } = await start(t, () => {
    lookupStarted.resolve()
    return new Promise(() => {})
  })
  const waiting = list(unknown())
  await lookupStarted.promise
  assert.equal((await list(live)).status, 200)
  assert.equal((await fetch(`${url}/v1/banks?country=va`)).status, 200)
  assert.equal((await waiting).status, 503)
})

test('a client that disconnects during the key lookup does no harm', async (t) => {
  const gate = Promise.withResolvers<void>()
  const lookupStarted = Promise.withResolvers<void>()
  const { app, url, list, live, issueElsewhere } = await start(t, () => {
    lookupStarted.resolve()
    return gate.promise
  })
  const { key } = await issueElsewhere()
  const [controller, connected] = [new AbortController(), once(app.server, 'connection')]
  const request = { method: 'POST', body: '{"country":"va"}', signal: controller.signal }
  const response = fetch(`${url}/v1/banks`, { ...request, headers: { 'X-Public-Hash-Key': key } })
  const [socket] = await connected
  await lookupStarted.promise
  const closed = once(socket, 'close')
  controller.abort()
  await assert.rejects(response, { name: 'AbortError' })
  await closed
  gate.resolve()
  for (const known of [live, key]) assert.equal((await list(known)).status, 200)
})
