import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { createResponseReader } from '../support/fuzz/response-reader.ts'
import { often } from '../support/repetitions.ts'
import { startListening, temporaryFolder } from '../support/services/processes.ts'
import { sendRaw, startService } from '../support/services/service.ts'
import { deadlineMs, waitUntil } from '../support/wait-until.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const times = often(4, 40)
const pipelined = often(500, 5_000)

const host = 'Host: x\r\n'
const hello = `GET / HTTP/1.1\r\n${host}`
/** Its response takes longer, so that the response to a later request could overtake it. */
const search = `GET /v1/search?q=access&limit=1 HTTP/1.1\r\n${host}\r\n`
const list = `GET /v1/banks?country=va HTTP/1.1\r\n${host}\r\n`
/** Gets a response only if the requests before it left no bytes on the connection. */
const last = `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
const post = `POST /v1/banks HTTP/1.1\r\n${host}`
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`
const selector = '{"country":"va"}'
const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' '))
const bombHead = `Content-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: ${bomb.length}\r\n\r\n`
const latin1 = (bytes: Buffer): string => bytes.toString('latin1')

/** The bytes sent, and the status of each response before the connection closes. */
const attacks: [name: string, bytes: string, statuses: string][] = [
  ['too many headers', `${hello}${named(2_000)}\r\n`, '431'],
  ['headers after a body', `${chunked}10\r\n${selector}\r\n0\r\n${'X-Late: y\r\n'.repeat(4_000)}\r\n`, '431'],
  ['a chunk without a size', `${chunked}\r\n${selector}\r\n0\r\n\r\n`, '400'],
  ['a chunk size that is a word', `${chunked}size\r\n${selector}\r\n0\r\n\r\n`, '400'],
  ['a negative chunk size', `${chunked}-10\r\n${selector}\r\n0\r\n\r\n`, '400'],
  ['a chunk size that overflows', `${chunked}${'f'.repeat(17)}\r\n${selector}\r\n`, '400'],
  ['a chunk longer than its size', `${chunked}2\r\n${selector}\r\n0\r\n\r\n`, '400'],
  ['chunks without end', chunked + `1000\r\n${' '.repeat(4096)}\r\n`.repeat(50), '413'],
  ['a huge chunk size', `${chunked}fffffff\r\n${' '.repeat(20_000)}`, '413'],
  ['a huge content length', `${post}Content-Length: 9007199254740991\r\n\r\n${selector}`, '413'],
  // The connection may stay open if the complete body arrived before it was rejected.
  ['a huge body', `${post}Content-Length: 20000\r\n\r\n${' '.repeat(20_000)}${list}`, '413'],
  ['a length that overflows', `${post}Content-Length: ${'9'.repeat(30)}\r\n\r\n${selector}`, '400'],
  ['a length with a sign', `${post}Content-Length: +16\r\n\r\n${selector}`, '400'],
  ['a length in hexadecimal', `${post}Content-Length: 0x10\r\n\r\n${selector}`, '400'],
  ['two lengths in one header', `${post}Content-Length: 16, 16\r\n\r\n${selector}`, '400'],
  ['chunks and a length', `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${list}`, '400'],
  ['a coding that is almost chunked', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${list}`, '400'],
  ['chunked that is not the last coding', `${post}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n${list}`, '400'],
  ['a coding before chunked', `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${list}`, '400'],
  ['chunks in HTTP/1.0', `${chunked.replace('1.1', '1.0')}10\r\n${selector}\r\n0\r\n\r\n${list}`, '400'],
  ['a request after an upgrade', `${hello}Connection: Upgrade\r\nUpgrade: a\r\n\r\n${list}`, '200'],
  ['a space before the colon', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${list}`, '400'],
  ['a folded header', `${hello}X-Folded: a\r\n Content-Length: 5\r\n\r\n`, '400'],
  ['lines without a carriage return', 'GET / HTTP/1.1\nHost: x\n\n', '400'],
  ['a carriage return within a header', `GET / HTTP/1.1\r\nHost: x\rX-Other: y\r\n\r\n`, '400'],
  ['a NUL in the path', `GET /\0 HTTP/1.1\r\n${host}\r\n`, '400'],
  ['a path that is not UTF-8', `GET /\xff\xfe HTTP/1.1\r\n${host}\r\n`, '400'],
  ['an unknown HTTP version', `GET / HTTP/9.9\r\n${host}\r\n`, '400'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400'],
  ['an RTSP request', `DESCRIBE / RTSP/1.0\r\n${host}\r\n`, '400'],
  ['a method in lower case', `get / HTTP/1.1\r\n${host}\r\n`, '400'],
  ['a space in the path', `GET / v1 HTTP/1.1\r\n${host}\r\n`, '400'],
  ['garbage after lists', `${list}${list}${list}garbage\r\n\r\n`, '200 200 200 400'],
  ['garbage after searches', `${search}${search}garbage\r\n\r\n`, '200 200 400'],
  ['garbage after a search and a list', `${search}${list}${chunked}size\r\n`, '200 200 400'],
  ['a tunnel after a search', `${search}CONNECT x:443 HTTP/1.1\r\n${host}\r\n`, '200 405'],
  ['RTSP after a search', `${search}PLAY / RTSP/1.0\r\n${host}\r\n${list}`, '200 400'],
  ['a request after the last one', `${hello}Connection: close\r\n\r\n${list}`, '200'],
  [
    'Expect: 100-continue after a search',
    `${search}${list.replace('va', 'ng').trim()}\r\nExpect: 100-continue\r\n\r\n`,
    '200 200',
  ],
  ['a list after garbage', `garbage\r\n\r\n${list}`, '400'],
  ['a gzip bomb for the lists', `${post}${bombHead}${latin1(bomb)}${last}`, '415 200'],
  ['a gzip bomb for a batch', `POST /v1/resolve HTTP/1.1\r\n${host}${bombHead}${latin1(bomb)}${last}`, '415 200'],
  ['an absolute URL', `GET http://x/v1/banks?country=va HTTP/1.1\r\n${host}\r\n${last}`, '200 200'],
  ['an absolute URL of a page', `GET http://x/coverage HTTP/1.1\r\n${host}\r\n${last}`, '200 200'],
  ['an absolute URL without a path', `GET http://x HTTP/1.1\r\n${host}\r\n${last}`, '200 200'],
  ['two hosts', `GET / HTTP/1.1\r\n${host}${host}\r\n${list}`, '400'],
  ['an absolute https URL', `GET https://other/nothing HTTP/1.1\r\n${host}\r\n${last}`, '404 200'],
  ['no path at all', `OPTIONS * HTTP/1.1\r\n${host}\r\n${last}`, '200 200'],
  ['percent-encoding that is not UTF-8', `GET /v1/banks/%ff%c0%80 HTTP/1.1\r\n${host}\r\n${last}`, '400 200'],
  ['invalid percent-encoding', `GET /v1/search?q=%&%zz=%0 HTTP/1.1\r\n${host}\r\n${last}`, '400 200'],
  ['a path out of the folder', `GET /docs/%2e%2e/%2e%2e/package.json HTTP/1.1\r\n${host}\r\n${last}`, '404 200'],
  [
    'a request in the body of a GET',
    `${hello}Content-Length: ${list.length}\r\n\r\n${list}${search}${last}`,
    '200 200 200',
  ],
]

function named(count: number): string {
  return Array.from({ length: count }, (_, at) => `X-${at}: y\r\n`).join('')
}

let started: ReturnType<typeof startListening> | undefined

/**
 * One process for all tests: each finds it running, with an empty log. The first search waits for the index, which on a
 * busy machine takes longer than a rejected connection may stay open, so it is sent here.
 */
const start = async () => {
  const database = `sqlite:${join(temporaryFolder(wholeProcess), 'store.sqlite')}`
  started ??= startListening(wholeProcess, { DATABASE_URL: database, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' })
  const service = await started
  assert.equal((await fetch(`${service.url}/v1/search?q=access`)).status, 200)
  return { ...service, port: Number(new URL(service.url).port) }
}

const statusesOf = (text: string): string =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status).join(' ')

test(`${attacks.length} kinds of malformed requests, ${times} of each at once, get the right responses`, async (t) => {
  const { port, child, stderr } = await start()
  const wrong = new Set<string>()
  let good = 0
  let isOver = false
  const lookUp = async (): Promise<void> => {
    while (!isOver) {
      const text = await sendRaw(port, `${list}${search}${last}`, { end: false })
      if (statusesOf(text) === '200 200 200') good++
      else wrong.add(`A valid request got ${text.slice(0, 200)}`)
    }
  }
  const lookingUp = [lookUp(), lookUp()]
  for (let round = 0; round < times; round++) {
    const sending = attacks.map(async ([name, bytes, statuses]) => {
      const text = await sendRaw(port, Buffer.from(bytes, 'latin1'), { end: false }).catch(
        (error: Error) => error.message,
      )
      // The server does not read a flood to its end, and closing a connection with unread bytes may lose the response.
      const isLost = bytes.length > 10_000 && /ECONNRESET|EPIPE/.test(text)
      if (!statuses.split(' or ').includes(statusesOf(text)) && !isLost)
        wrong.add(`${name} got ${statusesOf(text) || text}, not ${statuses}`)
    })
    await Promise.all(sending)
  }
  isOver = true
  await Promise.all(lookingUp)
  assert.deepEqual([...wrong], [])
  assert.deepEqual([child.exitCode, stderr()], [null, ''])
  t.diagnostic(`${attacks.length * times} malformed requests, ${good} pairs of valid requests served meanwhile`)
})

const endless: [name: string, start: string, more: string][] = [
  ['headers', hello, `X-More: ${'y'.repeat(500)}\r\n`],
  ['one header', `${hello}X-More: `, 'y'.repeat(500)],
  ['a path', 'GET /', 'y'.repeat(500)],
  ['chunks', chunked, `1f4\r\n${' '.repeat(500)}\r\n`],
  ['a chunk', `${chunked}ffffffff\r\n`, ' '.repeat(500)],
  ['the extension of a chunk', `${chunked}1;`, 'y'.repeat(500)],
  ['garbage after a long list', `GET /v1/banks?country=us HTTP/1.1\r\n${host}\r\n`, 'garbage'.repeat(70)],
]

test('a client that never stops sending is cut off', async () => {
  const { port, child, stderr } = await start()
  const mostBytes = 64 * 1024 * 1024
  const sendWithoutEnd = ([name, beginning, more]: (typeof endless)[0]): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      const many = more.repeat(20)
      const send = (): void => {
        if (socket.bytesWritten > mostBytes) socket.destroy()
        else if (socket.writable) socket.write(many, send)
      }
      socket.on('error', () => {})
      socket.on('close', () => resolve(socket.bytesWritten > mostBytes ? `${name} is read without end` : ''))
      socket.resume()
      socket.write(beginning, send)
    })
  const sent = await Promise.all(endless.flatMap((one) => Array.from({ length: times }, () => sendWithoutEnd(one))))
  assert.deepEqual(sent.filter(Boolean), [])
  assert.match(await sendRaw(port, list), /^HTTP\/1\.1 200 /)
  assert.deepEqual([child.exitCode, stderr()], [null, ''])
})

