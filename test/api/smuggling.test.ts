/** Request smuggling: bytes that a proxy treated as a body must not become a request, so the connection closes. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startKeyedService } from '../support/services/keyed-service.ts'

const host = 'Host: x\r\n'

test('bytes after an upgrade request, in the same segment or a later one, are never parsed as a request', async (t) => {
  const gate = Promise.withResolvers<void>()
  // Delays the first response until the second segment has arrived.
  const reserve = async (_: string, quota: number, wanted: number) => {
    await gate.promise
    return { granted: wanted, remaining: quota - wanted, resetMs: 60_000 }
  }
  const quotas = { anonymous: 100, keyed: 100 }
  const { app, port, live, store } = await startKeyedService(t, { quotas, quotaStore: { reserve } })
  const create = `POST /index.php HTTP/1.1\r\n${host}X-Public-Hash-Key: ${live}\r\n\r\n`
  const upgrade = `GET /v1/banks?country=va HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: a\r\n\r\n`
  const post = `POST /v1/supported-countries/ HTTP/1.1\r\n${host}Content-Length: ${create.length}\r\n\r\n`
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  t.after(() => socket.destroy())
  const first = once(app.server, 'request')
  socket.write(`${upgrade}${post}`)
  await first
  const second = once(app.server, 'request')
  socket.write(create)
  await second
  gate.resolve()
  const text = (await socket.toArray()).join('')
  assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200'])
  assert.match(text, /^connection: close\r$/im)
  assert.match(text, /"country":"VA"/)
  assert.deepEqual(await store.listRecords({ limit: 10 }), [])
})

const ambiguous: [name: string, version: string, coding: string][] = [
  ['chunks in HTTP/1.0', '1.0', 'chunked'],
  ['a coding before chunked', '1.1', 'gzip, chunked'],
  ['a coding in a separate header', '1.1', 'gzip\r\nTransfer-Encoding: chunked'],
]

for (const [name, version, coding] of ambiguous) {
  test(`${name}: the connection closes with 400, and neither this request nor the next one is processed`, async (t) => {
    const { port, live, store } = await startKeyedService(t)
    const create = `POST /index.php HTTP/${version}\r\n${host}Connection: keep-alive\r\nX-Public-Hash-Key: ${live}\r\n`
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    t.after(() => socket.destroy())
    socket.write(`${create}Transfer-Encoding: ${coding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n${create}\r\n`)
    const text = (await socket.toArray()).join('')
    assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 400'])
    assert.match(text, /^error-code: request_malformed\r$/im)
    assert.match(text, /^connection: close\r$/im)
    assert.deepEqual(await store.listRecords({ limit: 10 }), [])
  })
}
