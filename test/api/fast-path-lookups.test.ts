/** Lookups of every route, usual and odd ones: the fast path and the framework must respond alike. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { readQueries, tables } from '../../bench/relevance/queries.ts'
import type { CachedPart, DerivedCache } from '../../src/directory/derived-cache.ts'
import { issueKey } from '../../src/keys/key.ts'
import { createKeyCache } from '../../src/keys/key-cache.ts'
import { makeKey } from '../../src/keys/key-format.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { resolveCases } from '../resolve/resolve-cases.ts'
import { shippedTables } from '../support/data/shipped.ts'
import { records } from '../support/data/shipped-records.ts'
import { assertSameResponses, startBothPaths } from '../support/services/both-paths.ts'
import { sendAll } from '../support/services/requests.ts'
import { shippedDirectory, startOwnService } from '../support/services/service.ts'

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const post = (path: string, body: string, headers = 'Content-Type: application/json\r\n'): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${latin1(body)}`
const resolve = (body: object, path = '/v1/resolve'): string => post(path, JSON.stringify(body))

/** The requests are sent as Latin-1, so that tests can also send bytes that are not UTF-8. */
const latin1 = (text: string): string => Buffer.from(text).toString('latin1')

const everyNth = <Item>(items: readonly Item[], step: number): Item[] => items.filter((_, at) => at % step === 0)
const allQueries = tables.flatMap(readQueries)
const plusEncoded = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+')
const key = makeKey('live', randomBytes)
const issued = issueKey({ mode: 'demo', name: 'issued', now: new Date(), expiresAt: null })
const keyHeader = `Authorization: Bearer ${issued.key}\r\n`

