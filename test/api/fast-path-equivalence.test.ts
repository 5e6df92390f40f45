import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { makeKey } from '../../src/keys/format.ts'
import { issueKey } from '../../src/keys/key.ts'
import { createKeyCache } from '../../src/keys/key-cache.ts'
import { sendRaw, startService } from '../support/services/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const body = (text: string, headers = 'Content-Type: application/json\r\n'): string =>
  `POST /v1/banks HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const br = 'Accept-Encoding: br\r\n'

/** What the first way knows, what it hands on, and what lies on the border. */
const requests: Record<string, string> = {
  'a lookup': body('{"country":"ng"}'),
  'a lookup with the slash': body('{"country":"ng"}').replace('/v1/banks', '/v1/banks/'),
  'a lookup in brotli': body('{"country":"us"}', `Content-Type: application/json\r\n${br}`),
  'a lookup in gzip': body('{"country":"eu"}', 'Content-Type: application/json\r\nAccept-Encoding: gzip, deflate\r\n'),
  'a lookup without a type': body('{"country":"gh"}', ''),
  'a lookup with a charset': body('{"country":"gh"}', 'Content-Type: application/json; charset=utf-8\r\n'),
  'a lookup with an odd charset': body('{"country":"gh"}', 'Content-Type: application/json ; Charset="utf-8"\r\n'),
  'a lookup with spaces': body(' { "country" : " uk " } '),
  'a lookup with a byte order mark': body('\uFEFF{"country":"gh"}'),
  'a lookup with a condition, which counts for nothing': body('{"country":"gh"}', 'If-None-Match: *\r\n'),
  'a lookup with more fields': body('{"country":"za","limit":3,"__proto__":{"country":"gh"}}'),
  'a lookup with two countries': body('{"country":"xx","country":"ZA"}'),
  'a lookup in pieces':
    'POST /v1/banks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"cou\r\nb\r\nntry":"gh"}\r\n0\r\n\r\n',
  'a lookup with a query': body('{"country":"gh"}').replace('/v1/banks', '/v1/banks?status=any'),
  'an unsupported country': body('{"country":"xx"}'),
  'letters that only look like a country': body('{"country":"ıe"}'),
  'a country in the prototype': body('{"__proto__":{"country":"gh"}}'),
  'a body that is an array': body('["ng"]'),
  'a body that is not JSON': body('country=ng'),
  'a body that is null': body('null'),
  'an empty body': body(''),
  'a wrong type': body('{"country":"gh"}', 'Content-Type: text/plain\r\n'),
  'a packed body': body('{"country":"gh"}', 'Content-Type: application/json\r\nContent-Encoding: gzip\r\n'),
  'a long body': body(`{"country":"gh","more":"${'x'.repeat(2000)}"}`),
  'a body over the limit': body(`{"country":"gh","more":"${'x'.repeat(20_000)}"}`),
  'no host': body('{"country":"gh"}').replace('Host: x\r\n', ''),
  'a strange expectation': body('{"country":"gh"}', 'Expect: tea\r\n'),
  'a list by GET': get('/v1/banks?country=ng'),
  'a list by GET in capitals, with the slash': get('/v1/banks/?country=NG', br),
  'a list by GET in mixed case': get('/v1/banks?country=Ng'),
  'a list by GET with a condition': get('/v1/banks?country=ng', 'If-None-Match: *\r\n'),
  'a list by GET with a wrong condition': get('/v1/banks?country=ng', 'If-None-Match: "x", W/"y"\r\n'),
  'a list by GET with an unknown parameter': get('/v1/banks?country=ng&x=1'),
  'a list by GET with its defaults': get('/v1/banks?country=ng&status=active&sort=name', br),
  'a list by GET for a menu': get(
    '/v1/banks?country=ng&has=ng_nip&sort=prominence&fields=id,name,codes',
    `Connection: close\r\n${br}`,
  ),
  'a list by GET with an unknown scheme': get('/v1/banks?country=ng&has=gh_gip'),
  'a list by QUERY for a menu': body(
    '{"country":"ng"}',
    'Content-Type: application/json\r\nConnection: close\r\n',
  ).replace('POST /v1/banks', 'QUERY /v1/banks?fields=id,name'),
  'the countries': get('/v1/supported-countries/'),
  'the countries without the slash': get('/v1/supported-countries', br),
  'the countries by POST': body('anything', 'Content-Type: ,;\r\n').replace('/v1/banks', '/v1/supported-countries/'),
  'the countries by HEAD': get('/v1/supported-countries/').replace('GET', 'HEAD'),
  'the countries by QUERY': get('/v1/supported-countries/').replace('GET', 'QUERY'),
  'the countries without a host': get('/v1/supported-countries/').replace('Host: x\r\n', ''),
}

const someKey = makeKey('live', randomBytes)
const known = issueKey({ mode: 'demo', name: 'known', now: new Date(), expiresAt: null })
const keyed: Record<string, string> = {
  'a lookup with a key': body('{"country":"ng"}', `Authorization: Bearer ${known.key}\r\n`),
  'a lookup with a key in the other header': body('{"country":"ng"}', `X-Public-Hash-Key: ${known.key}\r\n`),
  'a lookup with an unknown key': body('{"country":"ng"}', `Authorization: Bearer ${someKey}\r\n`),
  'a lookup with a mistyped key': body('{"country":"ng"}', `Authorization: Bearer ${someKey}x\r\n`),
  'a lookup with another scheme': body('{"country":"ng"}', 'Authorization: Basic dTpw\r\n'),
  'a list with a key': get('/v1/banks?country=ng', `Authorization: Bearer ${known.key}\r\n`),
  'a list with a condition and a key': get(
    '/v1/banks?country=ng',
    `If-None-Match: *\r\nX-Public-Hash-Key: ${known.key}\r\n`,
  ),
  'a list with an unknown key': get('/v1/banks?country=ng', `X-Public-Hash-Key: ${someKey}\r\n`),
}

for (const quotas of ['off', { anonymous: 100_000, keyed: 100_000 }] as const) {
  test(`ahead of the framework and through it, the same request gets the same answer, limits ${quotas === 'off' ? 'off' : 'on'}`, async (t) => {
    const keys = createKeyCache()
    keys.replace([known.record])
    const { app, port } = await startService(t, { keys, quotas })
    const framework = createServer({ requireHostHeader: false, keepAliveTimeout: 65_000 }, (request, response) =>
      app.routing(request, response),
    )
    framework.on('checkExpectation', (request, response) => app.routing(request, response))
    framework.listen(0, '127.0.0.1')
    await once(framework, 'listening')
    t.after(() => framework.close())
    const frameworkPort = (framework.address() as AddressInfo).port
    await bestFormsReady(port)
    for (const [name, request] of Object.entries({ ...requests, ...keyed })) {
      await t.test(name, async () => {
        // A list that is made on request comes later than the end of what a client sends that closes at once.
        const end = !request.includes('Connection: close')
        const [first, second] = await Promise.all([port, frameworkPort].map((to) => sendRaw(to, request, { end })))
        assert.equal(withoutCount(first as string), withoutCount(second as string))
        assert.equal(Number(first?.split(' ')[1]), statuses[name] ?? 200)
      })
    }
  })
}

/** The two are not sent at the same moment, each counts, and each has an id of its own. */
const withoutCount = (answer: string): string =>
  answer
    .replace(/\r\nDate: [^\r]+/, '')
    .replace(/\r\nX-Request-Id: [^\r]+/i, '')
    .replace(/(\r\nRateLimit: "\w+");r=\d+;t=\d+/i, '$1')

/** Once the background is done, no answer changes between the two ways. */
async function bestFormsReady(port: number): Promise<void> {
  const gzipped = 'Accept-Encoding: gzip\r\n'
  await waitUntil('the lists are compressed at their best', async () => {
    // The last list is the last that the background comes to.
    const answer = await sendRaw(port, get('/v1/banks?country=md', gzipped))
    return /ETag: "\w+-gzip9"/.test(answer)
  })
}

/** What is not here is a success. */
const statuses: Record<string, number> = {
  'an unsupported country': 404,
  'letters that only look like a country': 400,
  'a country in the prototype': 400,
  'a body that is an array': 400,
  'a body that is not JSON': 400,
  'a body that is null': 400,
  'an empty body': 400,
  'a wrong type': 415,
  'a packed body': 415,
  'a body over the limit': 413,
  'no host': 400,
  'a strange expectation': 417,
  'a list by GET with a condition': 304,
  'a list by GET with an unknown parameter': 400,
  'a list by GET with an unknown scheme': 400,
  'the countries without a host': 400,
  'a lookup with an unknown key': 401,
  'a lookup with a mistyped key': 401,
  'a list with a condition and a key': 304,
  'a list with an unknown key': 401,
}
