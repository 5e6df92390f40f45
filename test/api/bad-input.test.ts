import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { defaultRequestLimits } from '../../src/http/request-limits.ts'
import { postJson, sendRaw, startService } from '../support/services/service.ts'

const invalidBodies: [
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  status: number,
  code: string,
  text: RegExp,
][] = [
  ['that is not JSON', '{country:ng}', 400, 'body_not_json', /The request body "\{country:ng\}" is not valid JSON/],
  ['that is only a word', 'ng', 400, 'body_not_json', /The request body "ng" is not valid JSON/],
  ['that is empty', '', 400, 'body_missing', /The request body is missing/],
  ['of whitespace', ' \n ', 400, 'body_missing', /The request body is missing/],
  ['that is an array', '["ng"]', 400, 'body_not_object', /The request body \["ng"\] is not a JSON object/],
  ['that is a string', '"ng"', 400, 'body_not_object', /The request body "ng" is not a JSON object/],
  ['that is a number', '1', 400, 'body_not_object', /The request body 1 is not/],
  ['that is null', 'null', 400, 'body_missing', /The request body is missing/],
  ['without a country', '{}', 400, 'country_missing', /Missing "country"; send a code or name such as "ng"/],
  ['with a misspelt field', '{"Country":"ng"}', 400, 'country_missing', /Missing "country"/],
  ['with a country that is a number', '{"country":234}', 400, 'country_malformed', /Invalid country 234/],
  ['with a country that is an array', '{"country":["ng"]}', 400, 'country_malformed', /Invalid country \["ng"\]/],
  ['with a country that is null', '{"country":null}', 400, 'country_malformed', /Invalid country null/],
  ['with two countries in one', '{"country":"ng, gh"}', 400, 'country_malformed', /Invalid country "ng, gh"/],
  [
    'with a misspelt country',
    '{"country":"Nigera"}',
    404,
    'country_unsupported',
    /"Nigera"; did you mean Nigeria \(ng\)\?/,
  ],
  ['with an unknown country', '{"country":"Atlantis"}', 404, 'country_unsupported', /"Atlantis"; use one of NG, GH/],
  ['with an empty country', '{"country":""}', 400, 'country_malformed', /Invalid country ""/],
  ['with an emoji for a country', '{"country":"🇳🇬"}', 400, 'country_malformed', /Invalid country "🇳🇬"/],
  ['with a NUL in the country', '{"country":"n\\u0000g"}', 400, 'country_malformed', /Invalid country "n\\u0000g"/],
  ['with half a character', '{"country":"\\ud83c"}', 400, 'country_malformed', /Invalid country "\\ud83c"/],
  [
    'with an unsupported country',
    '{"country":"xx"}',
    404,
    'country_unsupported',
    /Unsupported country "XX"; use one of NG, GH/,
  ],
  ['with a NUL byte', '{"country":"n\0g"}', 400, 'body_not_json', /is not valid JSON/],
  ['that is not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 400, 'body_not_utf8', /not valid UTF-8/],
  ['over the limit', `{"country":"ng","x":"${'x'.repeat(17_000)}"}`, 413, 'body_too_large', /larger than 16384 bytes/],
  ['that is deeply nested', '['.repeat(8_000), 400, 'body_not_json', /is not valid JSON/],
  [
    'that is deeply nested and complete',
    '['.repeat(8_000) + ']'.repeat(8_000),
    400,
    'body_not_object',
    /The request body a deeply nested array is not/,
  ],
  [
    'with a deeply nested country',
    `{"country":${'['.repeat(8_000)}${']'.repeat(8_000)}}`,
    400,
    'country_malformed',
    /Invalid country a deeply nested array/,
  ],
]

for (const [name, body, status, code, text] of invalidBodies) {
  test(`a body ${name} gets ${status} and a message`, async (t) => {
    const { url } = await startService(t)
    const response = await postJson(`${url}/v1/banks`, body)
    assert.equal(response.status, status)
    assert.equal(response.headers.get('error-code'), code)
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.match(await response.text(), text)
  })
}

test('a country of 10 kB gets 400, and the message truncates it', async (t) => {
  const { url } = await startService(t)
  const response = await postJson(`${url}/v1/banks`, JSON.stringify({ country: 'n'.repeat(10_000) }))
  const text = await response.text()
  assert.equal(response.status, 400)
  assert.match(text, /Invalid country "nnnnn.*… \(10002 characters\)/)
  assert.ok(text.length < 300)
})

const unsupportedTypes: [type: string, encoding: string | undefined, status: number, code: string][] = [
  ['application/x-www-form-urlencoded', undefined, 415, 'content_type_unsupported'],
  ['text/plain;charset=UTF-8', undefined, 415, 'content_type_unsupported'],
  ['application/jsonp', undefined, 415, 'content_type_unsupported'],
  ['nonsense', undefined, 415, 'content_type_unsupported'],
  ['application/json', 'gzip', 415, 'content_encoding_unsupported'],
]

for (const [type, encoding, status, code] of unsupportedTypes) {
  test(`a body of ${type}${encoding ? ` in ${encoding}` : ''} gets ${status}`, async (t) => {
    const { url } = await startService(t)
    const headers = { 'Content-Type': type, ...(encoding && { 'Content-Encoding': encoding }) }
    const response = await postJson(`${url}/v1/banks`, '{"country":"ng"}', headers)
    assert.equal(response.status, status)
    assert.equal(response.headers.get('error-code'), code)
  })
}

for (const path of ['/search', '/check', '/report?bank=ng-gtbank']) {
  for (const type of ['application/json', 'text/plain', 'nonsense']) {
    test(`a body of ${type} for the form ${path} gets 415, and the advice to send a form or to use the API`, async (t) => {
      const { url } = await startService(t)
      const response = await postJson(url + path, '{"q":"zenith"}', { 'Content-Type': type })
      assert.equal(response.status, 415)
      assert.equal(response.headers.get('error-code'), 'content_type_unsupported')
      const text = await response.text()
      assert.match(
        text,
        /^Unsupported content type ".+"; this is the form of a web page.*x-www-form-urlencoded.*GET \//,
      )
      assert.doesNotMatch(text, /send JSON/)
    })
  }
}

test('a QUERY without a content type gets 400, as its specification requires', async (t) => {
  const { port } = await startService(t)
  const response = await sendRaw(
    port,
    'QUERY /v1/banks HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\n{"country":"ng"}',
  )
  assert.match(response, /^HTTP\/1\.1 400 /)
  assert.match(response, /error-code: content_type_missing/)
})

const unknownTargets: [method: string, path: string, status: number, code: string, allow: string | null][] = [
  ['GET', '/nothing', 404, 'path_unknown', null],
  ['POST', '/v2/banks', 404, 'path_unknown', null],
  ['GET', '/v1/banks/ng-gtbank/codes', 404, 'path_unknown', null],
  ['DELETE', '/v1/banks', 405, 'method_not_allowed', 'POST, QUERY, GET, HEAD, OPTIONS'],
  ['POST', '/v1/banks/ng-gtbank', 405, 'method_not_allowed', 'GET, HEAD, OPTIONS'],
  ['POST', '/', 405, 'method_not_allowed', 'GET, HEAD, OPTIONS'],
  ['PROPFIND', '/v1/supported-countries', 405, 'method_not_allowed', 'GET, HEAD, POST, QUERY, OPTIONS'],
  ['GET', '/openapi-json', 404, 'path_unknown', null],
  ['GET', '/v1/banks/%zz', 400, 'url_malformed', null],
  ['GET', `/v1/banks/${'x'.repeat(300)}`, 404, 'path_unknown', null],
]

for (const [method, path, status, code, allow] of unknownTargets) {
  test(`${method} ${path.slice(0, 40)} gets ${status}`, async (t) => {
    const { url } = await startService(t)
    const response = await fetch(`${url}${path}`, { method, ...(method === 'POST' && { body: 'not json' }) })
    assert.equal(response.status, status)
    assert.equal(response.headers.get('error-code'), code)
    assert.equal(response.headers.get('allow'), allow)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.match(await response.text(), /^.+\.\n$/)
  })
}

const requestHead = 'GET / HTTP/1.1\r\nHost: x\r\n'

const garbage: [name: string, bytes: string | Buffer, status: number, code: string][] = [
  ['a flood of headers', `${requestHead}${'X-Flood: y\r\n'.repeat(4_000)}\r\n`, 431, 'headers_too_large'],
  ['one long header', `${requestHead}X-Long: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['a long path', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
  ['garbage', 'garbage\r\n\r\n', 400, 'request_malformed'],
  ['random bytes', Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]), 400, 'request_malformed'],
  ['a TLS handshake', Buffer.from('16030100c8010000c40303', 'hex'), 400, 'request_malformed'],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'request_malformed'],
  ['two lengths', `${requestHead}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`, 400, 'request_malformed'],
  [
    'a length and chunks',
    `${requestHead}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'request_malformed',
  ],
  ['a NUL in a header', `${requestHead}X-Nul: a\0b\r\n\r\n`, 400, 'request_malformed'],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'host_missing'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400, 'request_malformed'],
  ['two hosts for a list', 'GET /v1/banks?country=va HTTP/1.1\r\nhost: x\r\nHOST: x\r\n\r\n', 400, 'request_malformed'],
  ['an unknown expectation', `${requestHead}Expect: tea\r\nConnection: close\r\n\r\n`, 417, 'expectation_unknown'],
  [
    'a chunk with endless extensions',
    `POST /v1/banks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2;${'e'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    413,
    'body_too_large',
  ],
  ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method_not_allowed'],
]

for (const [name, bytes, status, code] of garbage) {
  test(`${name} on the socket gets ${status} and a message, and the service keeps running`, async (t) => {
    const { port, url } = await startService(t)
    const response = await sendRaw(port, bytes, { end: false })
    const [head = '', text = ''] = response.split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.match(head, new RegExp(`\r\nError-Code: ${code}(\r\n|$)`, 'i'))
    assert.match(head, /\r\nContent-Type: text\/plain; charset=utf-8/i)
    assert.match(head, /\r\nAccess-Control-Allow-Origin: \*/i)
    assert.match(text, /^.+\.\n$/)
    assert.equal((await fetch(`${url}/healthz`)).status, 200)
  })
}

const slowRequests: [name: string, bytes: string][] = [
  ['headers that never end', requestHead],
  ['a body that never comes', 'POST /v1/banks HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\n'],
  ['a body that stops half-way', 'POST /v1/banks HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\n{"count'],
  ['chunks that never end', 'POST /v1/banks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"cou\r\n'],
]

for (const [name, bytes] of slowRequests) {
  test(`${name} get 408 after the timeout`, async (t) => {
    const { port } = await startService(t, { limits: { requestMs: 100, checkMs: 20 } })
    const response = await sendRaw(port, bytes, { end: false })
    assert.match(response, /^HTTP\/1\.1 408 /)
    assert.match(response, /Error-Code: request_timeout/)
    assert.match(response, /The request took too long to arrive/)
  })
}

test('a client that disconnects in the middle of a body causes no internal error', async (t) => {
  const lines: string[] = []
  const log = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
  const { port, url, app } = await startService(t, { log })
  for (const length of [16, 5_000]) {
    const socket = connect(port, '127.0.0.1')
    await new Promise((resolve) =>
      socket.write(`POST /v1/banks HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n{"c`, resolve),
    )
    socket.resetAndDestroy()
  }
  assert.equal((await fetch(`${url}/healthz`)).status, 200)
  await app.close()
  assert.ok(lines.every((line) => !line.includes('internal_error')))
})