/** Expected status of each request. */
const odd: [request: string, status: number][] = [
  // One bank.
  [get('/v1/banks/ng-gtbank'), 200],
  [get('/v1/banks/ng-gtbank/'), 200],
  [get('/v1/banks/ng-gtbank?'), 200],
  [get('/v1/banks/ng-gtbank?x=1'), 400],
  [get('/v1/banks/ng%2Dgtbank'), 200],
  [get('/v1/banks/NG-GTBANK'), 404],
  [get('/v1/banks/ng-no-such-bank'), 404],
  [get('/v1/banks/ng_gtbank'), 404],
  [get('/v1/banks/%ff'), 400],
  [get(`/v1/banks/${'x'.repeat(300)}`), 404],
  [get(`/v1/banks/${key}`), 400],
  [get('/v1/banks//ng-gtbank'), 404],
  [get('/v1/banks/ng-gtbank/x'), 404],
  [get('/v1/banks/ng-gtbank').replace('GET', 'HEAD'), 200],
  [get('/v1/banks/ng-gtbank').replace('GET', 'DELETE'), 405],
  [get('/v1/banks/ng-gtbank', 'Accept-Encoding: br, gzip\r\n'), 200],
  [get('/v1/banks/dk-nordea-bank-danmark', 'Accept-Encoding: br\r\n'), 200],
  [get('/v1/banks/ng-gtbank', 'If-None-Match: *\r\n'), 304],
  [get('/v1/banks/ng-gtbank', 'If-None-Match: "other"\r\n'), 200],
  [get('/v1/banks/ng-gtbank', 'Expect: 100-continue\r\n'), 200],
  [get('/v1/banks/ng-gtbank', 'Expect: tea\r\n'), 417],
  [get('/v1/banks/ng-gtbank', 'Content-Length: 2\r\n').concat('{}'), 200],
  [get('/v1/banks/ng-gtbank', 'Connection: close\r\n'), 200],
  [get('/v1/banks/ng-gtbank').replace('HTTP/1.1', 'HTTP/1.0'), 200],
  [get('/v1/banks/ng-gtbank', 'Connection: keep-alive\r\n').replace('HTTP/1.1', 'HTTP/1.0'), 200],
  [get('/v1/banks/ng-gtbank').replace('Host: x\r\n', ''), 400],
  [get('/v1/banks/ng-gtbank', keyHeader), 200],
  [get('/v1/banks/ng-gtbank', `X-Public-Hash-Key: ${key}\r\n`), 401],
  [get('/v1/banks/ng-gtbank', 'Accept: text/html,application/xhtml+xml\r\n'), 200],
  [get('http://x/v1/banks/ng-gtbank'), 200],
  // Search.
  [get('/v1/search?q=gtbank'), 200],
  [get('/v1/search/?q=gtbank'), 200],
  [get('/v1/search?q=access+bank&country=ng'), 200],
  [get('/v1/search?q=access%20bank&country=NG'), 200],
  [get('/v1/search?q=access%2Bbank&country=%6Eg'), 200],
  [get('/v1/search?q=a%26b%3Dc%23d'), 200],
  [get('/v1/search?q=a=b==c'), 200],
  [get('/v1/search?q=a#b'), 200],
  [get('/v1/search?q=a;country=ng'), 200],
  [get('/v1/search?%71=gtbank'), 200],
  [get('/v1/search?q=bank%'), 200],
  [get('/v1/search?q=bank%zz'), 200],
  [get('/v1/search?q=%ff%fe'), 200],
  [get('/v1/search?q=%ed%a0%80'), 200],
  [get('/v1/search?q=%00'), 200],
  [get(`/v1/search?q=${encodeURIComponent('crédit')}`), 200],
  [get(`/v1/search?q=${encodeURIComponent('招商銀行')}&limit=2`), 200],
  [get(`/v1/search?q=${encodeURIComponent('🏦'.repeat(100))}`), 200],
  [get(`/v1/search?q=${encodeURIComponent('🏦'.repeat(101))}`), 400],
  [get(`/v1/search?q=${'a'.repeat(100)}`), 200],
  [get(`/v1/search?q=${'a'.repeat(101)}`), 400],
  [get('/v1/search?q=bank&limit=100&offset=1000'), 200],
  [get('/v1/search?q=bank&limit=100', 'Accept-Encoding: gzip\r\n'), 200],
  [get('/v1/search?q=bank&limit=100', 'Accept-Encoding: br\r\nIf-None-Match: *\r\n'), 304],
  [get('/v1/search?q=bank&limit=1', 'If-None-Match: *\r\n'), 304],
  [get('/v1/search?q=bank&limit=0'), 400],
  [get('/v1/search?q=bank&limit=101'), 400],
  [get('/v1/search?q=bank&limit=1e1'), 400],
  [get('/v1/search?q=bank&limit='), 400],
  [get('/v1/search?q=bank&offset=-1'), 400],
  [get('/v1/search?q=bank&status=closed'), 200],
  [get('/v1/search?q=bank&status=open'), 400],
  [get('/v1/search?q=bank&type=savings_bank,credit_union&country=us'), 200],
  [get('/v1/search?q=bank&type=savings_bank&type=credit_union'), 200],
  [get('/v1/search?q=bank&type='), 400],
  [get('/v1/search?q=bank&type=savings'), 400],
  [get('/v1/search?q=bank&q=gtbank'), 400],
  [get('/v1/search?q=bank&country=xx'), 404],
  [get('/v1/search?q=bank&country='), 400],
  [get('/v1/search?q=bank&country=eu'), 200],
  [get('/v1/search?q=bank&country=+uk+'), 200],
  [get('/v1/search?q=bank&x=1'), 400],
  [get('/v1/search?q=bank&__proto__=1'), 400],
  [get('/v1/search?q=bank&constructor=1'), 400],
  [get('/v1/search?q=bank&'), 200],
  [get('/v1/search?&q=bank'), 200],
  [get('/v1/search?q'), 400],
  [get('/v1/search?q='), 400],
  [get('/v1/search?q=+'), 400],
  [get('/v1/search?country=ng'), 400],
  [get('/v1/search'), 400],
  [get('/v1/search?'), 400],
  [get(`/v1/search?q=${key}`), 400],
  [get(`/v1/search?q=${key.replaceAll('_', '%5F')}`), 400],
  [get(`/v1/search?q=${key.replaceAll('_', '%255F')}`), 400],
  [get('/v1/search?q=blk_live_'), 200],
  [get('/v1/search?q=gtbank').replace('GET', 'HEAD'), 200],
  [post('/v1/search?q=gtbank', '{}'), 405],
  [get('/v1/search?q=gtbank', 'Transfer-Encoding: chunked\r\n').concat('2\r\n{}\r\n0\r\n\r\n'), 200],
  [get('/v1/search?q=gtbank', keyHeader), 200],
  [get('/v1/search?q=gtbank', `Authorization: ${key}\r\n`), 401],
  // Resolve.
  [resolve({ identifier: '058', country: 'ng' }), 200],
  [resolve({ identifier: '058', country: 'ng' }, '/v1/resolve/'), 200],
  [resolve({ identifier: '058', country: null, identifiers: null }), 200],
  [resolve({ identifier: '058', other: [1, 2] }), 200],
  [resolve({ identifier: '058', country: 'xx' }), 404],
  [resolve({ identifier: '058', country: 'x' }), 400],
  [resolve({ identifier: '058', country: 7 }), 400],
  [resolve({ identifier: ' ' }), 400],
  [resolve({ identifier: '' }), 400],
  [resolve({ identifier: 58 }), 400],
  [resolve({ identifier: null }), 400],
  [resolve({ identifier: ['058'] }), 400],
  [resolve({ identifier: 'x'.repeat(100) }), 200],
  [resolve({ identifier: 'x'.repeat(101) }), 400],
  [resolve({ identifier: 'x', padding: 'x'.repeat(2000) }), 200],
  [resolve({ identifier: '058', identifiers: ['058'] }), 400],
  [resolve({ identifiers: ['058', 'COBADEFF', 7] }), 200],
  [resolve({ identifiers: [] }), 400],
  [resolve({}), 400],
  [resolve([]), 400],
  [post('/v1/resolve', '{"identifier":"hello","identifier":"058"}'), 200],
  [post('/v1/resolve', '{"__proto__":{"identifier":"058"}}'), 400],
  [post('/v1/resolve', '\uFEFF{"identifier":"058"}'), 200],
  [post('/v1/resolve', '{"identifier":"058"'), 400],
  [post('/v1/resolve', 'null'), 400],
  [post('/v1/resolve', ''), 400],
  [post('/v1/resolve', '{"identifier":"DE89 3704\\u00a00044 0532 0130 00"}'), 200],
  [post('/v1/resolve', '{"identifier":"DE89 3704 0044 0532 0130 00"}', ''), 200],
  [post('/v1/resolve', '{"identifier":"058"}', 'Content-Type: text/plain\r\n'), 415],
  [post('/v1/resolve', '{"identifier":"058"}', 'Content-Type: application/json\r\nContent-Encoding: gzip\r\n'), 415],
  [post('/v1/resolve', '{"identifier":"058"}', 'If-None-Match: *\r\nAccept-Encoding: br\r\n'), 200],
  [post('/v1/resolve', '{"identifier":"058"}', 'Expect: tea\r\n'), 417],
  [post('/v1/resolve', '{"identifier":"058"}', 'Connection: close\r\n'), 200],
  [post('/v1/resolve', '{"identifier":"058"}', keyHeader), 200],
  [post('/v1/resolve', '{"identifier":"058"}', `X-Public-Hash-Key: ${key}\r\n`), 401],
  [
    post('/v1/resolve', '{"identifier":"\xff"}')
      .replace(latin1('\xff'), '\xff')
      .replace(/Length: \d+/, 'Length: 18'),
    400,
  ],
  [resolve({ identifier: '058', country: 'ng' }, '/v1/resolve?fields=id,codes,bic'), 200],
  [resolve({ identifier: '058', country: 'ng' }, '/v1/resolve?fields=bic&fields=id'), 200],
  [resolve({ identifier: '058', country: 'ng' }, '/v1/resolve?fields=nothing'), 400],
  [resolve({ identifier: '058', country: 'ng' }, '/v1/resolve?fields='), 400],
  [resolve({ identifier: '058', country: 'ng' }, '/v1/resolve?x=1'), 400],
  [resolve({ identifier: '058', country: 'ng' }, '/v1/resolve?'), 200],
  [get('/v1/resolve?identifier=058'), 405],
  // Lists with parameters.
  [get('/v1/banks?country=ng&status=any'), 200],
  [get('/v1/banks?country=ng&type=microfinance_bank,other&sort=prominence&fields=name,id'), 200],
  [get('/v1/banks?status=closed&country=gb'), 200],
  [get('/v1/banks?country=ng&has=code'), 200],
  [get('/v1/banks?country=ng&has=xx'), 400],
  [get('/v1/banks?country=ng&country=gh'), 400],
  [get('/v1/banks?country=n%67'), 200],
  [get('/v1/banks?country=%20ng'), 200],
  [get('/v1/banks?country=xx'), 404],
  [get('/v1/banks?country='), 400],
  [get('/v1/banks?'), 400],
  [get('/v1/banks'), 400],
  [get('/v1/supported-countries/?x=1'), 200],
  [get('/v1/account-requirements?country=ca&x=1'), 400],
  [get('/v1/account-requirements?country=xx'), 404],
  [get('/v1/account-requirements'), 400],
  [get('/v1/supported-countries?'), 200],
  [post('/v1/banks?', '{"country":"gh"}'), 200],
]

