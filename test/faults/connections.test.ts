import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { defaultRequestLimits } from '../../src/http/request-limits.ts'
import { often } from '../support/repetitions.ts'
import { startListening, temporaryFolder } from '../support/services/processes.ts'
import { sendRaw } from '../support/services/service.ts'
import { openFiles } from '../support/services/watched-process.ts'
import { deadlineMs, until } from '../support/wait-until.ts'

const idleCount = often(1_000, 10_000)
const slowCount = often(100, 500)
/** Of this process, and of the service, which keeps some hundreds for itself. */
const filesNeeded = idleCount + 2 * slowCount + 1_000

const host = 'Host: x\r\n'
const lookup = `GET /v1/banks?country=va HTTP/1.1\r\n${host}\r\n`
const largeList = `GET /v1/banks?country=us HTTP/1.1\r\n${host}\r\n`
const post = `POST /v1/banks HTTP/1.1\r\n${host}`

const textMax = 100_000

interface Connection {
  socket: Socket
  /** The beginning of what came back, a character a byte. */
  text: string
  isClosed: boolean
}

/** Never so many at once that the system would have to refuse one. */
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
  // A reset is a close.
  socket.on('error', () => {})
  socket.on('close', () => {
    connection.isClosed = true
  })
  if (greet !== '') socket.write(greet)
  return connection
}

/** Asks on and on, on connections of its own; `stop` ends it and says how often, and what was wrong. */
function keepAsking(t: TestContext, port: number): { stop(): Promise<{ answers: number; wrong: string[] }> } {
  const requests = [
    `GET /v1/search?q=access HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    `${post}Content-Length: 16\r\nConnection: close\r\n\r\n{"country":"gh"}`,
    `GET /v1/banks?country=va HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  ]
  const wrong: string[] = []
  let [answers, isOver] = [0, false]
  t.after(() => {
    isOver = true
  })
  const ask = async (request: string): Promise<void> => {
    while (!isOver) {
      const answer = await sendRaw(port, request, { end: false }).catch((error: Error) => error.message)
      if (answer.startsWith('HTTP/1.1 200 ')) answers++
      else wrong.push(answer.slice(0, 200))
      await setTimeout(5)
    }
  }
  const asking = requests.map(ask)
  return {
    stop: async () => {
      isOver = true
      await Promise.all(asking)
      return { answers, wrong }
    },
  }
}

const start = (t: TestContext, within: string[] = []) =>
  startListening(
    t,
    { DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
    within,
  )

/** Both take as many as the system lets them; NaN where it sets no limit. */
const filesGiven = (): number =>
  Number(/^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])

