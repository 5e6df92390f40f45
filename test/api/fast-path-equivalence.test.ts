import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { issueKey } from '../../src/keys/key.ts'
import { createKeyCache } from '../../src/keys/key-cache.ts'
import { makeKey } from '../../src/keys/key-format.ts'
import { startBothPaths } from '../support/services/both-paths.ts'
import { comparable } from '../support/services/requests.ts'
import { sendRaw } from '../support/services/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const body = (text: string, headers = 'Content-Type: application/json\r\n'): string =>
  `POST /v1/banks HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const br = 'Accept-Encoding: br\r\n'

/** Requests that the fast path handles, requests that it passes on, and edge cases. */
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
  'a lookup with If-None-Match, which POST ignores': body('{"country":"gh"}', 'If-None-Match: *\r\n'),
  'a lookup with more fields': body('{"country":"za","limit":3,"__proto__":{"country":"gh"}}'),
  'a lookup with two countries': body('{"country":"xx","country":"ZA"}'),
  'a lookup in pieces':
    'POST /v1/banks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"cou\r\nb\r\nntry":"gh"}\r\n0\r\n\r\n',
  'a lookup with a query': body('{"country":"gh"}').replace('/v1/banks', '/v1/banks?status=any'),
  'a lookup by a three-letter code': body('{"country":"gha"}'),
  'a lookup by name': body('{"country":"South Africa"}'),
  'a lookup by name with an accent': body('{"country":"Côte d\'Ivoire"}'),
  'a lookup by a misspelt name': body('{"country":"Nigera"}'),
  'an unsupported country': body('{"country":"xx"}'),
  'letters that only look like a country code': body('{"country":"ıe"}'),
  'a country in the prototype': body('{"__proto__":{"country":"gh"}}'),
  'a body that is an array': body('["ng"]'),
  'a body that is not JSON': body('country=ng'),
  'a body that is null': body('null'),
  'an empty body': body(''),
  'an unsupported content type': body('{"country":"gh"}', 'Content-Type: text/plain\r\n'),
  'a compressed body': body('{"country":"gh"}', 'Content-Type: application/json\r\nContent-Encoding: gzip\r\n'),
  'a long body': body(`{"country":"gh","more":"${'x'.repeat(2000)}"}`),
  'a body over the limit': body(`{"country":"gh","more":"${'x'.repeat(20_000)}"}`),
  'no host': body('{"country":"gh"}').replace('Host: x\r\n', ''),
  'an unknown expectation': body('{"country":"gh"}', 'Expect: tea\r\n'),
  'the path of a bank as the documentation writes it': get('/v1/banks/:id?ng-access-bank'),
  'a list by GET': get('/v1/banks?country=ng'),
  'a list by GET in capitals, with the slash': get('/v1/banks/?country=NG', br),
  'a list by GET in mixed case': get('/v1/banks?country=Ng'),
  'a list by GET and name': get('/v1/banks?country=south+africa'),
  'a list by GET and name with an accent': get('/v1/banks?country=C%C3%B4te%20d%27Ivoire', br),
  'a list by GET and name for a menu': get('/v1/banks?country=Ghana&fields=id,name', 'Connection: close\r\n'),
  'a list by GET for a picker': get(
    '/v1/banks?country=ng&has=ng_nip&sort=prominence&limit=50',
    `Connection: close\r\n${br}`,
  ),
  'a list by GET with a limit of zero': get('/v1/banks?country=ng&limit=0'),
  'a search for banks with a code': get(
    '/v1/search?q=acess&country=ng&status=active&has=ng_nip&limit=5',
    `Connection: close\r\n${br}`,
  ),
  'a search with facets': get('/v1/search?q=acess&facets=type,country', `Connection: close\r\n${br}`),
  'a search with an unknown facet': get('/v1/search?q=acess&facets=type,city'),
  'a search for banks with a code of another country': get('/v1/search?q=acess&country=gh&has=ng_nip'),
  'a list by GET with If-None-Match': get('/v1/banks?country=ng', 'If-None-Match: *\r\n'),
  'a list by GET with another ETag': get('/v1/banks?country=ng', 'If-None-Match: "x", W/"y"\r\n'),
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
  'the fields of an account': get('/v1/account-requirements?country=ca'),
  'the fields of an account by name': get('/v1/account-requirements?country=canada'),
  'the fields of an account, compressed': get('/v1/account-requirements/?country=NG', br),
  'the fields of an account by POST': body('{"country":"de"}').replace('/v1/banks', '/v1/account-requirements'),
  'the countries without the slash': get('/v1/supported-countries', br),
  'the countries by POST': body('anything', 'Content-Type: ,;\r\n').replace('/v1/banks', '/v1/supported-countries/'),
  'the countries by HEAD': get('/v1/supported-countries/').replace('GET', 'HEAD'),
  'the countries by QUERY': get('/v1/supported-countries/').replace('GET', 'QUERY'),
  'the countries without a host': get('/v1/supported-countries/').replace('Host: x\r\n', ''),
}

const unknownKey = makeKey('live', randomBytes)
const issued = issueKey({ mode: 'demo', name: 'issued', now: new Date(), expiresAt: null })
const keyed: Record<string, string> = {
  'a lookup with a key': body('{"country":"ng"}', `Authorization: Bearer ${issued.key}\r\n`),
  'a lookup with a key in the other header': body('{"country":"ng"}', `X-Public-Hash-Key: ${issued.key}\r\n`),
  'a lookup with an unknown key': body('{"country":"ng"}', `Authorization: Bearer ${unknownKey}\r\n`),
  'a lookup with a malformed key': body('{"country":"ng"}', `Authorization: Bearer ${unknownKey}x\r\n`),
  'a lookup with another scheme': body('{"country":"ng"}', 'Authorization: Basic dTpw\r\n'),
  'a list with a key': get('/v1/banks?country=ng', `Authorization: Bearer ${issued.key}\r\n`),
  'a list with If-None-Match and a key': get(
    '/v1/banks?country=ng',
    `If-None-Match: *\r\nX-Public-Hash-Key: ${issued.key}\r\n`,
  ),
  'a list with an unknown key': get('/v1/banks?country=ng', `X-Public-Hash-Key: ${unknownKey}\r\n`),
}

for (const quotas of ['off', { anonymous: 100_000, keyed: 100_000 }] as const) {
  test(`the fast path and the framework return the same response, limits ${quotas === 'off' ? 'off' : 'on'}`, async (t) => {
    const keys = createKeyCache()
    keys.replace([issued.record])
    const { port, frameworkPort } = await startBothPaths(t, { keys, quotas })
    await untilRecompressed(port)
    for (const [name, request] of Object.entries({ ...requests, ...keyed })) {
      await t.test(name, async () => {
        // A list or search that waits for its turn comes too late for a client that ends its side of the connection at once.
        const end = !request.includes('Connection: close')
        const [first, second] = await Promise.all([port, frameworkPort].map((to) => sendRaw(to, request, { end })))
        assert.equal(comparable(first as string), comparable(second as string))
        assert.equal(Number(first?.split(' ')[1]), statuses[name] ?? 200)
      })
    }
  })
}

/** After recompression, the bodies no longer change between two requests. */
async function untilRecompressed(port: number): Promise<void> {
  const gzipped = 'Accept-Encoding: gzip\r\n'
  await waitUntil('the lists are recompressed', async () => {
    // This country is the last one that is recompressed.
    const response = await sendRaw(port, get('/v1/banks?country=md', gzipped))
    return /ETag: "\w+-gzip9"/.test(response)
  })
}

/** All other requests get 200. */
const statuses: Record<string, number> = {
  'the path of a bank as the documentation writes it': 400,
  'a list by GET with a limit of zero': 400,
  'a search for banks with a code of another country': 400,
  'a search with an unknown facet': 400,
  'an unsupported country': 404,
  'a lookup by a misspelt name': 404,
  'letters that only look like a country code': 404,
  'a country in the prototype': 400,
  'a body that is an array': 400,
  'a body that is not JSON': 400,
  'a body that is null': 400,
  'an empty body': 400,
  'an unsupported content type': 415,
  'a compressed body': 415,
  'a body over the limit': 413,
  'no host': 400,
  'an unknown expectation': 417,
  'a list by GET with If-None-Match': 304,
  'a list by GET with an unknown parameter': 400,
  'a list by GET with an unknown scheme': 400,
  'the countries without a host': 400,
  'a lookup with an unknown key': 401,
  'a lookup with a malformed key': 401,
  'a list with If-None-Match and a key': 304,
  'a list with an unknown key': 401,
}
