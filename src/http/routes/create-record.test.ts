import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { assertFits } from '../../../test/support/schemas.ts'
import { startKeyedService } from '../../../test/support/services/keyed-service.ts'
import { sendRaw, startService, temporaryStore } from '../../../test/support/services/service.ts'
import { makeKey } from '../../keys/format.ts'
import { issueKey } from '../../keys/key.ts'
import { createKeyCache } from '../../keys/key-cache.ts'
import { type StoredRecord, StoreUnavailable } from '../../store/contract.ts'
import { recordSchema } from './create-record.ts'

const read = async (answer: Response): Promise<StoredRecord> => (await answer.json()) as StoredRecord

test('with a key and nothing else a record is created, stored and answered with 200', async (t) => {
  const { create, live, demo, store } = await startKeyedService(t)
  for (const [key, mode] of [
    [live, 'live'],
    [demo, 'demo'],
  ] as const) {
    const answer = await create(key)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const record = await read(answer)
    assertFits(recordSchema, record)
    assert.equal(record.mode, mode)
    assert.equal(record.kind, 'pet')
    assert.deepEqual(await store.listRecords({ mode, limit: 10 }), [record])
  }
})

test('the key may be in either header, and the word Bearer in any case', async (t) => {
  const { url, live } = await startKeyedService(t)
  for (const headers of [
    { 'X-Public-Hash-Key': live },
    { Authorization: `bearer ${live}` },
    { Authorization: `BEARER  ${live} ` },
  ]) {
    assert.equal((await fetch(`${url}/index.php`, { method: 'POST', headers })).status, 200)
  }
})

test('an empty body has many forms, of any content type or none', async (t) => {
  const { create, live } = await startKeyedService(t)
  const forms: [body: string | undefined, type: string | undefined][] = [
    [undefined, undefined],
    ['', 'application/json'],
    [' \n\t', 'application/json'],
    ['{}', 'application/json'],
    [' { } ', 'text/plain'],
    ['', 'application/x-www-form-urlencoded'],
    ['{}', 'nonsense'],
    [' '.repeat(16_000), 'text/plain'],
  ]
  for (const [body, type] of forms) {
    const answer = await create(live, type === undefined ? {} : { 'Content-Type': type }, body)
    assert.equal(answer.status, 200, JSON.stringify([body, type]))
  }
})

test('a body that is not empty is refused, and nothing is created', async (t) => {
  const { create, live, store } = await startKeyedService(t)
  for (const body of ['{"name":"Rex"}', '[]', 'null', 'a=b', '{', '{}{}']) {
    const answer = await create(live, { 'Content-Type': 'application/json' }, body)
    assert.equal(answer.status, 400)
    assert.equal(answer.headers.get('error-code'), 'body_not_empty')
  }
  assert.deepEqual(await store.listRecords({ limit: 10 }), [])
})

test('without a key, with another scheme, or with half a header, 401 says how to send one', async (t) => {
  const { url } = await startKeyedService(t)
  for (const headers of [{}, { Authorization: 'Basic dTpw' }, { Authorization: 'Bearer' }, { Authorization: '' }]) {
    const answer = await fetch(`${url}/index.php`, { method: 'POST', headers })
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('error-code'), 'key_missing')
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="bank-lookup"')
    assert.match(await answer.text(), /A key is needed here/)
  }
})

test('a mistyped key is told so; unknown, revoked and expired keys are refused alike', async (t) => {
  const { create, live, store, add } = await startKeyedService(t)
  const typo = await create(live.slice(0, -1) + (live.endsWith('a') ? 'b' : 'a'))
  assert.equal(typo.headers.get('error-code'), 'key_malformed')
  const revoked = await add({ mode: 'live' })
  await store.revokeKey(revoked.record.id, new Date().toISOString())
  const expired = await add({ mode: 'live', expiresAt: new Date(Date.now() - 1) })
  const texts = new Set<string>()
  for (const key of [makeKey('live', randomBytes), revoked.key, expired.key]) {
    const answer = await create(key)
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('error-code'), 'key_refused')
    texts.add(await answer.text())
  }
  assert.equal(texts.size, 1)
})

