import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { bank, small } from '../support/data/small-data.ts'
import { createSmallDirectory } from '../support/data/small-directory.ts'
import { postJson, shippedDirectory, startOwnService, startService } from '../support/services/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Gets the raw bytes; `fetch` would decompress them. */
async function getRaw(
  url: string,
  headers: Record<string, string>,
): Promise<{ response: IncomingMessage; bytes: Buffer }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject)
  })
  return { response, bytes: Buffer.concat(await response.toArray()) }
}

test('a list has the headers that caches, browsers and clients need', async (t) => {
  const { url } = await startService(t)
  const { response, bytes } = await getRaw(`${url}/v1/banks?country=ng`, {})
  const { headers } = response
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(headers['content-length'], String(bytes.length))
  assert.equal(headers['cache-control'], 'public, max-age=300')
  assert.equal(headers.vary, 'Accept-Encoding')
  assert.equal(headers['data-revision'], shippedDirectory().revision)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(headers.etag ?? '', /^"[0-9a-f]{16}"$/)
})

test('every encoding has the same content and its own ETag, and is compressed from the first response on', async (t) => {
  const { url } = await startService(t)
  const list = `${url}/v1/banks?country=us`
  const [plain, gzip, br] = await Promise.all(
    ['identity', 'gzip', 'br'].map((encoding) => getRaw(list, { 'Accept-Encoding': encoding })),
  )
  assert.ok(plain && gzip && br)
  assert.equal(plain.response.headers['content-encoding'], undefined)
  assert.equal(gzip.response.headers['content-encoding'], 'gzip')
  assert.equal(br.response.headers['content-encoding'], 'br')
  assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes))
  assert.ok(brotliDecompressSync(br.bytes).equals(plain.bytes))
  assert.ok(br.bytes.length < plain.bytes.length / 6)
  assert.equal(new Set([plain, gzip, br].map(({ response }) => response.headers.etag)).size, 3)
})

test('recompression in the background replaces bodies with smaller ones of the same content', async (t) => {
  const data = small()
  data.banks.aa = Array.from({ length: 400 }, (_, at) => bank(`aa-bank-${1_000 + at}`, { name: `Bank ${at * at}` }))
  const { url } = await startOwnService(t, { directory: createSmallDirectory(data), preload: true })
  const list = `${url}/v1/banks?country=aa`
  const first = await getRaw(list, { 'Accept-Encoding': 'br' })
  let smaller = first
  await waitUntil('the recompressed body is served', async () => {
    smaller = await getRaw(list, { 'Accept-Encoding': 'br' })
    return smaller.response.headers.etag?.endsWith('-br9"') === true
  })
  assert.ok(smaller.bytes.length < first.bytes.length)
  assert.ok(brotliDecompressSync(smaller.bytes).equals(brotliDecompressSync(first.bytes)))
  const headers = { 'If-None-Match': first.response.headers.etag ?? '', 'Accept-Encoding': 'br' }
  const again = await getRaw(list, headers)
  assert.equal(again.response.statusCode, 304)
  assert.equal(again.response.headers.etag, first.response.headers.etag)
})

test('the ETag of one encoding does not match another, which the client may not be able to read', async (t) => {
  const { url } = await startService(t)
  const list = `${url}/v1/banks?country=gh`
  const { response } = await getRaw(list, { 'Accept-Encoding': 'br' })
  const other = await getRaw(list, { 'Accept-Encoding': 'identity', 'If-None-Match': response.headers.etag ?? '' })
  assert.equal(other.response.statusCode, 200)
})

test('If-None-Match applies to GET, HEAD and QUERY, and never to POST', async (t) => {
  const { url } = await startService(t)
  const body = '{"country":"gh"}'
  const etag = (await fetch(`${url}/v1/banks?country=gh`)).headers.get('etag') ?? ''
  const headers = { 'If-None-Match': etag, 'Content-Type': 'application/json' }
  for (const [path, init, status] of [
    ['/v1/banks?country=gh', { method: 'GET', headers }, 304],
    ['/v1/banks?country=gh', { method: 'HEAD', headers }, 304],
    ['/v1/banks', { method: 'QUERY', headers, body }, 304],
    ['/v1/banks', { method: 'POST', headers, body }, 200],
    ['/v1/banks?country=za', { method: 'GET', headers }, 200],
  ] as const) {
    const response = await fetch(`${url}${path}`, init)
    assert.equal(response.status, status, `${init.method} ${path}`)
    assert.equal(response.headers.get('data-revision'), shippedDirectory().revision)
    if (status === 304) assert.equal(await response.text(), '')
  }
})

