/**
 * A response has `RateLimit` and `RateLimit-Policy` if and only if its request was counted, and they describe the quota that
 * it was counted against: that of the API or that of pages.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { makeKey } from '../../src/keys/key-format.ts'
import { method, sharedField, small } from '../support/data/small-data.ts'
import { createSmallDirectory } from '../support/data/small-directory.ts'
import { startKeyedService } from '../support/services/keyed-service.ts'
import { sendRaw } from '../support/services/service.ts'

const directory = createSmallDirectory({ ...small(), requirements: [sharedField(), method('aa_bank')] })

const host = 'Host: x\r\n'
const commonHeaders = `${host}Connection: close\r\n`
const json = 'Content-Type: application/json\r\n'
const page = 'Accept: text/html,application/xhtml+xml\r\n'
const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\n${commonHeaders}${headers}\r\n`
const post = (path: string, body = '', headers = json): string =>
  `POST ${path} HTTP/1.1\r\n${commonHeaders}${headers}Content-Length: ${body.length}\r\n\r\n${body}`
const send = (method: string, path: string, headers = ''): string => get(path, headers).replace('GET', method.padEnd(3))
const key = (value: string): string => `X-Public-Hash-Key: ${value}\r\n`
const unknownKey = makeKey('live', randomBytes)

type Cases = Record<string, [request: string, status: number]>

const counted: Cases = {
  'a list': [get('/v1/banks?country=aa'), 200],
  'a list that has not changed': [get('/v1/banks?country=aa', 'If-None-Match: *\r\n'), 304],
  'a list by HEAD': [send('HEAD', '/v1/banks?country=aa'), 200],
  'a list by POST': [post('/v1/banks', '{"country":"aa"}'), 200],
  'a list by QUERY': [post('/v1/banks', '{"country":"aa"}').replace('POST', 'QUERY'), 200],
  'a filtered list': [get('/v1/banks?country=aa&status=any'), 200],
  'a list as CSV': [get('/v1/banks.csv?country=aa'), 200],
  'a list as XLSX': [get('/v1/banks.xlsx?country=aa'), 200],
  'a check of a number by a form': [
    post('/check', 'identifier=058', `Content-Type: application/x-www-form-urlencoded\r\n${page}`),
    200,
  ],
  'the countries': [get('/v1/supported-countries/'), 200],
  'account requirements': [get('/v1/account-requirements?country=aa'), 200],
  'account requirements by POST': [post('/v1/account-requirements', '{"country":"aa"}'), 200],
  'a bank': [get('/v1/banks/aa-first'), 200],
  'a bank without a list of branches': [get('/v1/branches?bank=aa-first'), 404],
  'a search': [get('/v1/search?q=access'), 200],
  'an identifier': [post('/v1/resolve', '{"identifier":"058"}'), 200],
  'a revision without changes': [get('/v1/changes?since=2000-01-01.00000000'), 404],
  'the description': [get('/openapi.json'), 200],
  'the root': [get('/'), 200],
  'a search on the start page': [get('/?q=access', page), 200],
  'a search on the start page in a country': [get('/?country=aa&q=access', page), 200],
  'a search on the start page with an encoded name': [get('/?%71=access', page), 200],
  'an unknown path': [get('/nothing'), 404],
  'an unknown bank': [get('/v1/banks/xx-nothing'), 404],
  'an unsupported country': [post('/v1/banks', '{"country":"xx"}'), 404],
  'a wrong method': [send('DELETE', '/v1/banks'), 405],
  'a body that is not JSON': [post('/v1/banks', 'country'), 400],
  'a body of a wrong type': [post('/v1/banks', 'country', 'Content-Type: text/plain\r\n'), 415],
  'a body that is too long': [post('/v1/banks', ' '.repeat(17_000)), 413],
  'a body whose announced length is too long': [
    `POST /v1/banks HTTP/1.1\r\n${commonHeaders}Expect: 100-continue\r\nContent-Length: 999999\r\n\r\n`,
    413,
  ],
  'an unknown parameter': [get('/v1/banks?country=aa&x=1'), 400],
  'a malformed URL': [get('/%zz'), 400],
  'a malformed URL on a page': [get('/%zz', page), 400],
  'a malformed parameter of the path': [get('/v1/banks/%ff'), 400],
  'a parameter of the path that is too long': [get(`/v1/banks/${'x'.repeat(300)}`), 404],
  'a key in the URL': [get(`/?key=${unknownKey}`), 400],
  'a key in a malformed URL': [get(`/%zz/${unknownKey}`), 400],
  'no host': [get('/v1/banks?country=aa').replace(host, ''), 400],
  'no host, by HTTP/1.0': [get('/v1/banks?country=aa').replace(host, '').replace('1.1', '1.0'), 200],
  'an unknown expectation': [get('/v1/banks?country=aa', 'Expect: tea\r\n'), 417],
  'a creation without a key': [post('/index.php'), 401],
  'a creation with a malformed key': [post('/index.php', '', key('x')), 401],
  'an unknown key': [get('/v1/banks?country=aa', key(unknownKey)), 401],
  'an unknown key for a malformed URL': [get('/%zz', key(unknownKey)), 401],
}

const pages: Cases = {
  'the start page': [get('/', page), 200],
  'the start page by HEAD': [send('HEAD', '/', page), 200],
  'a page': [get('/coverage', page), 200],
  'a page for a program': [get('/coverage'), 200],
  'a page with a slash at the end': [get('/docs/1.0/', page), 200],
  'a page with parameters': [get('/docs/1.0/limits?x=1', page), 200],
  'a page that has not changed': [get('/coverage', `${page}If-None-Match: *\r\n`), 304],
  'a page that does not exist': [get('/docs/1.0/nothing', page), 404],
  'the page of a bank': [get('/banks/aa-first', page), 200],
  'the page of an unknown bank': [get('/banks/aa-nothing', page), 404],
  'the page of a country': [get('/countries/aa', page), 200],
  'the sitemap': [get('/sitemap.xml'), 200],
  'a page as Markdown': [get('/docs/1.0/limits.md'), 200],
  'a feed': [get('/news/feed.atom'), 200],
  'an unknown key for a page': [get('/coverage', key(unknownKey)), 401],
}

const staticFiles: Cases = {
  'an asset that does not exist': [get('/assets/000000000000/nothing.css'), 404],
  'an asset with a malformed digest': [get('/assets/x/style.css'), 404],
  'a folder of assets': [get('/assets/000000000000/fonts'), 404],
  'the manifest': [get('/manifest.webmanifest'), 200],
  'a text for crawlers': [get('/robots.txt'), 200],
  'a preflight': [send('OPTIONS', '/v1/banks'), 200],
  'a preflight of an unknown path': [send('OPTIONS', '/nothing'), 200],
  'a preflight with a key in the URL': [send('OPTIONS', `/?${unknownKey}`), 400],
  'a preflight of a malformed URL': [send('OPTIONS', '/%zz'), 400],
  'OPTIONS for the whole server': [send('OPTIONS', '*'), 200],
  'a text for crawlers with an unknown key': [get('/robots.txt', key(unknownKey)), 200],
}

const uncounted: Cases = {
  'a style sheet': [get('/assets/000000000000/style.css'), 200],
  'a style sheet by HEAD': [send('HEAD', '/assets/000000000000/style.css'), 200],
  'a style sheet that has not changed': [get('/assets/000000000000/style.css', 'If-None-Match: *\r\n'), 304],
  'a script for other pages': [get('/bank-picker.js'), 200],
  'an icon': [get('/favicon.ico'), 200],
  'an icon that no page links to': [get('/apple-touch-icon.png'), 200],
  'a font': [get('/assets/000000000000/fonts/inter-latin.woff2'), 200],
  'a style sheet with an unknown key': [get('/assets/000000000000/style.css', key(unknownKey)), 200],
  'the health check': [get('/healthz'), 200],
  'the health check by HEAD': [send('HEAD', '/healthz'), 200],
  'the readiness check': [get('/readyz'), 200],
  'a health check without a host': [get('/healthz').replace(host, ''), 400],
  'a health check with a key in the URL': [get(`/healthz?${unknownKey}`), 400],
  'bytes that are not HTTP': ['nonsense\r\n\r\n', 400],
  'headers that are too large': [get('/', `X-Large: ${'x'.repeat(17_000)}\r\n`), 431],
  'two hosts': [get('/', host), 400],
  'an RTSP method': [send('DESCRIBE', '/'), 400],
  'a tunnel': [send('CONNECT', 'x:443'), 405],
}

const quota = 10_000
const quietLog = { level: 'debug', stream: { write: () => {} } }

interface Response {
  status: number
  limit: string | undefined
  policy: string | undefined
}

async function responseOf(port: number, request: string): Promise<Response> {
  const text = await sendRaw(port, request, { end: false })
  const header = (name: string): string | undefined => new RegExp(`\\r\\n${name}: ([^\\r]*)`, 'i').exec(text)?.[1]
  return { status: Number(text.split(' ')[1]), limit: header('RateLimit'), policy: header('RateLimit-Policy') }
}

const remaining = ({ limit }: Response): number => Number(/;r=(\d+);/.exec(limit ?? '')?.[1])

/** Number of requests that the service counts while `act` runs, from the remaining quota before and after. */
async function countOf(probe: () => Promise<Response>, act: () => Promise<void>): Promise<number> {
  const before = remaining(await probe())
  await act()
  return before - remaining(await probe()) - 1
}

