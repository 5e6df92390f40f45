import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { defaultRequestLimits } from '../../src/http/request-limits.ts'
import { findPrograms, skipTest, testWith } from '../support/programs.ts'
import { often } from '../support/repetitions.ts'
import { startListening, temporaryFolder } from '../support/services/processes.ts'
import { sendRaw } from '../support/services/requests.ts'
import { openFiles } from '../support/services/watched-process.ts'
import { deadlineMs, waitUntil } from '../support/wait-until.ts'

const test = testWith('proc')

const idleCount = often(1_000, 10_000)
const slowCount = often(100, 500)
/** Pause between the requests of another client, so that these clients do not fill the CPU while a test waits. */
const pauseMs = often(30, 5)
/** Open files needed by this process and by the service, which reserves a few hundred. */
const filesNeeded = idleCount + 2 * slowCount + 1_000

const host = 'Host: x\r\n'
const lookup = `GET /v1/banks?country=va HTTP/1.1\r\n${host}\r\n`
const largeList = `GET /v1/banks?country=us HTTP/1.1\r\n${host}\r\n`
const post = `POST /v1/banks HTTP/1.1\r\n${host}`

const textMax = 100_000

interface Connection {
  socket: Socket
  /** The start of the received bytes, one character per byte. */
  text: string
  isClosed: boolean
}

/** Opens connections in batches small enough for the system's backlog. */
async function openAll(t: TestContext, port: number, count: number, greet = ''): Promise<Connection[]> {
  const all: Connection[] = []
  t.after(() => {
    for (const { socket } of all) socket.destroy()
  })
  while (all.length < count) {
    const some = Array.from({ length: Math.min(200, count - all.length) }, () => openOne(port, greet))
    all.push(...some)
    await Promise.all(some.map(({ socket }) => once(socket, greet === '' ? 'connect' : 'data')))
  }
  return all
}

function openOne(port: number, greet: string): Connection {
  const connection: Connection = { socket: connect(port, '127.0.0.1'), text: '', isClosed: false }
  const { socket } = connection
  socket.setNoDelay(true).setEncoding('latin1')
  socket.on('data', (text) => {
    if (connection.text.length < textMax) connection.text += text
  })
  // A reset is followed by a close event.
  socket.on('error', () => {})
  socket.on('close', () => {
    connection.isClosed = true
  })
  if (greet !== '') socket.write(greet)
  return connection
}

/** Sends requests continuously, each on a new connection; `stop` returns the number of responses, and the wrong ones. */
function keepSending(t: TestContext, port: number): { stop(): Promise<{ responses: number; wrong: string[] }> } {
  const requests = [
    `GET /v1/search?q=access HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    `${post}Content-Length: 16\r\nConnection: close\r\n\r\n{"country":"gh"}`,
    `GET /v1/banks?country=va HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  ]
  const wrong: string[] = []
  let [responses, isOver] = [0, false]
  t.after(() => {
    isOver = true
  })
  const send = async (request: string): Promise<void> => {
    while (!isOver) {
      const text = await sendRaw(port, request, { end: false }).catch((error: Error) => error.message)
      if (text.startsWith('HTTP/1.1 200 ')) responses++
      else wrong.push(text.slice(0, 200))
      await setTimeout(pauseMs)
    }
  }
  const sending = requests.map(send)
  return {
    stop: async () => {
      isOver = true
      await Promise.all(sending)
      return { responses, wrong }
    },
  }
}

const start = (t: TestContext, within: string[] = []) =>
  startListening(
    t,
    { DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
    within,
  )

/** The hard limit of open files, which both processes use; NaN without a limit. */
const openFilesMax = (): number =>
  Number(/^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])

