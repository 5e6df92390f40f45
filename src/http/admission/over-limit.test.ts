import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sendRaw, startService } from '../../../test/support/services/service.ts'

async function startLimited(t: TestContext) {
  const lines: { code?: string; not_logged?: number }[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const { url } = await startService(t, { quotas: { anonymous: 2, keyed: 2 }, log: { level: 'info', stream } })
  const logged = () => lines.filter(({ code }) => code === 'rate_limited')
  return { url, logged }
}

test('requests over the limit get the same response from every route, as text or as JSON', async (t) => {
  const { url } = await startLimited(t)
  const paths = ['/v1/banks?country=va', '/v1/search?q=access', '/v1/banks/ng-gtbank', '/nothing']
  for (const path of [...paths, ...paths]) await fetch(`${url}${path}`)
  for (const path of paths) {
    const response = await fetch(`${url}${path}`, { headers: { 'X-Request-Id': 'mine' } })
    assert.equal(response.status, 429, path)
    const header = (name: string) => response.headers.get(name)
    assert.deepEqual([header('error-code'), header('x-request-id'), header('vary')], ['rate_limited', 'mine', 'Accept'])
    assert.match(header('retry-after') ?? '', /^\d+$/)
    assert.match(header('ratelimit') ?? '', /^"address";r=0;t=\d+$/)
    assert.equal(header('access-control-allow-origin'), '*')
    assert.match(
      await response.text(),
      /^Rate limit exceeded: this address may send 2 requests per minute; try again in \d+ s\.\n$/,
    )
  }
  const json = await fetch(`${url}/v1/search?q=access`, { headers: { Accept: 'application/json' } })
  const { code, status, request_id } = (await json.json()) as Record<string, unknown>
  assert.deepEqual([code, status, request_id], ['rate_limited', 429, json.headers.get('x-request-id')])
  assert.equal((await fetch(`${url}/healthz`)).status, 200)
})

test('over the limit for pages, the message names pages, and the API still responds', async (t) => {
  const { url } = await startLimited(t)
  for (let count = 0; count < 2; count++) assert.equal((await fetch(`${url}/news`)).status, 200)
  const response = await fetch(`${url}/coverage`)
  assert.equal(response.status, 429)
  assert.match(await response.text(), /this address may send 2 page requests per minute; try again in \d+ s\.\n$/)
  assert.equal((await fetch(`${url}/v1/banks?country=va`)).status, 200)
})

test('the log of requests over the limit is sampled', async (t) => {
  const { url, logged } = await startLimited(t)
  for (let count = 0; count < 200; count++) await (await fetch(`${url}/v1/search?q=access`)).arrayBuffer()
  assert.ok(logged().length < 198, `${logged().length} lines`)
})

test('a request over the limit with a body closes the connection: its body is not read', async (t) => {
  const { url } = await startLimited(t)
  const port = Number(new URL(url).port)
  for (let count = 0; count < 2; count++) await (await fetch(`${url}/v1/banks?country=va`)).arrayBuffer()
  const post = 'POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  for (const rest of ['Content-Length: 100\r\n\r\n{"iden', 'Transfer-Encoding: chunked\r\n\r\n5\r\n']) {
    const text = await sendRaw(port, post + rest)
    assert.match(text, /^HTTP\/1\.1 429 .*\r\nConnection: close\r\n/s)
    assert.equal(text.split('HTTP/1.1 ').length, 2)
  }
})
