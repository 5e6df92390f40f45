import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { boundPipelining, oneAtATime } from './one-at-a-time.ts'
import { createScheduler } from './scheduler.ts'

async function start(t: TestContext, listener: RequestListener) {
  let parsed = 0
  const limited = oneAtATime(listener, createScheduler(), () => 'an address')
  const server = createServer((request, response) => {
    parsed++
    limited(request, response)
  })
  boundPipelining(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => {
    socket.destroy()
    server.close()
  })
  return { socket, parsed: () => parsed }
}

const request = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

test('a pipelined request starts after the previous response has been sent', async (t) => {
  const started: (string | undefined)[] = []
  const first = Promise.withResolvers<() => void>()
  const { socket } = await start(t, ({ url }, response) => {
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

test('thousands of pipelined requests all get responses in order, and only a few hundred are parsed ahead', async (t) => {
  const count = 5_000
  const order: (string | undefined)[] = []
  const first = Promise.withResolvers<() => void>()
  const { socket, parsed } = await start(t, ({ url }, response) => {
    order.push(url)
    if (url === '/1') first.resolve(() => response.end('ok'))
    else response.end('ok')
  })
  const requests = Array.from({ length: count }, (_, at) =>
    request(`/${at + 1}`, at + 1 === count ? 'Connection: close\r\n' : ''),
  )
  socket.write(requests.join(''))
  const respond = await first.promise
  for (let turn = 0; turn < 100; turn++) await nextTurn()
  assert.ok(parsed() < 500, `${parsed()} parsed`)
  respond()
  socket.resume()
  await once(socket, 'close')
  assert.deepEqual(
    order,
    Array.from({ length: count }, (_, at) => `/${at + 1}`),
  )
})
