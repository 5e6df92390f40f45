/** Generates requests from a seed and a number; the same pair always gives the same request. */
import { type Pieces, samplePieces } from './fuzz-pieces.ts'

export interface FuzzedRequest {
  number: number
  /** Latin-1: one character per byte. */
  text: string
  isHead: boolean
  /** The `X-Request-Id` of the request, expected in the response. */
  id: string | undefined
  /** Expected start of the body of a 200. */
  expectedStart: string | undefined
  wantsJson: boolean
  /** The connection may close after this request. */
  mayClose: boolean
}

export type Random = (below: number) => number

/** Mulberry32, seeded for each number. */
export function createRandom(seed: number, number: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export const pick = <Value>(random: Random, all: readonly Value[]): Value => all[random(all.length)] as Value

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'PURGE']
const names = ['q', 'country', 'type', 'limit', 'status', 'since', 'cursor', '__proto__', 'constructor', 'q[]', '']
const small = ['va', 'sm', 'gh', 'za', 'lu', 'mt', 'VA', 'Sm']
const large = ['ng', 'it', 'de', 'eu', 'us']
const pages = [
  ...['/', '/docs', '/docs/1.0', '/docs/1.0/production', '/docs/2.0', '/news', '/news/feed.atom', '/news/feed.json'],
  ...['/llms.txt', '/robots.txt', '/assets/0/site.css', '/healthz', '/readyz', '/openapi.json', '/nothing', '//', '/%'],
]
const accepts = [
  ...['application/json', 'application/json', 'application/problem+json', '*/*', 'text/html', 'text/plain;q=0.5, */*'],
  ...['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json;q=0', ';;;,,,q=', 'image/png'],
]
const types = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/jsonp',
  'x',
  ';',
  'a/b/c',
]

