/** Whoever asks for a tunnel gets its socket out of the hands of Node's server: it must not get out of ours. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { RequestLimits } from '../../src/http/request-limits.ts'
import { often } from '../support/repetitions.ts'
import { startListening, temporaryFolder } from '../support/services/processes.ts'
import { type Service, sendRaw, startService } from '../support/services/service.ts'
import { deadlineMs, until } from '../support/wait-until.ts'

const times = often(50, 1_000)

const host = 'Host: x\r\n'
const tunnel = `CONNECT x:443 HTTP/1.1\r\n${host}\r\n`
/** Answered later than it is read, so that the tunnel waits for it. */
const search = `GET /v1/search?q=access&limit=1 HTTP/1.1\r\n${host}\r\n`
/** More than the system takes of an answer that nobody reads. */
const lists = `GET /v1/banks?country=us HTTP/1.1\r\n${host}\r\n`.repeat(5)

const reset: [name: string, bytes: string][] = [
  ['a tunnel', tunnel],
  ['a tunnel behind a search', `${search}${tunnel}`],
  ['a tunnel behind lists that are not read', `${lists}${tunnel}`],
  ['a tunnel with something in it', `${tunnel}${'\x16\x03\x01'.repeat(100)}`],
]

test(`${reset.length} kinds of tunnels, ${times} of each reset at another moment, leave the service alive`, async (t) => {
  const database = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
  const service = await startListening(t, { DATABASE_URL: database, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' })
  const port = Number(new URL(service.url).port)
  const resetAfter = async (bytes: string, ms: number): Promise<void> => {
    const socket = connect(port, '127.0.0.1').pause()
    // The service may be the first to let go.
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await once(socket, 'connect')
    socket.write(bytes, 'latin1')
    if (ms > 0) await setTimeout(ms)
    socket.resetAndDestroy()
    await closed
  }
  for (const [name, bytes] of reset) {
    // The first at once, the others while it is read, while it is answered, and when it was.
    for (let sent = 0; sent < times; sent += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, at) => resetAfter(bytes, at)))
    }
    const text = await sendRaw(port, `${search}${tunnel}`, { end: false }).catch((error: Error) => error.message)
    assert.deepEqual(
      [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['200', '405'],
      name,
    )
  }
  assert.deepEqual([service.child.exitCode, service.stderr()], [null, ''])
})

/** A service that has seen tunnels, each behind answers of which nobody reads a byte. */
async function startUnread(t: TestContext, count: number, limits: Partial<RequestLimits>): Promise<Service> {
  const sockets: Socket[] = []
  // Before the service closes, which would wait for what it does not let go.
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  const service = await startService(t, { limits })
  for (let opened = 0; opened < count; opened++) {
    const seen = once(service.app.server, 'connect')
    const socket = connect(service.port, '127.0.0.1').pause()
    sockets.push(socket)
    // Let go with unread bytes on the way, it is reset.
    socket.on('error', () => {})
    socket.write(`${lists}${tunnel}`)
    await seen
  }
  return service
}

test('a tunnel behind answers that are not read is let go when its time is up', async (t) => {
  const { app } = await startUnread(t, 5, { idleMs: 1_500, requestMs: 1_500 })
  const connections = promisify(app.server.getConnections.bind(app.server))
  assert.equal(await connections(), 5)
  await until('all are let go', async () => (await connections()) === 0)
})

test('a tunnel behind answers that are not read does not keep it from closing', async (t) => {
  // Nothing but the bound of closing ends it in time.
  const { app } = await startUnread(t, 1, { closeMs: 100, idleMs: 2 * deadlineMs, requestMs: 2 * deadlineMs })
  const isClosed = app.close().then(() => true)
  const inTime = await Promise.race([isClosed, setTimeout(deadlineMs, false, { ref: false })])
  assert.ok(inTime, 'it was not closed in time')
})
