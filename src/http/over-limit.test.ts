import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startService } from '../../test/service.ts'

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
    assert.match(await response.text(), /^This address has sent its 2 requests of the minute; try again in \d+ s\.\n$/)
  }
  const json = await fetch(`${url}/v1/search?q=access`, { headers: { Accept: 'application/json' } })
  const { code, status, request_id } = (await json.json()) as Record<string, unknown>
  assert.deepEqual([code, status, request_id], ['rate_limited', 429, json.headers.get('x-request-id')])
  assert.equal((await fetch(`${url}/healthz`)).status, 200)
})

test('of many requests over the limit one line a second is logged, with the number of the others', async (t) => {
  const { url, logged } = await startLimited(t)
  const begun = performance.now()
  for (let count = 0; count < 52; count++) await (await fetch(`${url}/v1/search?q=access`)).arrayBuffer()
  const lines = logged()
  const seconds = Math.ceil((performance.now() - begun) / 1000)
  assert.ok(lines.length <= seconds + 1, `${lines.length} lines in ${seconds} s`)
  assert.equal(lines[0]?.not_logged, 0)
})