for (const quotas of ['off', { anonymous: 1_000_000, keyed: 1_000_000 }] as const) {
  test(`both paths respond alike to odd requests, limits ${quotas === 'off' ? 'off' : 'on'}`, async (t) => {
    const keys = createKeyCache()
    keys.replace([issued.record])
    const both = await startBothPaths(t, { keys, quotas })
    await assertSameResponses(
      both,
      odd.map(([request, status]) => ({ request, status })),
    )
  })
}

test('both paths return the same banks, search results and readings', async (t) => {
  const both = await startBothPaths(t, {})
  const banks = everyNth(records, 250).map(({ id }) => get(`/v1/banks/${id}`))
  const searches = everyNth(allQueries, 60).map(({ text, country }, at) => {
    const q = (at % 2 === 0 ? plusEncoded : encodeURIComponent)(text)
    return get(`/v1/search?q=${q}${country === '' ? '' : `&country=${country}`}`)
  })
  const readings = everyNth(resolveCases, 3).map(([identifier, country]) => resolve({ identifier, country }))
  await assertSameResponses(
    both,
    [...banks, ...searches, ...readings].map((request) => ({ request, status: 200 })),
  )
})

const lookups = {
  '/v1/supported-countries/': get('/v1/supported-countries'),
  '/v1/banks': post('/v1/banks', '{"country":"gh"}'),
  '/v1/banks/:id': get('/v1/banks/ng-gtbank'),
  '/v1/search': get('/v1/search?q=gtbank'),
  '/v1/resolve': resolve({ identifier: '058' }),
}