/** `key` is a valid key; for `accounts` see `samplePieces`. */
export function createRequestGenerator(
  seed: number,
  key: string,
  accounts: string[],
): (number: number) => FuzzedRequest {
  const pieces = samplePieces(seed, accounts)
  return (number) => {
    const random = createRandom(seed, number)
    const chance = (oneIn: number): boolean => random(oneIn) === 0
    const { method: usualMethod, path, expectedStart, hasBody } = randomTarget(random, pieces, key)
    const method = chance(8) ? pick(random, methods) : usualMethod
    const headers = ['Host: 127.0.0.1']
    const accept = chance(2) ? pick(random, accepts) : undefined
    if (accept !== undefined) headers.push(`Accept: ${accept}`)
    // Compressed, because large lists would slow the test down.
    if (chance(3) || path.includes('country=')) headers.push('Accept-Encoding: br')
    const id = chance(2) ? `fuzz-${number}` : undefined
    if (id !== undefined) headers.push(`X-Request-Id: ${id}`)
    for (let count = random(4); count > 0; count--) headers.push(randomHeader(random, pieces, key))
    const mayClose = chance(100)
    if (mayClose) headers.push('Connection: close')
    const body = hasBody || chance(10) ? randomBody(random, pieces) : ''
    const isHuge = body.length > 16_000
    if (hasBody && !chance(4)) headers.push('Content-Type: application/json')
    const hasExpect = chance(50)
    if (hasExpect) headers.push('Expect: 100-continue')
    const isChunked = body !== '' && chance(5)
    headers.push(isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`)
    const sent = isChunked ? splitIntoChunks(random, body) : body
    return {
      number,
      text: `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${sent}`,
      isHead: method === 'HEAD',
      id,
      expectedStart: method === 'GET' ? expectedStart : undefined,
      wantsJson: accept === 'application/json' && headers.filter((line) => line.startsWith('Accept:')).length === 1,
      mayClose: mayClose || isHuge || hasExpect,
    }
  }
}

interface Target {
  method: string
  path: string
  hasBody: boolean
  expectedStart?: string
}

function randomTarget(random: Random, { parameters, segments }: Pieces, key: string): Target {
  const country = pick(random, random(200) === 0 ? large : small)
  const parameter = (): string => `${pick(random, names)}=${pick(random, parameters)}`
  const more = random(4) === 0 ? `&${parameter()}` : ''
  const code = country.toUpperCase()
  const word = random(1_000_000).toString(36)
  switch (random(20)) {
    case 0:
      return { method: 'GET', path: `/v1/banks?country=${country}${more}`, hasBody: false }
    case 1:
      return { method: 'GET', path: `/v1/banks?${parameter()}&${parameter()}`, hasBody: false }
    case 2:
      return {
        method: 'GET',
        // A workbook takes long to build.
        path: `/v1/banks.${random(8) === 0 ? 'xlsx' : 'csv'}?country=${country}${more}`,
        hasBody: false,
      }
    case 3:
      return { method: 'GET', path: `/v1/banks/${pick(random, segments)}`, hasBody: false }
    case 4:
      return { method: 'GET', path: `/v1/search?q=${word}`, hasBody: false, expectedStart: `{"query":"${word}",` }
    case 5:
    case 6:
      return { method: 'GET', path: `/v1/search?q=${pick(random, parameters)}${more}`, hasBody: false }
    case 7:
    case 8:
      return { method: 'POST', path: '/v1/banks', hasBody: true }
    case 9:
    case 10:
    case 11:
      return { method: 'POST', path: '/v1/resolve', hasBody: true }
    case 12:
      return { method: 'POST', path: '/index.php', hasBody: random(4) === 0 }
    case 13:
      return { method: 'GET', path: pick(random, pages), hasBody: false }
    case 14: {
      const path = `/${pick(random, segments)}/${pick(random, segments)}`
      return { method: 'GET', path: random(20) === 0 ? `${path}?key=${key}` : path, hasBody: false }
    }
    case 15:
      return { method: 'GET', path: `/v1/changes?since=${pick(random, parameters)}${more}`, hasBody: false }
    case 16:
      return { method: 'GET', path: `/v1/account-requirements?country=${country}${more}`, hasBody: false }
    case 17:
      return { method: 'POST', path: '/v1/account-requirements', hasBody: true }
    default:
      return { method: 'GET', path: `/v1/banks/?country=${code}`, hasBody: false }
  }
}

function randomHeader(random: Random, { headers, parameters, ids }: Pieces, key: string): string {
  const value = pick(random, headers).trim()
  const lines = [
    `Authorization: Bearer ${key}`,
    `X-Public-Hash-Key: ${key}`,
    `Authorization: Bearer ${value}`,
    `Authorization: ${value}`,
    `Authorization: Basic ${key}`,
    `User-Agent: ${key}`,
    `Idempotency-Key: ${value}`,
    `Idempotency-Key: ${key}`,
    `X-Request-Id: ${key}`,
    `X-Request-Id: ${pick(random, ids)}`,
    `If-None-Match: ${value}`,
    'If-None-Match: *',
    `If-Modified-Since: ${value}`,
    `Range: bytes=${random(100)}-${random(100)}`,
    `Content-Type: ${pick(random, types)}`,
    `Content-Encoding: ${pick(random, ['gzip', 'identity', value])}`,
    `Accept: ${value}`,
    `Accept-Encoding: ${value}`,
    `X-Forwarded-For: ${value}`,
    `Origin: ${value}`,
    `Cookie: ${pick(random, parameters)}`,
    `__proto__: ${value}`,
    `constructor: ${value}`,
  ]
  return pick(random, lines)
}

function randomBody(random: Random, { bodies }: Pieces): string {
  const body = pick(random, bodies)
  if (random(400) === 0) return body + ' '.repeat(random(150_000))
  return body
}

function splitIntoChunks(random: Random, body: string): string {
  const at = random(body.length)
  const pieces = [body.slice(0, at), body.slice(at)].filter((piece) => piece !== '')
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`
}