test(`${idleCount} idle and ${slowCount} slow connections harm nobody, and nothing is left of them`, async (t) => {
  const tooFew = `A process gets ${filesGiven()} files here, and this takes ${filesNeeded}: raise the hard limit.`
  assert.ok(!(filesGiven() < filesNeeded), tooFew)
  const { url, child, stderr } = await start(t)
  const [port, pid] = [Number(new URL(url).port), child.pid as number]
  assert.match(await sendRaw(port, lookup), /^HTTP\/1\.1 200 /)
  const largeBytes = (await sendRaw(port, largeList)).length
  const filesBefore = openFiles(pid)
  const others = keepAsking(t, port)

  const idle = await openAll(t, port, idleCount, lookup)
  /** Idle ones are kept, and each is still answered. */
  const askIdle = async (times: number): Promise<void> => {
    for (const { socket } of idle) socket.write(lookup)
    const answered = ({ text }: Connection): boolean => text.split('HTTP/1.1 200 OK').length === times + 1
    await until('idle ones are answered', () => idle.every(answered))
  }
  await askIdle(2)
  const each = slowCount / 5
  const silent = await openAll(t, port, each)
  const patient = await openAll(t, port, each)
  const headless = await openAll(t, port, each)
  const endless = await openAll(t, port, each)
  const bodiless = await openAll(t, port, each)
  // As many as the budget for unread responses of one address has room for.
  const readers = await openAll(t, port, Math.floor(defaultRequestLimits.unreadAddressBytes / largeBytes / 1.2))

  await until('all are open', () => openFiles(pid) > idleCount + slowCount)
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
  // By the clock: a reader that takes nothing for a minute would be let go.
  const reading = setInterval(() => {
    for (const { socket } of readers) socket.read()
  }, 500)
  t.after(() => clearInterval(reading))
  /** A byte of each slow request at a time. */
  const trickle = async (): Promise<void> => {
    const end = performance.now() + deadlineMs
    for (let at = 0; endless.some(({ isClosed }) => !isClosed); at++) {
      assert.ok(performance.now() < end, 'a request that never ends is still waited for')
      for (const { socket } of at < lookup.length ? patient : []) socket.write(lookup.charAt(at))
      if (at % 10 === 0) for (const { socket } of endless) if (socket.writable) socket.write('1\r\n \r\n')
      await setTimeout(10)
    }
  }
  await trickle()

  const refused = [...silent, ...headless, ...endless, ...bodiless.filter((_, at) => at % 2 === 0)]
  await until('what never came is given up', () => refused.every(({ isClosed }) => isClosed))
  const wrongly = refused.filter(({ text }) => text !== '' && !/^HTTP\/1\.1 (408|413) /.test(text))
  assert.deepEqual(wrongly.map(({ text }) => text.slice(0, 100)).slice(0, 3), [])
  for (const { text } of bodiless.filter((_, at) => at % 2 === 1)) assert.match(text, /^HTTP\/1\.1 413 /)
  for (const { text } of patient) assert.match(text, /^HTTP\/1\.1 200 OK\r\n[\s\S]*"country":"VA"/)

  await askIdle(3)
  clearInterval(reading)
  for (const { socket } of readers) socket.resume()
  const isWhole = ({ socket }: Connection): boolean => socket.bytesRead === 3 * largeBytes
  await until('slow readers have their answers whole', () => readers.every(isWhole))

  for (const { socket } of [...idle, ...patient, ...readers]) socket.destroy()
  const { answers, wrong } = await others.stop()
  assert.deepEqual(wrong, [])
  assert.ok(answers > 100, `${answers} answers meanwhile`)
  await until('its files are as many as before', () => openFiles(pid) <= filesBefore)
  assert.match(await sendRaw(port, lookup), /^HTTP\/1\.1 200 /)
  assert.deepEqual([child.exitCode, stderr()], [null, ''])
  const files = [filesBefore, filesAtMost, openFiles(pid)]
  t.diagnostic(`${answers} lookups answered meanwhile; files ${files.join(', then ')}`)
})

test('above what the system gives it files for, connections are closed at once and the others are served', async (t) => {
  const filesMax = 300
  const { url, child, stderr } = await start(t, ['prlimit', `--nofile=${filesMax}:${filesMax}`])
  const [port, pid] = [Number(new URL(url).port), child.pid as number]
  // What never asks anything would be closed for that.
  const all = Array.from({ length: 2 * filesMax }, () => openOne(port, lookup))
  t.after(() => {
    for (const { socket } of all) socket.destroy()
  })
  // What the service loads only when it is up must find room, too.
  // Of so few files half are for connections.
  await until('the rest are closed', () => all.filter(({ isClosed }) => !isClosed).length === filesMax / 2)
  const kept = all.filter(({ isClosed }) => !isClosed)
  const answered = ({ text }: Connection): number => text.split('HTTP/1.1 200 OK\r\n').length - 1
  await until('the others are greeted', () => kept.every((one) => answered(one) === 1))
  const search = `GET /v1/search?q=access HTTP/1.1\r\n${host}\r\n`
  for (const { socket } of kept) socket.write(search)
  await until('the others are answered', () => kept.every((one) => answered(one) === 2))
  for (const { socket } of all) socket.destroy()
  await until('its files are few again', () => openFiles(pid) < filesMax / 4)
  assert.match(await sendRaw(port, search), /^HTTP\/1\.1 200 /)
  assert.equal(child.exitCode, null)
  assert.deepEqual(
    stderr()
      .split('\n')
      .map((line) => /"msg":"(.*?)"/.exec(line)?.[1]),
    ['there are more connections than files for them; the rest are closed', undefined],
  )
  t.diagnostic(`${filesMax} files: ${kept.length} of ${all.length} connections were kept`)
})