test('each lookup is counted once, by its route and against the quota, whichever path it takes', async (t) => {
  const metrics = createMetrics()
  const count = Object.keys(lookups).length
  const { port } = await startOwnService(t, { metrics, quotas: { anonymous: count * 2, keyed: 1 } })
  const remaining = async (request: string): Promise<number> =>
    Number(/\r\nRateLimit: "address";r=(\d+)/i.exec((await sendAll(port, [request]))[0] as string)?.[1])
  for (const [at, request] of Object.values(lookups).entries()) {
    assert.equal(await remaining(request), 2 * count - 1 - 2 * at)
    // The framework handles requests with `Expect`.
    assert.equal(
      await remaining(request.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n')),
      2 * count - 2 - 2 * at,
    )
  }
  for (const request of Object.values(lookups)) assert.match((await sendAll(port, [request]))[0] as string, / 429 /)
  const counted = metrics.snapshot().bank_lookup_requests_total ?? []
  for (const route of Object.keys(lookups)) {
    const of200 = counted.find(({ labels }) => labels[0] === route && labels[1] === '200')
    assert.deepEqual(of200?.values, [2], route)
  }
})

test('a search and an identifier that arrive before the index is loaded wait for it', async (t) => {
  const loading = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const cache: DerivedCache = {
    read: async <Value>(part: CachedPart) => {
      if (part !== 'indexes') return undefined
      arrived.resolve()
      await loading.promise
      return shippedTables() as Value
    },
    write: async () => {},
    writeIfMissing: async () => {},
    discard: () => {},
  }
  const { port } = await startOwnService(t, { directory: shippedDirectory(), cache })
  const responses = sendAll(port, [lookups['/v1/search'], lookups['/v1/resolve']])
  await arrived.promise
  loading.resolve()
  for (const response of await responses) assert.match(response, /^HTTP\/1\.1 200 .*"ng-gtbank"/s)
})

test("the caller's request id is on the response to an identifier, and only a safe one is", async (t) => {
  const { port } = await startOwnService(t)
  const withId = (id: string): string => post('/v1/resolve', '{"identifier":"058"}', `X-Request-Id: ${id}\r\n`)
  const [safe, unsafe] = (await sendAll(port, [withId('order-7'), withId('DE89370400440532013000')])) as [
    string,
    string,
  ]
  assert.match(safe, /\r\nX-Request-Id: order-7\r\n/)
  assert.match(unsafe, /\r\nX-Request-Id: (?!DE89)/)
})