test('the connection stays open after an error, if the request arrived complete', async (t) => {
  const { port } = await startService(t)
  const invalid = 'POST /v1/banks HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nng'
  const response = await sendRaw(port, `${invalid}${invalid}${requestHead}\r\n`)
  assert.deepEqual(
    [...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    ['400', '400', '200'],
  )
})

test('a body that arrives in several chunks works', async (t) => {
  const { port } = await startService(t)
  const socket = connect(port, '127.0.0.1')
  t.after(() => socket.destroy())
  socket.setNoDelay(true)
  const chunks = ['POST /v1/banks HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\n', '{"cou', 'ntry":"gh"}']
  for (const chunk of chunks) await new Promise((resolve) => socket.write(chunk, () => setImmediate(resolve)))
  const [bytes] = await new Promise<Buffer[]>((resolve) => socket.once('data', (...data) => resolve(data)))
  assert.match(String(bytes), /^HTTP\/1\.1 200 /)
})

test('HTTP/1.0 needs no Host header', async (t) => {
  const { port } = await startService(t)
  assert.match(await sendRaw(port, 'GET /healthz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /)
})

test('the default limits are those in the documentation', () => {
  const { bodyBytes, batchBytes, headerBytes, requestMs, idleMs } = defaultRequestLimits
  assert.deepEqual(
    { bodyBytes, batchBytes, headerBytes, requestMs, idleMs },
    { bodyBytes: 16_384, batchBytes: 131_072, headerBytes: 16_384, requestMs: 10_000, idleMs: 65_000 },
  )
})

test('a client that ends its side after many pipelined requests still gets every response', async (t) => {
  const { port } = await startService(t)
  const search = 'GET /v1/search?q=access&limit=1 HTTP/1.1\r\nHost: x\r\n\r\n'
  const response = await sendRaw(port, search.repeat(100))
  assert.equal(response.split('HTTP/1.1 200 OK').length - 1, 100)
})

test('pipelined requests get their responses in order', async (t) => {
  const { port } = await startService(t)
  const lookup = (country: string) =>
    `POST /v1/banks HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\n{"country":"${country}"}`
  const response = await sendRaw(port, `${lookup('va')}${lookup('xx')}${lookup('sm')}${requestHead}\r\n`)
  const seen = [...response.matchAll(/HTTP\/1\.1 (\d+)|"country":"(VA|SM)","revision/g)].map(
    ([, status, code]) => status ?? code,
  )
  assert.deepEqual(seen, ['200', 'VA', '404', '200', 'SM', '200'])
})

test('a body over the limit is read before the 413, so that no proxy loses the response to a reset', async (t) => {
  const { port } = await startService(t)
  const outgoing = httpRequest({
    port,
    path: '/v1/banks',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
  })
  const response = once(outgoing, 'response')
  for (let piece = 0; piece < 8; piece++) {
    await new Promise<void>((resolve, reject) =>
      outgoing.write(' '.repeat(25_000), (error) => (error ? reject(error) : resolve())),
    )
    await nextTurn()
  }
  let hasResponse = false
  void response.then(() => {
    hasResponse = true
  })
  await nextTurn()
  assert.equal(hasResponse, false)
  outgoing.end()
  const [incoming] = (await response) as [IncomingMessage]
  assert.equal(incoming.statusCode, 413)
  incoming.resume()
})
