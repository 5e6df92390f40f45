import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { startKeyedService } from '../../../test/support/services/keyed-service.ts'
import { postJson, sendRaw, startService } from '../../../test/support/services/service.ts'
import { makeKey } from '../../keys/format.ts'

test('an address has its requests of the minute on either way, and is then told when to come back', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 4, keyed: 100 } })
  const ask = [
    () => postJson(`${url}/v1/banks`, '{"country":"gh"}'),
    () => fetch(`${url}/v1/banks?country=gh`),
    () => fetch(`${url}/v1/banks?country=gh&status=any`),
    () => postJson(`${url}/v1/banks`, 'wrong'),
  ]
  for (const [index, request] of ask.entries()) {
    const answer = await request()
    assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`^"address";r=${3 - index};t=\\d+$`))
    assert.equal(answer.headers.get('ratelimit-policy'), '"address";q=4;w=60')
    assert.notEqual(answer.status, 429)
  }
  for (const request of ask) {
    const answer = await request()
    assert.equal(answer.status, 429)
    assert.equal(answer.headers.get('error-code'), 'rate_limited')
    assert.match(answer.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
    assert.match(await answer.text(), /This address has sent its 4 requests of the minute; try again in \d+ s\./)
  }
  for (const path of ['/healthz', '/readyz']) assert.equal((await fetch(`${url}${path}`)).status, 200)
  assert.equal((await fetch(`${url}/v1/banks`, { method: 'OPTIONS' })).status, 200)
})

test('a key has a quota of its own, which its rotations share', async (t) => {
  const { url, live, add, store } = await startKeyedService(t, { quotas: { anonymous: 1, keyed: 3 } })
  const ask = (key: string) => fetch(`${url}/v1/banks?country=gh`, { headers: { 'X-Public-Hash-Key': key } })
  const [own] = (await store.listKeys()).filter(({ mode }) => mode === 'live')
  const rotated = await add({ mode: 'live', family: own?.family as string })
  const other = await add({ mode: 'live' })
  assert.equal((await ask(live)).headers.get('ratelimit-policy'), '"key";q=3;w=60')
  assert.deepEqual(
    [(await ask(rotated.key)).status, (await ask(live)).status, (await ask(live)).status],
    [200, 200, 429],
  )
  assert.equal((await ask(other.key)).status, 200)
})

test('a lookup with a wrong key is refused, with another scheme it is answered', async (t) => {
  const { url, live } = await startKeyedService(t)
  const ask = (headers: Record<string, string>) => fetch(`${url}/v1/banks?country=gh`, { headers })
  assert.equal((await ask({ Authorization: `Bearer ${makeKey('demo', randomBytes)}` })).status, 401)
  assert.equal((await ask({ 'X-Public-Hash-Key': `${live}x` })).headers.get('error-code'), 'key_malformed')
  assert.equal((await ask({ Authorization: 'Basic dTpw' })).status, 200)
  assert.equal((await ask({ Authorization: `Bearer ${live}` })).status, 200)
})

test('after 60 wrong keys in a minute from an address, further ones get 429, and right ones still pass', async (t) => {
  const { url, live } = await startKeyedService(t)
  const ask = (key: string) => fetch(`${url}/v1/banks?country=va`, { headers: { 'X-Public-Hash-Key': key } })
  for (let guess = 0; guess < 60; guess++) assert.equal((await ask(makeKey('live', randomBytes))).status, 401)
  const answer = await ask(makeKey('live', randomBytes))
  assert.equal(answer.status, 429)
  assert.equal(answer.headers.get('error-code'), 'guesses_limited')
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
  assert.equal((await ask(live)).status, 200)
})

test('what looks like a key and is sent in a wrong form is malformed, not ignored', async (t) => {
  const { url, live } = await startKeyedService(t)
  const ask = (headers: Record<string, string>) => fetch(`${url}/v1/banks?country=va`, { headers })
  for (const value of [`Bearer ${live} x`, live, `Token ${live}`, 'Bearer nonsense']) {
    assert.equal((await ask({ Authorization: value })).headers.get('error-code'), 'key_malformed', value)
  }
  for (const headers of [{ 'X-Public-Hash-Key': '' }, { Authorization: 'Bearer' }])
    assert.equal((await ask(headers as never)).status, 200)
})

test('a request that is no URL counts as well', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 1, keyed: 1 } })
  const statuses = [await fetch(`${url}/%zz`), await fetch(`${url}/%zz`)].map(({ status }) => status)
  assert.deepEqual(statuses, [400, 429])
})

test('a request with more than one key is refused, one with the same key in both headers is not', async (t) => {
  const { url, port, live, demo, store } = await startKeyedService(t)
  const ask = (headers: Record<string, string>) => fetch(`${url}/index.php`, { method: 'POST', headers })
  for (const headers of [
    { Authorization: `Bearer ${live}`, 'X-Public-Hash-Key': demo },
    { Authorization: `Bearer ${demo}`, 'X-Public-Hash-Key': 'nonsense' },
    { Authorization: live, 'X-Public-Hash-Key': live },
  ]) {
    const answer = await ask(headers)
    assert.deepEqual([answer.status, answer.headers.get('error-code')], [400, 'key_twice'])
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
    assert.equal((await ask(headers)).status, 200)
  }
})

test('mistyped keys are no guesses', async (t) => {
  const { url, live } = await startKeyedService(t)
  const ask = (key: string) => fetch(`${url}/v1/banks?country=va`, { headers: { 'X-Public-Hash-Key': key } })
  for (let slip = 0; slip < 70; slip++) assert.equal((await ask(`${live}x`)).status, 401)
  assert.equal((await ask(live)).status, 200)
})

test('a key anywhere in a URL is refused with the advice to revoke it', async (t) => {
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
      const answer = await fetch(`${url}${path}`, { method })
      assert.equal(answer.status, 400, path)
      assert.equal(answer.headers.get('error-code'), 'key_in_url')
      assert.match(await answer.text(), /revoke that key/)
    }
  }
})

test('a URL with a key counts like any other request', async (t) => {
  const { url, live } = await startKeyedService(t, { quotas: { anonymous: 2, keyed: 2 } })
  const statuses = []
  for (let number = 0; number < 3; number++) statuses.push((await fetch(`${url}/?k=${live}`)).status)
  assert.deepEqual(statuses, [400, 400, 429])
})

test('behind a trusted proxy the caller counts, and nobody else can pretend to be one', async (t) => {
  const ask = (url: string, from: string) =>
    fetch(`${url}/v1/banks?country=va`, { headers: { 'X-Forwarded-For': from } }).then(({ status }) => status)
  const quotas = { anonymous: 1, keyed: 1 }
  const trusting = await startService(t, { quotas, trustedProxies: ['127.0.0.1'] })
  assert.deepEqual(
    [await ask(trusting.url, '192.0.2.1'), await ask(trusting.url, '192.0.2.2'), await ask(trusting.url, '192.0.2.1')],
    [200, 200, 429],
  )
  assert.deepEqual(
    [await ask(trusting.url, '2001:db8:1:2::1'), await ask(trusting.url, '2001:db8:1:2:3::9')],
    [200, 429],
  )
  const wary = await startService(t, { quotas })
  assert.deepEqual([await ask(wary.url, '192.0.2.1'), await ask(wary.url, '192.0.2.2')], [200, 429])
})
