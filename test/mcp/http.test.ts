/** `/mcp` as an HTTP endpoint: methods, limits, keys, privacy, and input that is meant to do harm. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { tools } from '../../src/mcp/tools.ts'
import { startKeyedService } from '../support/services/keyed-service.ts'
import { postJson, sendRaw, startService } from '../support/services/service.ts'
import { headersFor, messageOf, postCall, versions } from './mcp-client.ts'

const listTools = JSON.stringify(messageOf('tools/list'))
const post = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  postJson(`${url}/mcp`, body, { ...headersFor('tools/list'), ...headers })

for (const method of ['GET', 'HEAD', 'DELETE', 'PUT']) {
  test(`${method} /mcp gets 405: there are no sessions and no streams`, async (t) => {
    const { url } = await startService(t)
    const response = await fetch(`${url}/mcp`, { method, headers: { Accept: 'text/event-stream' } })
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
    assert.equal(response.headers.get('error-code'), 'method_not_allowed')
  })
}

test('MCP=off removes the path', async (t) => {
  const { url } = await startService(t, { mcp: false })
  const response = await post(url, listTools)
  assert.equal(response.status, 404)
  assert.equal(response.headers.get('error-code'), 'path_unknown')
})

test('a web page may call it: preflights allow the headers of the protocol', async (t) => {
  const { url } = await startService(t)
  const preflight = await fetch(`${url}/mcp`, { method: 'OPTIONS', headers: { Origin: 'https://agent.example' } })
  assert.equal(preflight.status, 200)
  assert.match(
    preflight.headers.get('access-control-allow-headers') ?? '',
    /MCP-Protocol-Version, Mcp-Method, Mcp-Name/,
  )
  const response = await post(url, listTools, { Origin: 'https://agent.example' })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  assert.equal(response.headers.get('set-cookie'), null)
})

test('no cache may store a response, and it has the headers of the other routes', async (t) => {
  const { url } = await startService(t)
  const response = await postCall(url, 'resolve_identifier', { identifiers: ['058'] })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.match(response.headers.get('data-revision') ?? '', /^\d{4}/)
  assert.match(response.headers.get('x-request-id') ?? '', /./)
})

const invalidRequests: [
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  status: number,
][] = [
  ['text', listTools, { 'Content-Type': 'text/plain' }, 415],
  ['a form', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
  ['a compressed body', listTools, { 'Content-Encoding': 'gzip' }, 415],
  ['an empty body', '', {}, 400],
  ['no JSON', '{"jsonrpc', {}, 400],
  ['no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), {}, 400],
  ['null', 'null', {}, 400],
  ['a number', '1', {}, 400],
  ['a batch', `[${listTools}]`, {}, 400],
  ['a batch of 10,000 messages', `[${Array(10_000).fill('{}').join(',')}]`, {}, 400],
  ['an empty object', '{}', {}, 400],
  ['another version of JSON-RPC', listTools.replace('2.0', '1.0'), {}, 400],
  ['a method that is a number', listTools.replace('"tools/list"', '1'), {}, 400],
  ['a header for another method', listTools, { 'Mcp-Method': 'tools/call' }, 400],
  ['an unknown version', listTools, { 'MCP-Protocol-Version': '1999-01-01' }, 400],
  ['a body over the limit', listTools.replace('{}', `{"x":"${'x'.repeat(131_072)}"}`), {}, 413],
  ['nested arrays', '['.repeat(60_000) + ']'.repeat(60_000), {}, 400],
  ['nested objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, {}, 400],
]

for (const [name, body, headers, status] of invalidRequests) {
  test(`${name} gets ${status}`, async (t) => {
    const { url } = await startService(t)
    const response = await post(url, body, headers)
    assert.equal(response.status, status, await response.text())
    assert.equal((await fetch(`${url}/healthz`)).status, 200)
  })
}

test('a body without a content type gets 415, because a web page can send one without a preflight', async (t) => {
  const { port } = await startService(t)
  const head = `POST /mcp HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${listTools.length}\r\n\r\n`
  assert.match(await sendRaw(port, head + listTools), /^HTTP\/1\.1 415 /)
})

test('a client of the version before must accept both types', async (t) => {
  const { url } = await startService(t)
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  const headers = { 'MCP-Protocol-Version': versions.legacy }
  assert.equal((await postJson(`${url}/mcp`, body, headers)).status, 406)
  const response = await postJson(`${url}/mcp`, body, { ...headers, Accept: 'application/json, text/event-stream' })
  assert.equal(response.status, 200)
  assert.match(await response.text(), /^event: message\ndata: \{/)
})

test('a notification gets 202 and no body', async (t) => {
  const { url } = await startService(t)
  const body = '{"jsonrpc":"2.0","method":"notifications/initialized"}'
  const response = await postJson(`${url}/mcp`, body, { Accept: 'application/json, text/event-stream' })
  assert.equal(response.status, 202)
  assert.equal(await response.text(), '')
})

test('a subscription ends at once: nothing ever changes', async (t) => {
  const { url } = await startService(t)
  const message = messageOf('subscriptions/listen', { notifications: { toolsListChanged: true } })
  const response = await post(url, JSON.stringify(message), headersFor('subscriptions/listen'))
  assert.equal(response.status, 200)
  assert.match(await response.text(), /"result":\{"resultType":"complete"/)
})

const harmfulCalls: [name: string, input: unknown, answer: RegExp][] = [
  ['__proto__', {}, /"error":/],
  ['constructor', {}, /"error":/],
  ['toString', {}, /"error":/],
  ['search_banks', [], /isError|"error":/],
  ['search_banks', 'x', /"error":/],
  ['search_banks', JSON.parse('{"query":"x","__proto__":{"limit":1}}'), /"banks"/],
  [
    'check_account',
    { country: 'gb', fields: JSON.parse('{"__proto__":"1","constructor":"2"}') },
    /Missing \\"method\\"/,
  ],
  ['check_account', { country: 'ca', fields: JSON.parse('{"__proto__":"1"}') }, /Unknown field \\"__proto__\\"/],
  ['get_bank', { id: '../../package' }, /No bank has the id/],
  ['get_bank', { id: '\u0000\ud800' }, /No bank has the id/],
  ['list_countries', { country: 'ß'.repeat(60) }, /Unsupported country/],
  ['resolve_identifier', { identifiers: ['\u202e058', '٠٥٨'] }, /verdict/],
]

for (const [name, input, answer] of harmfulCalls) {
  test(`${name} ${JSON.stringify(input).slice(0, 50)} is answered`, async (t) => {
    const { url } = await startService(t)
    const response = await postCall(url, name, input)
    assert.ok(response.status < 500)
    assert.match(await response.text(), answer)
  })
}

test('deeply nested arguments are rejected', async (t) => {
  const { url } = await startService(t)
  const nested = '['.repeat(50_000) + ']'.repeat(50_000)
  for (const tool of tools) {
    const body = JSON.stringify(messageOf('tools/call', { name: tool.name, arguments: { query: 0 } }))
    const response = await post(
      url,
      body.replace('"query":0', `"query":${nested}`),
      headersFor('tools/call', tool.name),
    )
    assert.ok(response.status < 500, `${tool.name}: ${response.status}`)
    assert.match(await response.text(), /Invalid arguments|"error":/)
  }
})

test('any arguments get an answer, and none is an internal error', async (t) => {
  const { url } = await startService(t)
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.constantFrom('ng', 'gb', '058'),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...tools),
      fc.array(value, { minLength: 6, maxLength: 6 }),
      async ({ name, inputSchema }, values) => {
        const keys = Object.keys((inputSchema as { properties: object }).properties)
        const input = Object.fromEntries(keys.map((key, at) => [key, values[at]]))
        const response = await postCall(url, name, input)
        assert.ok(response.status < 500, `${response.status}`)
        assert.doesNotMatch(await response.text(), /Internal error/)
      },
    ),
    { numRuns: 200 },
  )
})

test('a call costs one request, and 50 identifiers cost three, as in /v1/resolve', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 10, keyed: 100 } })
  const remaining = (response: Response): number => Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1])
  assert.equal(remaining(await postCall(url, 'list_countries', {})), 9)
  const fifty = { identifiers: Array(50).fill('058') }
  assert.equal(remaining(await postCall(url, 'resolve_identifier', fifty)), 6)
  assert.equal(remaining(await postCall(url, 'resolve_identifier', fifty)), 3)
  assert.equal(remaining(await postCall(url, 'resolve_identifier', fifty)), 0)
})

test('over the limit, a call gets 429, and a call with many identifiers a sentence for the model', async (t) => {
  const { url } = await startService(t, { quotas: { anonymous: 4, keyed: 100 } })
  for (let sent = 0; sent < 2; sent++) await postCall(url, 'list_countries', {})
  const batch = await postCall(url, 'resolve_identifier', { identifiers: Array(50).fill('058') })
  assert.equal(batch.status, 200)
  const { result } = (await batch.json()) as { result: { isError: boolean; content: { text: string }[] } }
  assert.equal(result.isError, true)
  assert.match(result.content[0]?.text ?? '', /this batch counts as 3 requests.*send a smaller batch/)
  await postCall(url, 'list_countries', {})
  const response = await postCall(url, 'list_countries', {})
  assert.equal(response.status, 429)
  assert.equal(response.headers.get('error-code'), 'rate_limited')
  assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
})

test('a key raises the limit, and an unknown key gets 401', async (t) => {
  const { url, live } = await startKeyedService(t, { quotas: { anonymous: 10, keyed: 100 } })
  const keyed = await postCall(url, 'list_countries', {}, { Authorization: `Bearer ${live}` })
  assert.match(keyed.headers.get('ratelimit') ?? '', /^"key";r=99/)
  const unknown = await postCall(url, 'list_countries', {}, { Authorization: `Bearer ${live.slice(0, -4)}aaaa` })
  assert.equal(unknown.status, 401)
})

test('the log never contains what a call asks about', async (t) => {
  const lines: string[] = []
  const log = { level: 'trace', stream: { write: (line: string) => void lines.push(line) } }
  const { url, app } = await startService(t, { log })
  const secrets = ['DE89370400440532013000', '63748472', '0123456789', 'Zzyzx Holdings']
  for (const secret of secrets) {
    for (const name of ['search_banks', 'resolve_identifier', 'get_bank', secret]) {
      for (const input of [
        { query: secret },
        { identifiers: [secret] },
        { id: secret },
        { [secret]: secret },
        secret,
      ]) {
        await (await postCall(url, name, input)).text()
      }
    }
    const fields = { sort_code: '202959', account_number: secret }
    await (await postCall(url, 'check_account', { country: 'gb', fields })).text()
    await (await post(url, `{"jsonrpc":"2.0","id":"${secret}","method":"${secret}"}`)).text()
    await (await post(url, `[${secret}`)).text()
    await (await post(url, listTools, { 'Mcp-Method': secret, 'MCP-Protocol-Version': secret })).text()
    const uri = `bank://${encodeURIComponent(secret)}`
    const read = JSON.stringify(messageOf('resources/read', { uri }))
    await (await post(url, read, headersFor('resources/read', uri))).text()
  }
  await app.close()
  assert.ok(lines.length > 50, `only ${lines.length} lines were logged`)
  for (const secret of secrets)
    assert.deepEqual(
      lines.filter((line) => line.includes(secret)),
      [],
    )
})

test('a client that disconnects in the middle of a call causes no internal error', async (t) => {
  const lines: string[] = []
  const log = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
  const { url, app } = await startService(t, { log })
  const calls = Array.from({ length: 20 }, async () => {
    const abort = new AbortController()
    const body = JSON.stringify(messageOf('tools/call', { name: 'search_banks', arguments: { query: 'bank of' } }))
    const sent = fetch(`${url}/mcp`, {
      method: 'POST',
      headers: headersFor('tools/call', 'search_banks'),
      body,
      signal: abort.signal,
    })
    setImmediate(() => abort.abort())
    await sent.catch(() => undefined)
  })
  await Promise.all(calls)
  assert.equal((await postCall(url, 'list_countries', {})).status, 200)
  await app.close()
  assert.deepEqual(
    lines.filter((line) => /"level":[56]0/.test(line)),
    [],
  )
})
