import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { oneAtATime } from './one-at-a-time.ts'
import { createScheduler } from './scheduler.ts'

async function start(t: TestContext, listener: RequestListener) {
  const server = createServer(oneAtATime(listener, createScheduler(), () => 'an address'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => {
    socket.destroy()
    server.close()
  })
  return socket
}

const request = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

test('of pipelined requests the next one starts when the response before it has been sent', async (t) => {
  const started: (string | undefined)[] = []
  const first = Promise.withResolvers<() => void>()
  const socket = await start(t, ({ url }, response) => {
    started.push(url)
    if (url === '/1') first.resolve(() => response.end(url))
    else response.end(url)
  })
  socket.write(request('/1') + request('/2') + request('/3', 'Connection: close\r\n'))
  const respond = await first.promise
  for (let turn = 0; turn < 20; turn++) await nextTurn()
  assert.deepEqual(started, ['/1'])
  respond()
  const text = await new Response(Readable.toWeb(socket) as ReadableStream<Uint8Array>).text()
  assert.deepEqual(started, ['/1', '/2', '/3'])
  assert.match(text, /\/1.*\/2.*\/3/s)
})

test('many pipelined requests are all answered in order, and reading stops while they wait', async (t) => {
  const count = 500
  const order: (string | undefined)[] = []
  const socket = await start(t, ({ url }, response) => {
    order.push(url)
    response.end('ok')
  })
  for (let number = 1; number < count; number++) socket.write(request(`/${number}`))
  socket.write(request(`/${count}`, 'Connection: close\r\n'))
  socket.resume()
  await once(socket, 'close')
  assert.deepEqual(
    order,
    Array.from({ length: count }, (_, at) => `/${at + 1}`),
  )
})
