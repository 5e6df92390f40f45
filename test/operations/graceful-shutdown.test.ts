import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { startOwnService } from '../support/services/service.ts'
import { deadlineMs } from '../support/wait-until.ts'

/** A keep-alive connection after its first response. */
async function keepAliveConnection(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  return socket
}

/** Resolves when the server has received the head of the request. */
async function sendHalf(app: FastifyInstance, socket: Socket): Promise<void> {
  const seen = once(app.server, 'request')
  socket.write(half)
  await seen
}

const half = 'POST /v1/banks HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\n{"coun'

test('during shutdown, a request in progress gets its response, then its connection closes', {
  timeout: deadlineMs,
}, async (t) => {
  const { app, port } = await startOwnService(t)
  const [busy, idle] = [await keepAliveConnection(port), await keepAliveConnection(port)]
  await sendHalf(app, busy)
  const closed = app.close()
  await once(idle, 'close')
  busy.write('try":"gh"}')
  const [response] = await once(busy, 'data')
  assert.match(response, /^HTTP\/1\.1 200 OK\r\n/)
  await closed
})

test('during shutdown, the next request on a busy connection is the last', { timeout: deadlineMs }, async (t) => {
  const { app, port } = await startOwnService(t)
  const busy = await keepAliveConnection(port)
  await sendHalf(app, busy)
  const closed = app.close()
  let responses = ''
  busy.on('data', (text) => {
    responses += text
  })
  busy.write('try":"va"}GET /v1/banks?country=va HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(busy, 'close')
  assert.equal(responses.match(/HTTP\/1\.1 200 OK\r\n/g)?.length, 2)
  assert.match(responses.slice(responses.lastIndexOf('HTTP/1.1')), /\r\nConnection: close\r\n/i)
  await closed
})

test('during shutdown, a slow reader gets its complete response', { timeout: deadlineMs }, async (t) => {
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

test('a request that never ends does not prevent the shutdown', async (t) => {
  // Only the shutdown timeout is short enough.
  const { app, port } = await startOwnService(t, { limits: { closeMs: 100, requestMs: 2 * deadlineMs } })
  const stuck = await keepAliveConnection(port)
  stuck.on('error', () => {})
  await sendHalf(app, stuck)
  const isClosed = app.close().then(() => true)
  const inTime = await Promise.race([isClosed, setTimeout(deadlineMs, false, { ref: false })])
  stuck.destroy()
  assert.ok(inTime, 'the service did not close in time')
})