test('a client that stops reading mid-response is disconnected, and a client that keeps reading is not', async (t) => {
  // Longer than the reader may wait for CPU time on a busy machine.
  const limitMs = deadlineMs / 60
  const { app, port } = await startService(t, {
    limits: { idleMs: limitMs, requestMs: limitMs, unreadAddressBytes: 2 ** 30, unreadBytes: 2 ** 30 },
  })
  const long = `GET /v1/banks?country=us HTTP/1.1\r\n${host}\r\n`
  const wholeBytes = (await sendRaw(port, long)).length
  const open = (requests: number): Socket => {
    const socket = connect(port, '127.0.0.1').pause()
    // A connection that is closed with unread bytes is reset.
    socket.on('error', () => {})
    socket.write(long.repeat(requests))
    t.after(() => socket.destroy())
    return socket
  }
  // All share one address, and their unread bytes stay within its budget; beyond that they would get a 503.
  const stopped = Array.from({ length: 20 }, () => open(5))
  const reader = open(3)
  let readBytes = 0
  await waitUntil('the reader has all bytes', () => {
    readBytes += (reader.read() as Buffer | null)?.length ?? 0
    return readBytes >= 3 * wholeBytes || reader.closed
  })
  assert.equal(readBytes, 3 * wholeBytes)
  reader.destroy()
  const connections = promisify(app.server.getConnections.bind(app.server))
  await waitUntil('the other connections are closed', async () => {
    // Some of them keep sending, which makes no difference.
    for (const socket of stopped.slice(0, 5)) if (socket.writable) socket.write('garbage')
    return (await connections()) === 0
  })
})