test(`${idleCount} idle and ${slowCount} slow connections do not affect other clients, and leave nothing behind`, async (t) => {
  if (openFilesMax() < filesNeeded)
    return skipTest(t, `This test needs ${filesNeeded} open files, but the hard limit is ${openFilesMax()}: raise it.`)
  const { url, child, stderr } = await start(t)
  const [port, pid] = [Number(new URL(url).port), child.pid as number]
  assert.match(await sendRaw(port, lookup), /^HTTP\/1\.1 200 /)
  const largeBytes = (await sendRaw(port, largeList)).length
  const filesBefore = openFiles(pid)
  const others = keepSending(t, port)

  const idle = await openAll(t, port, idleCount, lookup)
  /** Idle connections stay open, and each still gets a response. */
  const useIdle = async (times: number): Promise<void> => {
    for (const { socket } of idle) socket.write(lookup)
    const answered = ({ text }: Connection): boolean => text.split('HTTP/1.1 200 OK').length === times + 1
    await waitUntil('idle connections get responses', () => idle.every(answered))
  }
  await useIdle(2)
  const each = slowCount / 5
  const silent = await openAll(t, port, each)
  const patient = await openAll(t, port, each)
  const headless = await openAll(t, port, each)
  const endless = await openAll(t, port, each)
  const bodiless = await openAll(t, port, each)
  // Open as many connections as the budget for one address's unread responses allows.
  const readers = await openAll(t, port, Math.floor(defaultRequestLimits.unreadAddressBytes / largeBytes / 1.2))

  await waitUntil('all connections are open', () => openFiles(pid) > idleCount + slowCount)
  const filesAtMost = openFiles(pid)

  for (const { socket } of headless) socket.write('GET / HTTP/1.1\r\nHost: x')
  for (const { socket } of endless) socket.write(`${post}Transfer-Encoding: chunked\r\n\r\n`)
  for (const [at, { socket }] of bodiless.entries()) {
    socket.write(`${post}Content-Length: ${at % 2 === 0 ? 16 : 100_000}\r\n\r\n{"cou`)
  }
  for (const { socket } of readers) {
    socket.pause()
    socket.write(largeList.repeat(3))
  }
  // Read at an interval: a reader that reads nothing for a minute would be disconnected.
  const reading = setInterval(() => {
    for (const { socket } of readers) socket.read()
  }, 500)
  t.after(() => clearInterval(reading))
  /** Sends each slow request byte by byte. */
  const trickle = async (): Promise<void> => {
    const end = performance.now() + deadlineMs
    for (let at = 0; endless.some(({ isClosed }) => !isClosed); at++) {
      assert.ok(performance.now() < end, 'a request that never ends is still open')
      for (const { socket } of at < lookup.length ? patient : []) socket.write(lookup.charAt(at))
      if (at % 10 === 0) for (const { socket } of endless) if (socket.writable) socket.write('1\r\n \r\n')
      await setTimeout(10)
    }
  }
  await trickle()

  const refused = [...silent, ...headless, ...endless, ...bodiless.filter((_, at) => at % 2 === 0)]
  await waitUntil('incomplete requests time out', () => refused.every(({ isClosed }) => isClosed))
  const wrongly = refused.filter(({ text }) => text !== '' && !/^HTTP\/1\.1 (408|413) /.test(text))
  assert.deepEqual(wrongly.map(({ text }) => text.slice(0, 100)).slice(0, 3), [])
  for (const { text } of bodiless.filter((_, at) => at % 2 === 1)) assert.match(text, /^HTTP\/1\.1 413 /)
  for (const { text } of patient) assert.match(text, /^HTTP\/1\.1 200 OK\r\n[\s\S]*"country":"VA"/)

  await useIdle(3)
  clearInterval(reading)
  for (const { socket } of readers) socket.resume()
  const isWhole = ({ socket }: Connection): boolean => socket.bytesRead === 3 * largeBytes
  await waitUntil('slow readers have their complete responses', () => readers.every(isWhole))

  for (const { socket } of [...idle, ...patient, ...readers]) socket.destroy()
  const { responses, wrong } = await others.stop()
  assert.deepEqual(wrong, [])
  assert.ok(responses > 100, `${responses} responses meanwhile`)
  await waitUntil('as many files are open as before', () => openFiles(pid) <= filesBefore)
  assert.match(await sendRaw(port, lookup), /^HTTP\/1\.1 200 /)
  assert.deepEqual([child.exitCode, stderr()], [null, ''])
  const files = [filesBefore, filesAtMost, openFiles(pid)]
  t.diagnostic(`${responses} lookups served meanwhile; files ${files.join(', then ')}`)
})

test('connections beyond the limit of open files are closed at once, and the others are served', async (t) => {
  const programs = findPrograms(t, 'prlimit')
  if (!programs) return
  const filesMax = 300
  const { url, child, stderr } = await start(t, [programs.prlimit, `--nofile=${filesMax}:${filesMax}`])
  const [port, pid] = [Number(new URL(url).port), child.pid as number]
  // Send a request on each connection: without one it would time out.
  const all = Array.from({ length: 2 * filesMax }, () => openOne(port, lookup))
  t.after(() => {
    for (const { socket } of all) socket.destroy()
  })
  // The service reserves descriptors for files that it opens later. With so few, only half are for connections.
  await waitUntil(
    'the other connections are closed',
    () => all.filter(({ isClosed }) => !isClosed).length === filesMax / 2,
  )
  const kept = all.filter(({ isClosed }) => !isClosed)
  const answered = ({ text }: Connection): number => text.split('HTTP/1.1 200 OK\r\n').length - 1
  await waitUntil('the open connections have a response', () => kept.every((one) => answered(one) === 1))
  const search = `GET /v1/search?q=access HTTP/1.1\r\n${host}\r\n`
  for (const { socket } of kept) socket.write(search)
  await waitUntil('the open connections have two responses', () => kept.every((one) => answered(one) === 2))
  for (const { socket } of all) socket.destroy()
  await waitUntil('few files are open again', () => openFiles(pid) < filesMax / 4)
  assert.match(await sendRaw(port, search), /^HTTP\/1\.1 200 /)
  assert.equal(child.exitCode, null)
  assert.deepEqual(
    stderr()
      .split('\n')
      .map((line) => /"msg":"(.*?)"/.exec(line)?.[1]),
    ['connection limit reached; new connections are closed', undefined],
  )
  t.diagnostic(`${filesMax} files: ${kept.length} of ${all.length} connections stayed open`)
})