test('a retry with the same Idempotency-Key gets the first record, also under a rotated key', async (t) => {
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

test('of retries sent at once, one creates', async (t) => {
  const { create, live, store } = await startKeyedService(t)
  const answers = await Promise.all(Array.from({ length: 30 }, () => create(live, { 'Idempotency-Key': 'once' })))
  assert.equal(new Set(await Promise.all(answers.map(async (answer) => (await read(answer)).id))).size, 1)
  assert.equal((await store.listRecords({ limit: 100 })).length, 1)
})

test('an Idempotency-Key is 1 to 255 printable characters', async (t) => {
  const { create, live, port } = await startKeyedService(t)
  assert.equal((await create(live, { 'Idempotency-Key': 'x'.repeat(255) })).status, 200)
  for (const key of ['x'.repeat(256), 'ключ'.replace(/./gu, 'é'), '']) {
    const answer = await create(live, { 'Idempotency-Key': key })
    assert.equal(answer.status, 400, key)
    assert.equal(answer.headers.get('error-code'), 'idempotency_key_malformed')
  }
  const raw = await sendRaw(
    port,
    `POST /index.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${live}\r\nIdempotency-Key: a\tb\r\n\r\n`,
  )
  assert.match(raw, /error-code: idempotency_key_malformed/)
})

test('two Idempotency-Key headers are refused, also if they are alike', async (t) => {
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

test('while the store fails 503 says when to try again and lookups go on; then it works again', async (t) => {
  const working = await startKeyedService(t)
  let isDown = true
  const store = {
    ...working.store,
    createRecord: (creation: Parameters<typeof working.store.createRecord>[0]) =>
      isDown ? Promise.reject(new StoreUnavailable('gone')) : working.store.createRecord(creation),
  }
  const { create, live, url } = await startKeyedService(t, { store })
  const answer = await create(live)
  assert.equal(answer.status, 503)
  assert.equal(answer.headers.get('retry-after'), '5')
  assert.match(await answer.text(), /Keys and records are not available at the moment; try again in 5 s/)
  assert.equal(
    (await fetch(`${url}/v1/banks?country=ng`, { headers: { Authorization: `Bearer ${live}` } })).status,
    200,
  )
  isDown = false
  assert.equal((await create(live)).status, 200)
})

test('before the keys have been read, lookups with a key are answered and creations get 503', async (t) => {
  const { url } = await startService(t)
  const headers = { Authorization: `Bearer ${makeKey('live', randomBytes)}` }
  assert.equal((await fetch(`${url}/v1/banks?country=ng`, { headers })).status, 200)
  assert.equal((await fetch(`${url}/index.php`, { method: 'POST', headers })).status, 503)
  assert.equal((await fetch(`${url}/index.php`, { method: 'POST' })).status, 401)
})

test('a key sent before the keys have been read gets 503, also if they are read while shared counts are asked', async (t) => {
  const [keys, store] = [createKeyCache(), temporaryStore(t)]
  const { key, record } = issueKey({ mode: 'live', name: 'A key', now: new Date(), expiresAt: null })
  await store.addKey(record)
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reserve = async (_: string, quota: number, wanted: number) => {
    if (wanted > 0) asked.resolve()
    await gate.promise
    return { granted: wanted, remaining: quota - wanted, resetMs: 60_000 }
  }
  const quotas = { anonymous: 100, keyed: 100 }
  const { url } = await startService(t, { keys, store, quotas, counts: { reserve } })
  const create = () => fetch(`${url}/index.php`, { method: 'POST', headers: { Authorization: `Bearer ${key}` } })
  const early = create()
  await asked.promise
  keys.replace(await store.listKeys())
  gate.resolve()
  const { status, headers } = await early
  assert.deepEqual([status, headers.get('error-code')], [503, 'store_unavailable'])
  assert.equal((await create()).status, 200)
})

test('GET is not a way to create', async (t) => {
  const { url, live } = await startKeyedService(t)
  const answer = await fetch(`${url}/index.php`, { headers: { Authorization: `Bearer ${live}` } })
  assert.equal(answer.status, 405)
  assert.equal(answer.headers.get('allow'), 'POST, OPTIONS')
})
