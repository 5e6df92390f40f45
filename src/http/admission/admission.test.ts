import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { startKeyedService } from '../../../test/support/services/keyed-service.ts'
import { postJson, sendRaw, startService } from '../../../test/support/services/service.ts'
import { makeKey } from '../../keys/key-format.ts'

test('the fast path and the framework share the quota of an address; over the quota, a 429 says when to retry', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 4, keyed: 100 } })
  const send = [
    () => postJson(`${url}/v1/banks`, '{"country":"gh"}'),
    () => fetch(`${url}/v1/banks?country=gh`),
    () => fetch(`${url}/v1/banks?country=gh&status=any`),
    () => postJson(`${url}/v1/banks`, 'wrong'),
  ]
  for (const [index, request] of send.entries()) {
    const response = await request()
    assert.match(response.headers.get('ratelimit') ?? '', new RegExp(`^"address";r=${3 - index};t=\\d+$`))
    assert.equal(response.headers.get('ratelimit-policy'), '"address";q=4;w=60')
    assert.notEqual(response.status, 429)
  }
  for (const request of send) {
    const response = await request()
    assert.equal(response.status, 429)
    assert.equal(response.headers.get('error-code'), 'rate_limited')
    assert.match(response.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
    assert.match(
      await response.text(),
      /Rate limit exceeded: this address may send 4 requests per minute; try again in \d+ s\./,
    )
  }
  for (const path of ['/healthz', '/readyz']) assert.equal((await fetch(`${url}${path}`)).status, 200)
  assert.equal((await fetch(`${url}/v1/banks`, { method: 'OPTIONS' })).status, 200)
})

test('a key has its own quota, shared with its rotations', async (t) => {
  const { url, live, add, store } = await startKeyedService(t, { quotas: { anonymous: 1, keyed: 3 } })
  const send = (key: string) => fetch(`${url}/v1/banks?country=gh`, { headers: { 'X-Public-Hash-Key': key } })
  const [own] = (await store.listKeys()).filter(({ mode }) => mode === 'live')
  const rotated = await add({ mode: 'live', family: own?.family as string })
  const other = await add({ mode: 'live' })
  assert.equal((await send(live)).headers.get('ratelimit-policy'), '"key";q=3;w=60')
  assert.deepEqual(
    [(await send(rotated.key)).status, (await send(live)).status, (await send(live)).status],
    [200, 200, 429],
  )
  assert.equal((await send(other.key)).status, 200)
})

test('a lookup with an invalid key gets 401; another authorization scheme is ignored', async (t) => {
  const { url, live } = await startKeyedService(t)
  const send = (headers: Record<string, string>) => fetch(`${url}/v1/banks?country=gh`, { headers })
  assert.equal((await send({ Authorization: `Bearer ${makeKey('demo', randomBytes)}` })).status, 401)
  assert.equal((await send({ 'X-Public-Hash-Key': `${live}x` })).headers.get('error-code'), 'key_malformed')
  assert.equal((await send({ Authorization: 'Basic dTpw' })).status, 200)
  assert.equal((await send({ Authorization: `Bearer ${live}` })).status, 200)
})

test('after 60 invalid keys per minute from an address, more get 429, and valid keys still work', async (t) => {
  const { url, live } = await startKeyedService(t)
  const send = (key: string) => fetch(`${url}/v1/banks?country=va`, { headers: { 'X-Public-Hash-Key': key } })
  for (let guess = 0; guess < 60; guess++) assert.equal((await send(makeKey('live', randomBytes))).status, 401)
  const response = await send(makeKey('live', randomBytes))
  assert.equal(response.status, 429)
  assert.equal(response.headers.get('error-code'), 'guesses_limited')
  assert.ok(Number(response.headers.get('retry-after')) > 0)
  assert.equal((await send(live)).status, 200)
})

test('a key sent in a wrong format is rejected as malformed, not ignored', async (t) => {
  const { url, live } = await startKeyedService(t)
  const send = (headers: Record<string, string>) => fetch(`${url}/v1/banks?country=va`, { headers })
  for (const value of [`Bearer ${live} x`, live, `Token ${live}`, 'Bearer nonsense']) {
    assert.equal((await send({ Authorization: value })).headers.get('error-code'), 'key_malformed', value)
  }
  for (const headers of [{ 'X-Public-Hash-Key': '' }, { Authorization: 'Bearer' }])
    assert.equal((await send(headers as never)).status, 200)
})

