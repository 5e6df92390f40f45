/**
 * Our decisions where the interface is silent (docs/decisions/0005), one test per decision, named after it. Unit tests next to
 * the code cover the details; this is the list to read.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeKey } from '../src/keys/key-format.ts'
import { startKeyedService } from './support/services/keyed-service.ts'
import { runCommand, temporaryFolder } from './support/services/processes.ts'
import { postJson, shippedDirectory, startService } from './support/services/service.ts'

const errorCode = (response: Response): string | null => response.headers.get('error-code')

test('success status: always 200, never a redirect, 304 only for conditional requests', async (t) => {
  const { url, create, live } = await startKeyedService(t)
  const responses = [
    await create(live),
    await fetch(`${url}/v1/banks`, { method: 'OPTIONS' }),
    await fetch(`${url}/v1/banks/?country=ng`, { redirect: 'manual' }),
    await fetch(`${url}/v1/supported-countries`, { redirect: 'manual' }),
    await postJson(`${url}/v1/banks/`, '{"country":"ng"}'),
  ]
  for (const { status } of responses) assert.equal(status, 200)
  assert.equal((await fetch(`${url}/`, { headers: { 'If-None-Match': '*' } })).status, 304)
})

test('country: a code or a name in any case, spaces ignored, echoed as a two-letter code; UK means GB, EL means GR', async (t) => {
  const { url } = await startService(t)
  for (const [written, meant] of [
    ['nG', 'NG'],
    [' gh ', 'GH'],
    ['uk', 'GB'],
    ['EL', 'GR'],
    ['nga', 'NG'],
    ['united kingdom', 'GB'],
  ]) {
    const response = await postJson(`${url}/v1/banks`, JSON.stringify({ country: written }))
    assert.equal(((await response.json()) as { country: string }).country, meant)
  }
})

test('Tanzania and Uganda have the codes TZ and UG', () => {
  const names = new Map(shippedDirectory().countries.map((country) => [country.code, country.name]))
  assert.deepEqual([names.get('TZ'), names.get('UG')], ['Tanzania', 'Uganda'])
})

test('Europe: EU lists the 27 member states together, and each is also a country', () => {
  const { countries } = shippedDirectory()
  const europe = countries.find((country) => country.code === 'EU')
  assert.equal(europe?.members?.length, 27)
  for (const member of europe?.members ?? []) assert.ok(countries.some((country) => country.code === member))
})

test('body of POST /v1/banks: extra fields ignored, no type is JSON, parameters allowed, another type is 415', async (t) => {
  const { url } = await startService(t)
  const send = (body: string, type?: string) =>
    fetch(`${url}/v1/banks`, { method: 'POST', body: Buffer.from(body), headers: type ? { 'Content-Type': type } : {} })
  assert.equal((await send('{"country":"ng","__proto__":1,"x":2}')).status, 200)
  assert.equal((await send('{"country":"xx","country":"ng"}', 'application/json; charset=utf-8')).status, 200)
  assert.equal((await send('{"country":"ng"}', 'text/plain')).status, 415)
})

test('method of /v1/supported-countries/: GET, HEAD, POST and QUERY, any body, any content type', async (t) => {
  const { url } = await startService(t)
  for (const method of ['GET', 'HEAD', 'POST', 'QUERY']) {
    const body = method === 'POST' ? { body: 'what', headers: { 'Content-Type': 'x/y' } } : {}
    assert.equal((await fetch(`${url}/v1/supported-countries/`, { method, ...body })).status, 200, method)
  }
})

test('GET /v1/banks returns the same bytes as POST and is cacheable; an unknown parameter is a 400', async (t) => {
  const { url } = await startService(t)
  const got = await fetch(`${url}/v1/banks?country=ng`)
  assert.match(got.headers.get('etag') ?? '', /^"/)
  assert.match(got.headers.get('cache-control') ?? '', /public/)
  const posted = await postJson(`${url}/v1/banks`, '{"country":"ng"}')
  assert.equal(await got.text(), await posted.text())
  assert.equal(errorCode(await fetch(`${url}/v1/banks?country=ng&x=1`)), 'parameter_unknown')
})

test('GET /: a JSON descriptor with version, data revision and links; a page for a browser', async (t) => {
  const { url } = await startService(t)
  const descriptor = (await (await fetch(url)).json()) as { version: string; revision: string; links: object }
  assert.equal(descriptor.version, '1.0')
  assert.equal(descriptor.revision, shippedDirectory().revision)
  assert.ok(Object.keys(descriptor.links).length > 0)
  const page = await fetch(url, { headers: { Accept: 'text/html' } })
  assert.match(await page.text(), /^<!doctype html>/)
})

test('POST /index.php: needs a key and an empty body, stores a record, and a retry returns the same record', async (t) => {
  const { url, create, live, store } = await startKeyedService(t)
  assert.equal((await fetch(`${url}/index.php`, { method: 'POST' })).status, 401)
  assert.equal((await create(live, {}, '{"a":1}')).status, 400)
  const [first, again] = [
    await create(live, { 'Idempotency-Key': '1' }),
    await create(live, { 'Idempotency-Key': '1' }),
  ]
  const record = await first.json()
  assert.deepEqual(Object.keys(record as object), ['id', 'kind', 'mode', 'created_at'])
  assert.deepEqual(await again.json(), record)
  assert.deepEqual(await store.listRecords({ limit: 10 }), [record])
})

test('sending a key: Authorization: Bearer or X-Public-Hash-Key; a key in a URL is rejected', async (t) => {
  const { url, live } = await startKeyedService(t)
  for (const headers of [{ Authorization: `Bearer ${live}` }, { 'X-Public-Hash-Key': live }]) {
    assert.equal((await fetch(`${url}/index.php`, { method: 'POST', headers })).status, 200)
  }
  assert.equal(errorCode(await fetch(`${url}/index.php?key=${live}`, { method: 'POST' })), 'key_in_url')
})

test('lookups: need no key; an unknown one is 401, a valid one raises the limit, another scheme is ignored', async (t) => {
  const { url, live } = await startKeyedService(t, { quotas: { anonymous: 2, keyed: 9 } })
  const list = (headers: Record<string, string>) => fetch(`${url}/v1/banks?country=gh`, { headers })
  assert.equal((await list({ Authorization: 'Basic x' })).status, 200)
  assert.equal((await list({ Authorization: `Bearer ${makeKey('live', randomBytes)}` })).status, 401)
  assert.equal((await list({})).status, 429)
  assert.equal((await list({ Authorization: `Bearer ${live}` })).status, 200)
})

test('key format: a typo is key_malformed, an unknown key is key_refused', async (t) => {
  const { create, live } = await startKeyedService(t)
  assert.match(live, /^blk_live_[0-9A-Za-z]{36}$/)
  assert.equal(errorCode(await create(`${live.slice(0, -1)}${live.endsWith('0') ? '1' : '0'}`)), 'key_malformed')
  assert.equal(errorCode(await create(makeKey('live', randomBytes))), 'key_refused')
})

test('demo keys: the same lists, and separate records', async (t) => {
  const { url, create, live, demo, store } = await startKeyedService(t)
  const lists = await Promise.all(
    [live, demo].map(async (key) =>
      (await fetch(`${url}/v1/banks?country=ng`, { headers: { 'X-Public-Hash-Key': key } })).text(),
    ),
  )
  assert.equal(lists[0], lists[1])
  assert.equal(((await (await create(demo)).json()) as { mode: string }).mode, 'demo')
  assert.deepEqual(await store.listRecords({ mode: 'live', limit: 10 }), [])
})

test('keys are issued, rotated, revoked and listed on the command line', async (t) => {
  const settings = { DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}` }
  const issued = await runCommand(settings, 'keys', 'issue', '--mode', 'live', '--name', 'x', '--json')
  const { id } = JSON.parse(issued.stdout)
  const { id: next } = JSON.parse((await runCommand(settings, 'keys', 'rotate', id, '--json')).stdout)
  assert.equal((await runCommand(settings, 'keys', 'revoke', id)).code, 0)
  const states = JSON.parse((await runCommand(settings, 'keys', 'list', '--json')).stdout)
  assert.deepEqual(Object.fromEntries(states.map((key: { id: string; state: string }) => [key.id, key.state])), {
    [id]: 'revoked',
    [next]: 'active',
  })
})

test('error body: one sentence of text and an Error-Code header; problem+json if the client prefers JSON', async (t) => {
  const { url } = await startService(t)
  const text = await fetch(`${url}/nowhere`)
  assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.equal(errorCode(text), 'path_unknown')
  const json = await fetch(`${url}/nowhere`, { headers: { Accept: 'application/json, text/plain' } })
  assert.match(json.headers.get('content-type') ?? '', /^application\/problem\+json/)
})

test('unsupported country: 404, and the sentence lists the supported codes', async (t) => {
  const { url } = await startService(t)
  const response = await postJson(`${url}/v1/banks`, '{"country":"xx"}')
  assert.equal(response.status, 404)
  assert.equal(errorCode(response), 'country_unsupported')
  assert.match(await response.text(), /NG, GH, ZA, US, EU, CA, GB, TZ, UG/)
})

test('missing or malformed country: 400', async (t) => {
  const { url } = await startService(t)
  assert.equal(errorCode(await postJson(`${url}/v1/banks`, '{}')), 'country_missing')
  assert.equal(errorCode(await postJson(`${url}/v1/banks`, '{"country":7}')), 'country_malformed')
})

test('limits: 413 for a long body, 429 with Retry-After and RateLimit for too many requests', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 1, keyed: 1 } })
  assert.equal((await postJson(`${url}/v1/banks`, 'x'.repeat(17_000))).status, 413)
  const response = await fetch(`${url}/v1/banks?country=gh`)
  assert.equal(response.status, 429)
  for (const name of ['retry-after', 'ratelimit', 'ratelimit-policy']) assert.ok(response.headers.get(name), name)
})

test('CORS: any origin, without credentials, on every response', async (t) => {
  const { url } = await startService(t)
  for (const path of ['/', '/nowhere', '/v1/banks?country=gh']) {
    const response = await fetch(`${url}${path}`)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.equal(response.headers.get('access-control-allow-credentials'), null)
  }
})

test('versions: every list and a header of every response have the data revision', async (t) => {
  const { url } = await startService(t)
  const { revision } = shippedDirectory()
  assert.match(revision, /^\d{4}-\d\d-\d\d\.[0-9a-f]{8}$/)
  const list = await fetch(`${url}/v1/banks?country=gh`)
  assert.equal(((await list.json()) as { revision: string }).revision, revision)
  for (const response of [list, await fetch(`${url}/nowhere`)])
    assert.equal(response.headers.get('data-revision'), revision)
})

test('news: a page and two feeds, whose entry ids are the same on every host', async (t) => {
  const services = [await startService(t), await startService(t, { baseUrl: 'https://banks.example.com' })]
  const ids = services.map(async ({ url }) => {
    assert.equal((await fetch(`${url}/news`)).status, 200)
    const atom = await (await fetch(`${url}/news/feed.atom`)).text()
    const { items } = JSON.parse(await (await fetch(`${url}/news/feed.json`)).text())
    const fromJson = items.map(({ id }: { id: string }) => id)
    for (const id of fromJson) {
      assert.match(id, /^tag:/)
      assert.ok(atom.includes(`<id>${id}</id>`))
    }
    return fromJson
  })
  const [here, there] = await Promise.all(ids)
  assert.ok(here.length >= 2)
  assert.deepEqual(here, there)
})

test('operations: /healthz and /readyz do not count against the limit', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 1, keyed: 1 } })
  for (const path of ['/healthz', '/readyz', '/healthz', '/readyz'])
    assert.equal((await fetch(`${url}${path}`)).status, 200)
})
