import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { deadlineMs } from '../../test/support/wait-until.ts'
import { type AdminOptions, createAdminServer } from './admin-server.ts'

async function startAdmin(t: TestContext, options: Partial<AdminOptions> = {}) {
  const failures: unknown[] = []
  const admin = createAdminServer({
    render: () => 'up 1\n',
    ready: () => true,
    onFailure: (error) => failures.push(error),
    ...options,
  })
  const { port, address } = await admin.listen({ port: 0 })
  t.after(() => admin.close())
  return { admin, port, address, failures, url: `http://127.0.0.1:${port}` }
}

/** The bytes received until the connection is closed, or reset by a server that does not accept it. */
async function sendRaw(port: number, text: string): Promise<string> {
  let received = ''
  const socket = open(port).on('data', (bytes) => {
    received += bytes
  })
  socket.write(text)
  // Not `once`: it would reject on a reset.
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(deadlineMs, () => socket.destroy())
  return socket.setEncoding('latin1').on('error', () => socket.destroy())
}

test('it listens on loopback by default', async (t) => {
  assert.equal((await startAdmin(t)).address, '127.0.0.1')
})

test('listen rejects if the port is in use', async (t) => {
  const { port } = await startAdmin(t)
  const second = createAdminServer({ render: () => '', ready: () => true, onFailure: () => {} })
  await assert.rejects(second.listen({ port }), { code: 'EADDRINUSE' })
})

test('GET /metrics returns the text of the metrics with the content type of Prometheus', async (t) => {
  const { url } = await startAdmin(t)
  for (const path of ['/metrics', '/metrics?name=x']) {
    const response = await fetch(url + path)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(await response.text(), 'up 1\n')
  }
})

test('HEAD has the headers of GET and no body', async (t) => {
  const { port } = await startAdmin(t)
  const text = await sendRaw(port, 'HEAD /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  assert.match(text, /^HTTP\/1\.1 200 OK\r\n[\s\S]*Content-Length: 5\r\n[\s\S]*\r\n\r\n$/)
})

test('/healthz reports that the process is alive, and /readyz whether it is ready', async (t) => {
  let ready = false
  const { url } = await startAdmin(t, { ready: () => ready })
  const get = async (path: string) => {
    const response = await fetch(url + path)
    return [response.status, await response.json()]
  }
  assert.deepEqual(await get('/healthz'), [200, { status: 'ok' }])
  assert.deepEqual(await get('/readyz'), [503, { status: 'not_ready' }])
  ready = true
  assert.deepEqual(await get('/readyz'), [200, { status: 'ready' }])
})

test('any other path is a 404 whose text does not repeat the path', async (t) => {
  const { url } = await startAdmin(t)
  for (const path of ['/', '/metrics/', '/v1/banks', '/__proto__', '/blk_live_secret']) {
    const response = await fetch(url + path)
    assert.equal(response.status, 404, path)
    assert.equal(await response.text(), 'Not found. Paths: /metrics, /healthz, /readyz.\n')
  }
})

test('any other method is a 405 that lists the allowed ones', async (t) => {
  const { url } = await startAdmin(t)
  const response = await fetch(`${url}/metrics`, { method: 'POST', body: 'x' })
  assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD'])
  assert.equal(await response.text(), 'Use GET or HEAD.\n')
})

test('a failure to render is a 500; its reason is only logged, and the next request may succeed', async (t) => {
  let broken = true
  const render = () => {
    if (broken) throw new Error('secret')
    return 'up 1\n'
  }
  const { url, failures } = await startAdmin(t, { render })
  const response = await fetch(`${url}/metrics`)
  assert.equal(response.status, 500)
  assert.doesNotMatch(await response.text(), /secret/)
  assert.deepEqual(failures, [new Error('secret')])
  broken = false
  assert.equal((await fetch(`${url}/metrics`)).status, 200)
})

test('malformed and oversized requests are rejected, and the connection is closed', async (t) => {
  const { port } = await startAdmin(t)
  assert.match(await sendRaw(port, 'hello\r\n\r\n'), /^HTTP\/1\.1 400 /)
  assert.match(await sendRaw(port, 'GET /metrics HTTP/1.1\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 400 /)
  const long = `GET /metrics HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(9000)}\r\n\r\n`
  assert.match(await sendRaw(port, long), /^HTTP\/1\.1 431 /)
})

test('a client that does not finish its request gets a 408, and its connection is closed', async (t) => {
  const { port } = await startAdmin(t, { limits: { requestMs: 50, checkMs: 10 } })
  assert.match(await sendRaw(port, 'GET /metrics HTTP/1.1\r\nHost:'), /^HTTP\/1\.1 408 /)
})

test('a client that does not read its response loses its connection to another client', {
  timeout: deadlineMs,
}, async (t) => {
  const { port } = await startAdmin(t, {
    render: () => 'x'.repeat(50_000_000),
    limits: { inactiveMs: 50, connections: 1 },
  })
  const lazy = open(port)
  t.after(() => lazy.destroy())
  lazy.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(lazy, 'readable')
  const get = () => sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  // The first client has the only connection until the server times it out.
  let received = ''
  while (received === '') received = await get()
  assert.match(received, /^HTTP\/1\.1 200 /)
})

test('connections beyond the limit are not accepted', async (t) => {
  const { port } = await startAdmin(t, { limits: { connections: 1 } })
  const first = open(port)
  t.after(() => first.destroy())
  first.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(first, 'data')
  assert.equal(await sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'), '')
})

test('closing finishes requests in progress, closes idle connections, and accepts no new ones', {
  timeout: deadlineMs,
}, async (t) => {
  const { admin, port } = await startAdmin(t, { limits: { closeMs: 60_000 } })
  const [idle, slow] = [open(port), open(port)]
  for (const socket of [idle, slow]) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
  }
  slow.write('GET /metrics HTTP/1.1\r\n')
  // The response on a later connection proves that the server has read the first half of the request.
  await sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const closed = admin.close()
  await once(idle, 'close')
  await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`))
  const response = slow.toArray()
  slow.write('Host: x\r\n\r\n')
  assert.match((await response).join(''), /\r\nConnection: close\r\n[\s\S]*\r\n\r\nup 1\n$/)
  await closed
})

test('closing waits only for a limited time for a request', { timeout: deadlineMs }, async (t) => {
  const { admin, port } = await startAdmin(t, { limits: { closeMs: 1, requestMs: 60_000, inactiveMs: 60_000 } })
  const waiting = open(port)
  // No timeout here: only the server closes this connection.
  waiting.setTimeout(0)
  waiting.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /metrics HTTP/1.1\r\n')
  await once(waiting, 'data')
  await Promise.all([admin.close(), once(waiting, 'close')])
})