/** A request that counts against each quota. */
const probes = {
  address: get('/v1/supported-countries/'),
  'address-pages': get('/news'),
  'address-static': get('/robots.txt'),
}

const quotaOf = (subject: string | undefined): number => (subject === 'address-static' ? 10 * quota : quota)

/** `countedBy`: the name of the quota, if the requests are counted. */
async function checkAll(
  t: TestContext,
  port: number,
  cases: Cases,
  countedBy: keyof typeof probes | undefined,
): Promise<void> {
  for (const [name, [request, status]] of Object.entries(cases)) {
    await t.test(name, async () => {
      let response: Response | undefined
      for (const [subject, probe] of Object.entries(probes)) {
        const count = await countOf(
          () => responseOf(port, probe),
          async () => {
            response = await responseOf(port, request)
          },
        )
        assert.equal(count, subject === countedBy ? 1 : 0, subject)
      }
      assert.equal(response?.status, status)
      assert.match(response?.limit ?? '', countedBy ? new RegExp(`^"${countedBy}";r=\\d+;t=\\d+$`) : /^$/)
      assert.equal(response?.policy, countedBy && `"${countedBy}";q=${quotaOf(countedBy)};w=60`)
    })
  }
}

for (const [path, log] of [
  ['on the fast path', undefined],
  ['through the framework', quietLog],
] as const) {
  test(`${path}, a response has the headers if and only if the request was counted`, async (t) => {
    const { port } = await startKeyedService(t, {
      directory,
      quotas: { anonymous: quota, keyed: quota },
      ...(log && { log }),
    })
    await checkAll(t, port, counted, 'address')
    await checkAll(t, port, pages, 'address-pages')
    await checkAll(t, port, staticFiles, 'address-static')
    await checkAll(t, port, uncounted, undefined)
  })
}

