import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { postJson, shippedDirectory, startOwnService, startService } from '../support/services/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Not with `fetch`, which unpacks what it gets. */
async function packed(
  url: string,
  headers: Record<string, string>,
): Promise<{ answer: IncomingMessage; bytes: Buffer }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject)
  })
  return { answer, bytes: Buffer.concat(await answer.toArray()) }
}

test('a list has the headers that caches, browsers and readers need', async (t) => {
  const { url } = await startService(t)
  const { answer, bytes } = await packed(`${url}/v1/banks?country=ng`, {})
  const { headers } = answer
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(headers['content-length'], String(bytes.length))
  assert.equal(headers['cache-control'], 'public, max-age=300')
  assert.equal(headers.vary, 'Accept-Encoding')
  assert.equal(headers['data-revision'], shippedDirectory().revision)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(headers.etag ?? '', /^"[0-9a-f]{16}"$/)
})

test('each coding unpacks to the same text, has a tag of its own, and is packed from the first answer on', async (t) => {
  const { url } = await startService(t)
  const list = `${url}/v1/banks?country=us`
  const [plain, gzip, br] = await Promise.all(
    ['identity', 'gzip', 'br'].map((coding) => packed(list, { 'Accept-Encoding': coding })),
  )
  assert.ok(plain && gzip && br)
  assert.equal(plain.answer.headers['content-encoding'], undefined)
  assert.equal(gzip.answer.headers['content-encoding'], 'gzip')
  assert.equal(br.answer.headers['content-encoding'], 'br')
  assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes))
  assert.ok(brotliDecompressSync(br.bytes).equals(plain.bytes))
  assert.ok(br.bytes.length < plain.bytes.length / 6)
  assert.equal(new Set([plain, gzip, br].map(({ answer }) => answer.headers.etag)).size, 3)
})

test('the background replaces quick forms with better ones of the same text', async (t) => {
  const { url } = await startOwnService(t)
  const list = `${url}/v1/banks?country=us`
  const first = await packed(list, { 'Accept-Encoding': 'br' })
  let better = first
  await waitUntil('the better form is served', async () => {
    better = await packed(list, { 'Accept-Encoding': 'br' })
    return better.answer.headers.etag?.endsWith('-br9"') === true
  })
  assert.ok(better.bytes.length < first.bytes.length)
  assert.ok(brotliDecompressSync(better.bytes).equals(brotliDecompressSync(first.bytes)))
  const known = { 'If-None-Match': first.answer.headers.etag ?? '', 'Accept-Encoding': 'br' }
  const again = await packed(list, known)
  assert.equal(again.answer.statusCode, 304)
  assert.equal(again.answer.headers.etag, first.answer.headers.etag)
})

test('a tag of one coding says nothing about another, which the client may not be able to read', async (t) => {
  const { url } = await startService(t)
  const list = `${url}/v1/banks?country=gh`
  const { answer } = await packed(list, { 'Accept-Encoding': 'br' })
  const other = await packed(list, { 'Accept-Encoding': 'identity', 'If-None-Match': answer.headers.etag ?? '' })
  assert.equal(other.answer.statusCode, 200)
})

test('a condition counts on GET, HEAD and QUERY, and never on POST', async (t) => {
  const { url } = await startService(t)
  const body = '{"country":"gh"}'
  const tag = (await fetch(`${url}/v1/banks?country=gh`)).headers.get('etag') ?? ''
  const headers = { 'If-None-Match': tag, 'Content-Type': 'application/json' }
  for (const [path, init, status] of [
    ['/v1/banks?country=gh', { method: 'GET', headers }, 304],
    ['/v1/banks?country=gh', { method: 'HEAD', headers }, 304],
    ['/v1/banks', { method: 'QUERY', headers, body }, 304],
    ['/v1/banks', { method: 'POST', headers, body }, 200],
    ['/v1/banks?country=za', { method: 'GET', headers }, 200],
  ] as const) {
    const answer = await fetch(`${url}${path}`, init)
    assert.equal(answer.status, status, `${init.method} ${path}`)
    assert.equal(answer.headers.get('data-revision'), shippedDirectory().revision)
    if (status === 304) assert.equal(await answer.text(), '')
  }
})

test('a page of any origin may ask, and reads the headers that matter, on success and on error', async (t) => {
  const { url } = await startService(t)
  for (const path of ['/', '/v1/banks?country=ng', '/v1/banks?country=xx', '/nothing', '/healthz', '/openapi.json']) {
    const answer = await fetch(`${url}${path}`, { headers: { Origin: 'https://app.example' } })
    assert.equal(answer.headers.get('access-control-allow-origin'), '*', path)
    assert.match(answer.headers.get('access-control-expose-headers') ?? '', /ETag, Data-Revision, Error-Code/)
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
  }
})

test('a preflight gets 200 anywhere', async (t) => {
  const { url } = await startService(t)
  for (const path of ['/v1/banks', '/v1/supported-countries/', '/', '/nothing']) {
    const answer = await fetch(`${url}${path}`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
    })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('access-control-allow-methods') ?? '', /GET, HEAD, POST, QUERY/)
    const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase()
    for (const name of ['content-type', 'authorization', 'x-public-hash-key', 'idempotency-key', 'if-none-match']) {
      assert.ok(allowed.includes(name), name)
    }
    assert.equal(answer.headers.get('access-control-max-age'), '86400')
  }
})

test('an error is text unless JSON is preferred, and both say the same', async (t) => {
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
  const sentence = (await text.text()).trimEnd()
  assert.deepEqual(await json.json(), {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: sentence,
    code: 'country_unsupported',
    request_id: 'order-1',
  })
  assert.equal(json.headers.get('x-request-id'), 'order-1')
  assert.match(text.headers.get('x-request-id') ?? '', /^[\w-]+$/)
})

test('a problem is a line in the log, a lookup only at debug, and neither holds the query', async (t) => {
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
    assert.equal(lines.filter((line) => line.includes('"msg":"answered"')).length, lookups)
    assert.ok(lines.every((line) => !line.includes('secret')))
  }
})

test('a failure of ours is a 500 that gives nothing away, and its cause is in the log', async (t) => {
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
  const answer = await fetch(`${url}/v1/banks/ng-gtbank`)
  assert.equal(answer.status, 500)
  assert.equal(answer.headers.get('error-code'), 'internal_error')
  assert.doesNotMatch(await answer.text(), /fire/)
  assert.ok(lines.some((line) => line.includes('the disk is on fire')))
})
