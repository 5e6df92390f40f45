import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { assertFits } from '../../../test/support/schemas.ts'
import { startKeyedService } from '../../../test/support/services/keyed-service.ts'
import { sendRaw, startService, temporaryStore } from '../../../test/support/services/service.ts'
import { issueKey } from '../../keys/key.ts'
import { createKeyCache } from '../../keys/key-cache.ts'
import { makeKey } from '../../keys/key-format.ts'
import { type StoredRecord, StoreUnavailable } from '../../store/contract.ts'
import { recordSchema } from './create-record-route.ts'

const read = async (response: Response): Promise<StoredRecord> => (await response.json()) as StoredRecord

test('a request with a key and no body creates, stores and returns a record', async (t) => {
  const { create, live, demo, store } = await startKeyedService(t)
  for (const [key, mode] of [
    [live, 'live'],
    [demo, 'demo'],
  ] as const) {
    const response = await create(key)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const record = await read(response)
    assertFits(recordSchema, record)
    assert.equal(record.mode, mode)
    assert.equal(record.kind, 'pet')
    assert.deepEqual(await store.listRecords({ mode, limit: 10 }), [record])
  }
})

test('the key may be in either header, and Bearer is case-insensitive', async (t) => {
  const { url, live } = await startKeyedService(t)
  for (const headers of [
    { 'X-Public-Hash-Key': live },
    { Authorization: `bearer ${live}` },
    { Authorization: `BEARER  ${live} ` },
  ]) {
    assert.equal((await fetch(`${url}/index.php`, { method: 'POST', headers })).status, 200)
  }
})

test('an empty body may be missing, blank or {}, with any content type', async (t) => {
  const { create, live } = await startKeyedService(t)
  const emptyBodies: [body: string | undefined, type: string | undefined][] = [
    [undefined, undefined],
    ['', 'application/json'],
    [' \n\t', 'application/json'],
    ['{}', 'application/json'],
    [' { } ', 'text/plain'],
    ['', 'application/x-www-form-urlencoded'],
    ['{}', 'nonsense'],
    [' '.repeat(16_000), 'text/plain'],
  ]
  for (const [body, type] of emptyBodies) {
    const response = await create(live, type === undefined ? {} : { 'Content-Type': type }, body)
    assert.equal(response.status, 200, JSON.stringify([body, type]))
  }
})

test('a body that is not empty gets 400 and creates nothing', async (t) => {
  const { create, live, store } = await startKeyedService(t)
  for (const body of ['{"name":"Rex"}', '[]', 'null', 'a=b', '{', '{}{}']) {
    const response = await create(live, { 'Content-Type': 'application/json' }, body)
    assert.equal(response.status, 400)
    assert.equal(response.headers.get('error-code'), 'body_not_empty')
  }
  assert.deepEqual(await store.listRecords({ limit: 10 }), [])
})

test('a request without a key, with another scheme or with an empty header gets 401 and instructions', async (t) => {
  const { url } = await startKeyedService(t)
  for (const headers of [{}, { Authorization: 'Basic dTpw' }, { Authorization: 'Bearer' }, { Authorization: '' }]) {
    const response = await fetch(`${url}/index.php`, { method: 'POST', headers })
    assert.equal(response.status, 401)
    assert.equal(response.headers.get('error-code'), 'key_missing')
    assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="bank-lookup"')
    assert.match(await response.text(), /This endpoint requires a key/)
  }
})

test('a key with a typo is malformed; unknown, revoked and expired keys get the same error', async (t) => {
  const { create, live, store, add } = await startKeyedService(t)
  const typo = await create(live.slice(0, -1) + (live.endsWith('a') ? 'b' : 'a'))
  assert.equal(typo.headers.get('error-code'), 'key_malformed')
  const revoked = await add({ mode: 'live' })
  await store.revokeKey(revoked.record.id, new Date().toISOString())
  const expired = await add({ mode: 'live', expiresAt: new Date(Date.now() - 1) })
  const texts = new Set<string>()
  for (const key of [makeKey('live', randomBytes), revoked.key, expired.key]) {
    const response = await create(key)
    assert.equal(response.status, 401)
    assert.equal(response.headers.get('error-code'), 'key_refused')
    texts.add(await response.text())
  }
  assert.equal(texts.size, 1)
})

test('a retry with the same Idempotency-Key returns the first record, even with a rotated key', async (t) => {
  const { create, live, demo, add, store } = await startKeyedService(t)
  const retry = { 'Idempotency-Key': 'order 1' }
  const first = await read(await create(live, retry))
  assert.deepEqual(await read(await create(live, retry)), first)
  const [own] = (await store.listKeys()).filter(({ mode }) => mode === 'live')
  const rotated = await add({ mode: 'live', family: own?.family as string })
  assert.deepEqual(await read(await create(rotated.key, retry)), first)
  assert.notEqual((await read(await create(demo, retry))).id, first.id)
  assert.notEqual((await read(await create(live, { 'Idempotency-Key': 'order 2' }))).id, first.id)
  assert.equal((await store.listRecords({ mode: 'live', limit: 10 })).length, 2)
})

