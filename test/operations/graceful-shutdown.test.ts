import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { startOwnService } from '../support/services/service.ts'
import { deadlineMs } from '../support/wait-until.ts'

/** A connection on which one request has been answered, so that the server keeps it. */
async function keptConnection(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  return socket
}

/** Resolves when the server has seen the head of it. */
async function sendHalf(app: FastifyInstance, socket: Socket): Promise<void> {
  const seen = once(app.server, 'request')
  socket.write(half)
  await seen
}

const half = 'POST /v1/banks HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\n{"coun'

test('while it closes, what is under way is answered, then its connection goes', { timeout: deadlineMs }, async (t) => {
  const { app, port } = await startOwnService(t)
  const [busy, idle] = [await keptConnection(port), await keptConnection(port)]
  await sendHalf(app, busy)
  const closed = app.close()
  await once(idle, 'close')
  busy.write('try":"gh"}')
  const [answer] = await once(busy, 'data')
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
  await closed
})

test('while it closes, the next request on a busy connection is the last', { timeout: deadlineMs }, async (t) => {
  const { app, port } = await startOwnService(t)
  const busy = await keptConnection(port)
  await sendHalf(app, busy)
  const closed = app.close()
  let answers = ''
  busy.on('data', (text) => {
    answers += text
  })
  busy.write('try":"va"}GET /v1/banks?country=va HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(busy, 'close')
  assert.equal(answers.match(/HTTP\/1\.1 200 OK\r\n/g)?.length, 2)
  assert.match(answers.slice(answers.lastIndexOf('HTTP/1.1')), /\r\nConnection: close\r\n/i)
  await closed
})

test('while it closes, a slow reader gets its answer whole', { timeout: deadlineMs }, async (t) => {
  const { app, port } = await startOwnService(t)
  const slow = connect(port, '127.0.0.1')
  const seen = once(app.server, 'request')
  slow.write('GET /v1/banks?country=us HTTP/1.1\r\nHost: x\r\n\r\n')
  await seen
  const [first] = await once(slow, 'data')
  slow.pause()
  const length = Number(/Content-Length: (\d+)/.exec(String(first))?.[1])
  const closed = app.close()
  let read = first.length
  slow.on('data', (bytes) => {
    read += bytes.length
  })
  slow.resume()
  await once(slow, 'close')
  assert.ok(read > length, `${read} of ${length} bytes`)
  await closed
})

test('a request that never ends does not keep it from closing', async (t) => {
  // Nothing but the bound of closing ends it in time.
  const { app, port } = await startOwnService(t, { limits: { closeMs: 100, requestMs: 2 * deadlineMs } })
  const stuck = await keptConnection(port)
  stuck.on('error', () => {})
  await sendHalf(app, stuck)
  const isClosed = app.close().then(() => true)
  const inTime = await Promise.race([isClosed, setTimeout(deadlineMs, false, { ref: false })])
  stuck.destroy()
  assert.ok(inTime, 'it was not closed in time')
})
