import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { boundPipelining, oneAtATime } from './one-at-a-time.ts'
import { createScheduler } from './scheduler.ts'

async function start(t: TestContext, listener: RequestListener, scheduler = createScheduler()) {
  let parsed = 0
  const limited = oneAtATime(listener, scheduler, () => 'an address')
  const server = createServer((request, response) => {
    parsed++
    limited(request, response)
  })
  // As in the service: a client may close its side of the connection once it has sent its requests.
  Object.assign(server, { httpAllowHalfOpen: true })
  boundPipelining(server, scheduler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = Promise.withResolvers<Socket>()
  server.once('connection', accepted.resolve)
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => {
    socket.destroy()
    server.close()
  })
  return { socket, parsed: () => parsed, accepted: accepted.promise }
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

test('a client that never stops sending is read only as fast as its requests are handled', async (t) => {
  const { socket, accepted } = await start(t, (_, response) => setImmediate(() => response.end('ok')))
  const server = await accepted
  const many = request('/').repeat(5_000)
  let handled = 0
  socket.on('data', (bytes) => {
    handled += bytes.toString().split('HTTP/1.1 200').length - 1
  })
  const send = (): void => {
    while (!socket.destroyed && socket.write(many)) {}
  }
  socket.on('drain', send)
  send()
  while (handled < 2_000) await nextTurn()
  const ahead = server.bytesRead - handled * request('/').length
  assert.ok(ahead < 512 * 1024, `${ahead} bytes were read ahead`)
})

test('a client may close its side right after a long body', async (t) => {
  // By this clock, each job uses up a turn.
  let now = 0
  const scheduler = createScheduler({ nowMs: () => now++ * 10 })
  let bytes = 0
  const respond: RequestListener = (incoming, response) => {
    incoming.on('data', (chunk) => {
      bytes += chunk.length
    })
    incoming.on('end', () => response.end('ok'))
  }
  const { socket } = await start(t, respond, scheduler)
  const body = ' '.repeat(100_000)
  socket.end(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  const text = await new Response(Readable.toWeb(socket) as ReadableStream<Uint8Array>).text()
  assert.match(text, /^HTTP\/1\.1 200 .*ok$/s)
  assert.equal(bytes, body.length)
})

test('requests that arrive on many connections at once are parsed in several turns', async (t) => {
  const count = 8
  /** For each turn of the loop, the number of requests parsed in it. */
  const turns = [0]
  const nextCount = (): void => {
    turns.push(0)
    counting = setImmediate(nextCount)
  }
  let counting = setImmediate(nextCount)
  t.after(() => clearImmediate(counting))
  // By this clock, each job uses up a turn.
  let now = 0
  const scheduler = createScheduler({ nowMs: () => now++ * 10 })
  const limited = oneAtATime(
    (_, response) => response.end('ok'),
    scheduler,
    ({ socket }) => String(socket.remotePort),
  )
  const server = createServer((request, response) => {
    turns.push((turns.pop() as number) + 1)
    limited(request, response)
  })
  boundPipelining(server, scheduler)
  const accepted = Promise.withResolvers<void>()
  let connections = 0
  server.on('connection', () => ++connections === count && accepted.resolve())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = Array.from({ length: count }, () => connect((server.address() as AddressInfo).port, '127.0.0.1'))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await accepted.promise
  const received = sockets.map((socket) => once(socket, 'data'))
  for (const socket of sockets) socket.write(request('/'))
  await Promise.all(received)
  // One when its data is read, and one that waited for the end of the turn.
  assert.ok(Math.max(...turns) <= 2, `${Math.max(...turns)} in one turn`)
})
