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

/** What comes back until the connection is closed, or reset, which a server does that does not take it up. */
async function sendRaw(port: number, text: string): Promise<string> {
  let answer = ''
  const socket = open(port).on('data', (bytes) => {
    answer += bytes
  })
  socket.write(text)
  // Not `once`, which would take a reset for a failure.
  await new Promise((resolve) => socket.once('close', resolve))
  return answer
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(deadlineMs, () => socket.destroy())
  return socket.setEncoding('latin1').on('error', () => socket.destroy())
}

test('it listens on loopback unless told otherwise', async (t) => {
  assert.equal((await startAdmin(t)).address, '127.0.0.1')
})

test('a port that is taken is an error of listening', async (t) => {
  const { port } = await startAdmin(t)
  const second = createAdminServer({ render: () => '', ready: () => true, onFailure: () => {} })
  await assert.rejects(second.listen({ port }), { code: 'EADDRINUSE' })
})

test('GET /metrics is the text of the metrics in the type that Prometheus knows', async (t) => {
  const { url } = await startAdmin(t)
  for (const path of ['/metrics', '/metrics?name=x']) {
    const answer = await fetch(url + path)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(await answer.text(), 'up 1\n')
  }
})

test('HEAD has the headers of GET and no body', async (t) => {
  const { port } = await startAdmin(t)
  const text = await sendRaw(port, 'HEAD /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  assert.match(text, /^HTTP\/1\.1 200 OK\r\n[\s\S]*Content-Length: 5\r\n[\s\S]*\r\n\r\n$/)
})

test('it says that the process lives, and whether it is ready', async (t) => {
  let ready = false
  const { url } = await startAdmin(t, { ready: () => ready })
  const ask = async (path: string) => {
    const answer = await fetch(url + path)
    return [answer.status, await answer.json()]
  }
  assert.deepEqual(await ask('/healthz'), [200, { status: 'ok' }])
  assert.deepEqual(await ask('/readyz'), [503, { status: 'not_ready' }])
  ready = true
  assert.deepEqual(await ask('/readyz'), [200, { status: 'ready' }])
})

test('any other path is a 404 with a sentence that repeats nothing', async (t) => {
  const { url } = await startAdmin(t)
  for (const path of ['/', '/metrics/', '/v1/banks', '/__proto__', '/blk_live_secret']) {
    const answer = await fetch(url + path)
    assert.equal(answer.status, 404, path)
    assert.equal(await answer.text(), 'There is nothing here; GET one of /metrics, /healthz, /readyz.\n')
  }
})

test('any other method is a 405 that names those that are possible', async (t) => {
  const { url } = await startAdmin(t)
  const answer = await fetch(`${url}/metrics`, { method: 'POST', body: 'x' })
  assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD'])
  assert.equal(await answer.text(), 'Use GET or HEAD here.\n')
})

test('metrics that cannot be gathered are a 500 without the reason, which is for the log, and the next try counts', async (t) => {
  let broken = true
  const render = async () => {
    if (broken) throw new Error('secret')
    return 'up 1\n'
  }
  const { url, failures } = await startAdmin(t, { render })
  const answer = await fetch(`${url}/metrics`)
  assert.equal(answer.status, 500)
  assert.doesNotMatch(await answer.text(), /secret/)
  assert.deepEqual(failures, [new Error('secret')])
  broken = false
  assert.equal((await fetch(`${url}/metrics`)).status, 200)
})

test('those who ask at the same time share one gathering, and the next has one of its own', async (t) => {
  let gatherings = 0
  const { port } = await startAdmin(t, { render: async () => `gatherings ${++gatherings}\n` })
  const ask = 'GET /metrics HTTP/1.1\r\nHost: x\r\n'
  // Sent in one piece, they arrive in one turn.
  const answers = await sendRaw(port, `${ask}\r\n${ask}\r\n${ask}Connection: close\r\n\r\n`)
  assert.deepEqual(answers.match(/^gatherings \d+$/gm), ['gatherings 1', 'gatherings 1', 'gatherings 1'])
  assert.match(await sendRaw(port, `${ask}Connection: close\r\n\r\n`), /^gatherings 2$/m)
})

test('what is not HTTP, or too much of it, is refused and the connection closed', async (t) => {
  const { port } = await startAdmin(t)
  assert.match(await sendRaw(port, 'hello\r\n\r\n'), /^HTTP\/1\.1 400 /)
  assert.match(await sendRaw(port, 'GET /metrics HTTP/1.1\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 400 /)
  const long = `GET /metrics HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(9000)}\r\n\r\n`
  assert.match(await sendRaw(port, long), /^HTTP\/1\.1 431 /)
})

test('a client that does not finish its request is told so and let go', async (t) => {
  const { port } = await startAdmin(t, { limits: { requestMs: 50, checkMs: 10 } })
  assert.match(await sendRaw(port, 'GET /metrics HTTP/1.1\r\nHost:'), /^HTTP\/1\.1 408 /)
})

test('a client that does not read its answer makes room for another', { timeout: deadlineMs }, async (t) => {
  const { port } = await startAdmin(t, {
    render: () => 'x'.repeat(50_000_000),
    limits: { stillMs: 50, connections: 1 },
  })
  const lazy = open(port)
  t.after(() => lazy.destroy())
  lazy.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(lazy, 'readable')
  const ask = () => sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  // It has the only place until the server has had enough of it.
  let answer = ''
  while (answer === '') answer = await ask()
  assert.match(answer, /^HTTP\/1\.1 200 /)
})

test('past so many connections further ones are not taken up', async (t) => {
  const { port } = await startAdmin(t, { limits: { connections: 1 } })
  const first = open(port)
  t.after(() => first.destroy())
  first.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(first, 'data')
  assert.equal(await sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'), '')
})

test('closing answers what is under way, drops idle connections, and takes no new ones', {
  timeout: deadlineMs,
}, async (t) => {
  const begun = Promise.withResolvers<void>()
  const text = Promise.withResolvers<string>()
  const render = () => {
    begun.resolve()
    return text.promise
  }
  const { admin, port } = await startAdmin(t, { render, limits: { closeMs: 60_000 } })
  const idle = open(port)
  idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(idle, 'data')
  const answer = sendRaw(port, 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n')
  await begun.promise
  const closed = admin.close()
  await once(idle, 'close')
  await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`))
  text.resolve('up 1\n')
  assert.match(await answer, /\r\n\r\nup 1\n$/)
  await closed
})

test('closing waits only so long for an answer that does not come', { timeout: deadlineMs }, async (t) => {
  const begun = Promise.withResolvers<void>()
  const render = () => {
    begun.resolve()
    return new Promise<string>(() => {})
  }
  const { admin, port } = await startAdmin(t, { render, limits: { closeMs: 1, stillMs: 60_000 } })
  const waiting = open(port)
  // Longer than the test: only the server ends this.
  waiting.setTimeout(0)
  waiting.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n')
  await begun.promise
  await Promise.all([admin.close(), once(waiting, 'close')])
})