test('pages of any origin can send requests and read the important headers, on success and on error', async (t) => {
  const { url } = await startService(t)
  for (const path of ['/', '/v1/banks?country=ng', '/v1/banks?country=xx', '/nothing', '/healthz', '/openapi.json']) {
    const response = await fetch(`${url}${path}`, { headers: { Origin: 'https://app.example' } })
    assert.equal(response.headers.get('access-control-allow-origin'), '*', path)
    assert.match(response.headers.get('access-control-expose-headers') ?? '', /ETag, Data-Revision, Error-Code/)
    assert.equal(response.headers.get('access-control-allow-credentials'), null)
  }
})

const ownHeaders = ['content-type', 'authorization', 'x-public-hash-key', 'idempotency-key', 'if-none-match']
const tracingHeaders = ['traceparent', 'tracestate', 'baggage', 'sentry-trace']

test('a preflight gets 200 on every path', async (t) => {
  const { url } = await startService(t)
  for (const path of ['/v1/banks', '/v1/supported-countries/', '/', '/nothing']) {
    const response = await fetch(`${url}${path}`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
    })
    assert.equal(response.status, 200)
    assert.match(response.headers.get('access-control-allow-methods') ?? '', /GET, HEAD, POST, QUERY/)
    const allowed = (response.headers.get('access-control-allow-headers') ?? '').toLowerCase()
    for (const name of [...ownHeaders, ...tracingHeaders]) {
      assert.ok(allowed.includes(name), name)
    }
    assert.equal(response.headers.get('access-control-max-age'), '86400')
  }
})

test('an error is text, or JSON if preferred, with the same message', async (t) => {
  const { url } = await startService(t)
  const text = await postJson(`${url}/v1/banks`, '{"country":"xx"}')
  const json = await postJson(`${url}/v1/banks`, '{"country":"xx"}', {
    Accept: 'application/json',
    'X-Request-Id': 'order-1',
  })
  assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.equal(json.headers.get('content-type'), 'application/problem+json; charset=utf-8')
  assert.equal(text.headers.get('vary'), 'Accept')
  assert.equal(text.headers.get('cache-control'), 'no-store')
  const message = (await text.text()).trimEnd()
  assert.deepEqual(await json.json(), {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: message,
    code: 'country_unsupported',
    details: {},
    request_id: 'order-1',
  })
  assert.equal(json.headers.get('x-request-id'), 'order-1')
  assert.match(text.headers.get('x-request-id') ?? '', /^[\w-]+$/)
})

test('a problem is logged, a lookup only at debug level, and neither with its query', async (t) => {
  for (const [level, lookups] of [
    ['info', 0],
    ['debug', 2],
  ] as const) {
    const lines: string[] = []
    const { url, app } = await startService(t, { log: { level, stream: { write: (line) => void lines.push(line) } } })
    await (await fetch(`${url}/v1/banks?country=ng`)).text()
    await (await fetch(`${url}/v1/banks?country=secret`)).text()
    await app.close()
    assert.equal(lines.filter((line) => line.includes('"msg":"problem"')).length, 1)
    assert.equal(lines.filter((line) => line.includes('"msg":"request completed"')).length, lookups)
    assert.ok(lines.every((line) => !line.includes('secret')))
  }
})

test('an internal error gets a 500 without details, and its cause is logged', async (t) => {
  const lines: string[] = []
  const directory = shippedDirectory()
  const failing = {
    ...directory,
    findBank: () => {
      throw new Error('the disk is on fire')
    },
  }
  const log = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
  const { url } = await startService(t, { directory: failing, log })
  const response = await fetch(`${url}/v1/banks/ng-gtbank`)
  assert.equal(response.status, 500)
  assert.equal(response.headers.get('error-code'), 'internal_error')
  assert.doesNotMatch(await response.text(), /fire/)
  assert.ok(lines.some((line) => line.includes('the disk is on fire')))
})

test('a browser that requests an icon writes no line into the log, even if the site is not built', async (t) => {
  const lines: string[] = []
  const log = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
  const { url } = await startService(t, { log })
  for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/nothing.ico']) await fetch(`${url}${path}`)
  const problems = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'problem')
  assert.deepEqual(
    problems.map(({ path }) => path),
    ['/nothing.ico'],
  )
})