test(`${pipelined} requests in one write get their responses in order`, async () => {
  const { port } = await start()
  const kinds: ((at: number) => [request: string, start: string])[] = [
    (at) => [`GET /v1/search?q=bank+${at}&limit=1 HTTP/1.1\r\n${host}\r\n`, `200 {"query":"bank ${at}",`],
    () => [list, '200 {"country":"VA",'],
    (at) => [`GET /nothing/${at} HTTP/1.1\r\n${host}\r\n`, `404 Unknown path "/nothing/${at}"; `],
    () => [`${post}Content-Length: 16\r\n\r\n{"country":"sm"}`, '200 {"country":"SM",'],
    (at) => [
      `${post}Content-Length: 5\r\n\r\n${String(at).padStart(5)}`,
      `400 The request body ${at} is not a JSON object`,
    ],
  ]
  const wanted = Array.from({ length: pipelined }, (_, at) => (kinds[at % kinds.length] as (typeof kinds)[0])(at))
  const responses: string[] = []
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const read = createResponseReader(
      () => false,
      ({ status, body }) => responses.push(`${status} ${body.toString('utf8', 0, 100)}`),
    )
    socket.on('data', read).on('error', reject)
    socket.on('close', () => resolve())
    socket.write(`${wanted.map(([request]) => request).join('')}${last}`)
  })
  assert.equal(responses.length, pipelined + 1)
  for (const [at, [, beginning]] of wanted.entries()) assert.equal(responses[at]?.slice(0, beginning.length), beginning)
})
