/** Node's server gives up control of the socket of a CONNECT request; our limits still have to apply to it. */
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
import { deadlineMs, waitUntil } from '../support/wait-until.ts'

const times = often(50, 1_000)

const host = 'Host: x\r\n'
const tunnel = `CONNECT x:443 HTTP/1.1\r\n${host}\r\n`
/** Its response takes longer, so that the tunnel waits for it. */
const search = `GET /v1/search?q=access&limit=1 HTTP/1.1\r\n${host}\r\n`
/** More than the system buffers of an unread response. */
const lists = `GET /v1/banks?country=us HTTP/1.1\r\n${host}\r\n`.repeat(5)

const reset: [name: string, bytes: string][] = [
  ['a tunnel', tunnel],
  ['a tunnel after a search', `${search}${tunnel}`],
  ['a tunnel after unread lists', `${lists}${tunnel}`],
  ['a tunnel with bytes in it', `${tunnel}${'\x16\x03\x01'.repeat(100)}`],
]

test(`${reset.length} kinds of tunnels, ${times} of each reset at a different moment, do not crash the service`, async (t) => {
  const database = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
  const service = await startListening(t, { DATABASE_URL: database, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' })
  const port = Number(new URL(service.url).port)
  const resetAfter = async (bytes: string, ms: number): Promise<void> => {
    const socket = connect(port, '127.0.0.1').pause()
    // The service may close the connection first.
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await once(socket, 'connect')
    socket.write(bytes, 'latin1')
    if (ms > 0) await setTimeout(ms)
    socket.resetAndDestroy()
    await closed
  }
  for (const [name, bytes] of reset) {
    // Reset at once, while the request is read, while it is processed, and afterwards.
    for (let sent = 0; sent < times; sent += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, at) => resetAfter(bytes, at)))
    }
    // On a busy machine the service may still be occupied with the reset connections and close this one.
    await waitUntil(`the service responds after ${name}`, async () => {
      const text = await sendRaw(port, `${search}${tunnel}`, { end: false }).catch((error: Error) => error.message)
      return [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status).join(' ') === '200 405'
    })
  }
  assert.deepEqual([service.child.exitCode, service.stderr()], [null, ''])
})

/** Starts a service with tunnels, each opened after responses that the client does not read. */
async function startUnread(t: TestContext, count: number, limits: Partial<RequestLimits>): Promise<Service> {
  const sockets: Socket[] = []
  // Destroy the sockets before the service closes, because it waits for open connections.
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  const service = await startService(t, { limits })
  for (let opened = 0; opened < count; opened++) {
    const seen = once(service.app.server, 'connect')
    const socket = connect(service.port, '127.0.0.1').pause()
    sockets.push(socket)
    // A connection that is closed with unread bytes is reset.
    socket.on('error', () => {})
    socket.write(`${lists}${tunnel}`)
    await seen
  }
  return service
}

test('a tunnel after unread responses times out', async (t) => {
  const { app } = await startUnread(t, 5, { idleMs: 1_500, requestMs: 1_500 })
  const connections = promisify(app.server.getConnections.bind(app.server))
  await waitUntil('all connections are closed', async () => (await connections()) === 0)
})

test('a tunnel after unread responses does not prevent the shutdown', async (t) => {
  // Only the shutdown timeout is short enough.
  const { app } = await startUnread(t, 1, { closeMs: 100, idleMs: 2 * deadlineMs, requestMs: 2 * deadlineMs })
  const isClosed = app.close().then(() => true)
  const inTime = await Promise.race([isClosed, setTimeout(deadlineMs, false, { ref: false })])
  assert.ok(inTime, 'the service did not close in time')
})