test('with a key, the headers describe the quota of the key, even on errors', async (t) => {
  const { port, live } = await startKeyedService(t, { directory, quotas: { anonymous: quota, keyed: quota } })
  const probe = () => responseOf(port, get('/v1/supported-countries/', key(live)))
  for (const [request, status] of [
    [post('/index.php', '', key(live)), 200],
    [post('/index.php', 'x', key(live)), 400],
    [get('/nothing', key(live)), 404],
    [get('/%zz', key(live)), 400],
    [get(`/?${live}`, key(live)), 400],
  ] as const) {
    const count = await countOf(probe, async () => {
      const response = await responseOf(port, request)
      assert.equal(response.status, status)
      assert.match(response.limit ?? '', /^"key";r=/)
      assert.equal(response.policy, `"key";q=${quota};w=60`)
    })
    assert.equal(count, 1)
  }
  const { limit, policy } = await responseOf(port, get('/coverage', key(live)))
  assert.match(limit ?? '', /^"key-pages";r=/)
  assert.equal(policy, `"key-pages";q=${quota};w=60`)
})

for (const [subject, cases, others] of [
  ['address', counted, pages],
  ['address-pages', pages, counted],
] as const) {
  test(`every request over the quota "${subject}" gets 429 with the headers, and requests of the other quota do not`, async (t) => {
    const { port } = await startKeyedService(t, { directory, quotas: { anonymous: 100, keyed: 1 } })
    for (let number = 0; number < 100; number++) await responseOf(port, probes[subject])
    for (const [name, [request]] of Object.entries(cases)) {
      const { status, limit } = await responseOf(port, request)
      assert.equal(status, 429, name)
      assert.match(limit ?? '', new RegExp(`^"${subject}";r=0;t=\\d+$`), name)
    }
    for (const [request, status] of Object.values({ ...others, ...staticFiles, ...uncounted }))
      assert.equal((await responseOf(port, request)).status, status)
  })
}

test('preflights and small files share a quota ten times that of pages; over it, a preflight still has its CORS headers', async (t) => {
  const { port } = await startKeyedService(t, { directory, quotas: { anonymous: 3, keyed: 1 } })
  for (let number = 0; number < 30; number++)
    assert.notEqual((await responseOf(port, probes['address-static'])).status, 429)
  for (const [name, [request]] of Object.entries(staticFiles)) {
    const { status, limit } = await responseOf(port, request)
    assert.equal(status, 429, name)
    assert.match(limit ?? '', /^"address-static";r=0;t=\d+$/, name)
  }
  for (const [request, status] of Object.values(uncounted))
    assert.equal((await responseOf(port, request)).status, status)
  const preflight = await sendRaw(port, send('OPTIONS', '/v1/banks'), { end: false })
  assert.match(preflight, /^HTTP\/1\.1 429 /)
  assert.match(preflight, /\r\nAccess-Control-Allow-Origin: \*\r\n/)
  assert.match(preflight, /\r\nAccess-Control-Allow-Methods: GET, HEAD, POST, QUERY, OPTIONS\r\n/)
  assert.match(preflight, /may send 30 file or preflight requests per minute/)
})

test('with rate limits off, no response has the headers', async (t) => {
  const { port } = await startKeyedService(t, { directory, quotas: 'off' })
  for (const [name, [request, status]] of Object.entries({ ...counted, ...pages, ...staticFiles, ...uncounted })) {
    assert.deepEqual(await responseOf(port, request), { status, limit: undefined, policy: undefined }, name)
  }
})