test('concurrent retries create one record', async (t) => {
  const { create, live, store } = await startKeyedService(t)
  const responses = await Promise.all(Array.from({ length: 30 }, () => create(live, { 'Idempotency-Key': 'once' })))
  assert.equal(new Set(await Promise.all(responses.map(async (response) => (await read(response)).id))).size, 1)
  assert.equal((await store.listRecords({ limit: 100 })).length, 1)
})

test('an Idempotency-Key is 1 to 255 printable characters', async (t) => {
  const { create, live, port } = await startKeyedService(t)
  assert.equal((await create(live, { 'Idempotency-Key': 'x'.repeat(255) })).status, 200)
  for (const key of ['x'.repeat(256), 'ключ'.replace(/./gu, 'é'), '']) {
    const response = await create(live, { 'Idempotency-Key': key })
    assert.equal(response.status, 400, key)
    assert.equal(response.headers.get('error-code'), 'idempotency_key_malformed')
  }
  const raw = await sendRaw(
    port,
    `POST /index.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${live}\r\nIdempotency-Key: a\tb\r\n\r\n`,
  )
  assert.match(raw, /error-code: idempotency_key_malformed/)
})

test('two Idempotency-Key headers get 400, even if they are equal', async (t) => {
  const { live, port, store } = await startKeyedService(t)
  const head = `POST /index.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${live}\r\n`
  for (const [one, other] of ['ab', 'aa']) {
    const raw = await sendRaw(port, `${head}Idempotency-Key: ${one}\r\nidempotency-key: ${other}\r\n\r\n`)
    assert.match(raw, /^HTTP\/1\.1 400 .*error-code: idempotency_key_twice\r/is)
  }
  assert.deepEqual(await store.listRecords({ limit: 10 }), [])
  // A comma within one header is part of the key.
  assert.match(await sendRaw(port, `${head}Idempotency-Key: a, b\r\n\r\n`), /^HTTP\/1\.1 200 /)
})

test('while the store fails, creation gets 503 with Retry-After and lookups work; then it recovers', async (t) => {
  const working = await startKeyedService(t)
  let isDown = true
  const store = {
    ...working.store,
    createRecord: (creation: Parameters<typeof working.store.createRecord>[0]) =>
      isDown ? Promise.reject(new StoreUnavailable('gone')) : working.store.createRecord(creation),
  }
  const { create, live, url } = await startKeyedService(t, { store })
  const response = await create(live)
  assert.equal(response.status, 503)
  assert.equal(response.headers.get('retry-after'), '5')
  assert.match(await response.text(), /Keys and records are temporarily unavailable; try again in 5 s/)
  assert.equal(
    (await fetch(`${url}/v1/banks?country=ng`, { headers: { Authorization: `Bearer ${live}` } })).status,
    200,
  )
  isDown = false
  assert.equal((await create(live)).status, 200)
})

test('before the keys are loaded, lookups with a key work and creations get 503', async (t) => {
  const { url } = await startService(t)
  const headers = { Authorization: `Bearer ${makeKey('live', randomBytes)}` }
  assert.equal((await fetch(`${url}/v1/banks?country=ng`, { headers })).status, 200)
  assert.equal((await fetch(`${url}/index.php`, { method: 'POST', headers })).status, 503)
  assert.equal((await fetch(`${url}/index.php`, { method: 'POST' })).status, 401)
})

test('a key sent before the keys are loaded gets 503, even if they load during the quota request', async (t) => {
  const [keys, store] = [createKeyCache(), temporaryStore(t)]
  const { key, record } = issueKey({ mode: 'live', name: 'A key', now: new Date(), expiresAt: null })
  await store.addKey(record)
  const [requested, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reserve = async (_: string, quota: number, wanted: number) => {
    if (wanted > 0) requested.resolve()
    await gate.promise
    return { granted: wanted, remaining: quota - wanted, resetMs: 60_000 }
  }
  const quotas = { anonymous: 100, keyed: 100 }
  const { url } = await startService(t, { keys, store, quotas, quotaStore: { reserve } })
  const create = () => fetch(`${url}/index.php`, { method: 'POST', headers: { Authorization: `Bearer ${key}` } })
  const early = create()
  await requested.promise
  keys.replace(await store.listKeys())
  gate.resolve()
  const { status, headers } = await early
  assert.deepEqual([status, headers.get('error-code')], [503, 'store_unavailable'])
  assert.equal((await create()).status, 200)
})

test('GET does not create a record', async (t) => {
  const { url, live } = await startKeyedService(t)
  const response = await fetch(`${url}/index.php`, { headers: { Authorization: `Bearer ${live}` } })
  assert.equal(response.status, 405)
  assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
})