test('a request with a malformed URL is counted', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 1, keyed: 1 } })
  const statuses = [await fetch(`${url}/%zz`), await fetch(`${url}/%zz`)].map(({ status }) => status)
  assert.deepEqual(statuses, [400, 429])
})

test('a request with two different keys is rejected; the same key in both headers is accepted', async (t) => {
  const { url, port, live, demo, store } = await startKeyedService(t)
  const send = (headers: Record<string, string>) => fetch(`${url}/index.php`, { method: 'POST', headers })
  for (const headers of [
    { Authorization: `Bearer ${live}`, 'X-Public-Hash-Key': demo },
    { Authorization: `Bearer ${demo}`, 'X-Public-Hash-Key': 'nonsense' },
    { Authorization: live, 'X-Public-Hash-Key': live },
  ]) {
    const response = await send(headers)
    assert.deepEqual([response.status, response.headers.get('error-code')], [400, 'key_twice'])
  }
  const twice = `Authorization: Bearer ${live}\r\nAuthorization: Bearer ${demo}\r\n`
  const raw = await sendRaw(port, `POST /index.php HTTP/1.1\r\nHost: x\r\n${twice}Connection: close\r\n\r\n`)
  assert.match(raw, /^HTTP\/1\.1 400 .*error-code: key_twice\r/is)
  assert.deepEqual(await store.listRecords({ limit: 10 }), [])
  for (const headers of [
    { Authorization: `Bearer ${live}`, 'X-Public-Hash-Key': live },
    { Authorization: 'Bearer', 'X-Public-Hash-Key': live },
    { Authorization: 'Basic dTpw', 'X-Public-Hash-Key': live },
  ]) {
    assert.equal((await send(headers)).status, 200)
  }
})

test('a key with a typo does not count as a guess', async (t) => {
  const { url, live } = await startKeyedService(t)
  const send = (key: string) => fetch(`${url}/v1/banks?country=va`, { headers: { 'X-Public-Hash-Key': key } })
  for (let typo = 0; typo < 70; typo++) assert.equal((await send(`${live}x`)).status, 401)
  assert.equal((await send(live)).status, 200)
})

test('a key anywhere in a URL is rejected with the advice to revoke it', async (t) => {
  const { url, live } = await startKeyedService(t)
  const encoded = live.replaceAll('_', '%5F')
  for (const path of [
    `/v1/banks?country=ng&key=${live}`,
    `/v1/banks/${live}`,
    `/${live}`,
    `/v1/banks?${live}`,
    `/?k=${encoded}`,
    `/?k=${encoded.replaceAll('%', '%25')}`,
    `/index.php?key=${live}`,
  ]) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const response = await fetch(`${url}${path}`, { method })
      assert.equal(response.status, 400, path)
      assert.equal(response.headers.get('error-code'), 'key_in_url')
      assert.match(await response.text(), /revoke that key/)
    }
  }
})

test('a request with a key in its URL is counted', async (t) => {
  const { url, live } = await startKeyedService(t, { quotas: { anonymous: 2, keyed: 2 } })
  const statuses = []
  for (let number = 0; number < 3; number++) statuses.push((await fetch(`${url}/?k=${live}`)).status)
  assert.deepEqual(statuses, [400, 400, 429])
})

test('X-Forwarded-For is trusted from a configured proxy, and from no other client', async (t) => {
  const send = (url: string, from: string) =>
    fetch(`${url}/v1/banks?country=va`, { headers: { 'X-Forwarded-For': from } }).then(({ status }) => status)
  const quotas = { anonymous: 1, keyed: 1 }
  const behindProxy = await startService(t, { quotas, trustedProxies: ['127.0.0.1'] })
  assert.deepEqual(
    [
      await send(behindProxy.url, '192.0.2.1'),
      await send(behindProxy.url, '192.0.2.2'),
      await send(behindProxy.url, '192.0.2.1'),
    ],
    [200, 200, 429],
  )
  assert.deepEqual(
    [await send(behindProxy.url, '2001:db8:1:2::1'), await send(behindProxy.url, '2001:db8:1:2:3::9')],
    [200, 429],
  )
  const direct = await startService(t, { quotas })
  assert.deepEqual([await send(direct.url, '192.0.2.1'), await send(direct.url, '192.0.2.2')], [200, 429])
})
