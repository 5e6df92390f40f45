/** Requests made up from a seed and a number: the same two always give the same request. */
import { type Pieces, samplePieces } from './fuzz-pieces.ts'

export interface FuzzedRequest {
  number: number
  /** A character a byte. */
  text: string
  isHead: boolean
  /** Sent along, and expected in the answer where that has one. */
  id: string | undefined
  /** How the body of a 200 begins. */
  beginning: string | undefined
  wantsJson: boolean
  /** It may be the last on its connection. */
  mayClose: boolean
}

export type Random = (below: number) => number

/** Mulberry32, begun anew for each number. */
export function randomOf(seed: number, number: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export const pickOf = <Value>(random: Random, all: readonly Value[]): Value => all[random(all.length)] as Value

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

/** `key`: one that holds. `accounts`: see the pieces. */
export function requestMaker(seed: number, key: string, accounts: string[]): (number: number) => FuzzedRequest {
  const pieces = samplePieces(seed, accounts)
  return (number) => {
    const random = randomOf(seed, number)
    const is = (oneIn: number): boolean => random(oneIn) === 0
    const { method: fitting, path, beginning, hasBody } = targetOf(random, pieces, key)
    const method = is(8) ? pickOf(random, methods) : fitting
    const headers = ['Host: 127.0.0.1']
    const accept = is(2) ? pickOf(random, accepts) : undefined
    if (accept !== undefined) headers.push(`Accept: ${accept}`)
    // A large list is not worth its bytes.
    if (is(3) || path.includes('country=')) headers.push('Accept-Encoding: br')
    const id = is(2) ? `fuzz-${number}` : undefined
    if (id !== undefined) headers.push(`X-Request-Id: ${id}`)
    for (let count = random(4); count > 0; count--) headers.push(anyHeader(random, pieces, key))
    const mayClose = is(100)
    if (mayClose) headers.push('Connection: close')
    const body = hasBody || is(10) ? bodyOf(random, pieces) : ''
    const isHuge = body.length > 16_000
    if (hasBody && !is(4)) headers.push('Content-Type: application/json')
    const asksFirst = is(50)
    if (asksFirst) headers.push('Expect: 100-continue')
    const isChunked = body !== '' && is(5)
    headers.push(isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`)
    const sent = isChunked ? chunksOf(random, body) : body
    return {
      number,
      text: `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${sent}`,
      isHead: method === 'HEAD',
      id,
      beginning: method === 'GET' ? beginning : undefined,
      wantsJson: accept === 'application/json' && headers.filter((line) => line.startsWith('Accept:')).length === 1,
      mayClose: mayClose || isHuge || asksFirst,
    }
  }
}

interface Target {
  method: string
  path: string
  hasBody: boolean
  beginning?: string
}

function targetOf(random: Random, { parameters, segments }: Pieces, key: string): Target {
  const country = pickOf(random, random(200) === 0 ? large : small)
  const parameter = (): string => `${pickOf(random, names)}=${pickOf(random, parameters)}`
  const more = random(4) === 0 ? `&${parameter()}` : ''
  const code = country.toUpperCase()
  const word = random(1_000_000).toString(36)
  switch (random(20)) {
    case 0:
      return { method: 'GET', path: `/v1/banks?country=${country}${more}`, hasBody: false }
    case 1:
      return { method: 'GET', path: `/v1/banks?${parameter()}&${parameter()}`, hasBody: false }
    case 2:
      return { method: 'GET', path: `/v1/banks.csv?country=${country}${more}`, hasBody: false }
    case 3:
      return { method: 'GET', path: `/v1/banks/${pickOf(random, segments)}`, hasBody: false }
    case 4:
      return { method: 'GET', path: `/v1/search?q=${word}`, hasBody: false, beginning: `{"query":"${word}",` }
    case 5:
    case 6:
      return { method: 'GET', path: `/v1/search?q=${pickOf(random, parameters)}${more}`, hasBody: false }
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
      return { method: 'GET', path: pickOf(random, pages), hasBody: false }
    case 14: {
      const path = `/${pickOf(random, segments)}/${pickOf(random, segments)}`
      return { method: 'GET', path: random(20) === 0 ? `${path}?key=${key}` : path, hasBody: false }
    }
    case 15:
      return { method: 'GET', path: `/v1/changes?since=${pickOf(random, parameters)}${more}`, hasBody: false }
    default:
      return { method: 'GET', path: `/v1/banks/?country=${code}`, hasBody: false }
  }
}

function anyHeader(random: Random, { headers, parameters, ids }: Pieces, key: string): string {
  const value = pickOf(random, headers).trim()
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
    `X-Request-Id: ${pickOf(random, ids)}`,
    `If-None-Match: ${value}`,
    'If-None-Match: *',
    `If-Modified-Since: ${value}`,
    `Range: bytes=${random(100)}-${random(100)}`,
    `Content-Type: ${pickOf(random, types)}`,
    `Content-Encoding: ${pickOf(random, ['gzip', 'identity', value])}`,
    `Accept: ${value}`,
    `Accept-Encoding: ${value}`,
    `X-Forwarded-For: ${value}`,
    `Origin: ${value}`,
    `Cookie: ${pickOf(random, parameters)}`,
    `__proto__: ${value}`,
    `constructor: ${value}`,
  ]
  return pickOf(random, lines)
}

function bodyOf(random: Random, { bodies }: Pieces): string {
  const body = pickOf(random, bodies)
  if (random(400) === 0) return body + ' '.repeat(random(150_000))
  return body
}

function chunksOf(random: Random, body: string): string {
  const at = random(body.length)
  const pieces = [body.slice(0, at), body.slice(at)].filter((piece) => piece !== '')
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`
}
