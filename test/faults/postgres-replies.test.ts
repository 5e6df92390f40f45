/** Replies of PostgreSQL that the driver cannot read. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { StoreUnavailable } from '../../src/store/contract.ts'
import { openPostgresStore } from '../../src/store/postgres.ts'

/** A message of PostgreSQL's protocol. `length` is the length that it states. */
function message(code: string, body: Buffer = Buffer.of(), length = body.length + 4): Buffer {
  const head = Buffer.alloc(5)
  head.write(code)
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, body])
}

const ready = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])

/** Opens a store on a server that accepts any client, and calls `reply` instead of responding to a statement. */
async function openStore(t: TestContext, reply: (connection: Socket) => void) {
  const server = createServer((connection) => {
    connection
      .on('error', () => {})
      .once('data', () => {
        connection.write(ready)
        connection.on('data', () => reply(connection))
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const store = openPostgresStore(`postgres://tester@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`)
  t.after(() => store.close())
  return store
}

const garbage: Record<string, Buffer> = {
  'a message without its body': message('T'),
  'a row with fewer columns than it states': message('D', Buffer.from([0xff, 0xff])),
  'a column that is longer than its row': message('D', Buffer.from([0, 1, 0x7f, 0xff, 0xff, 0xff])),
  'an authentication request that the driver does not know': message('R', Buffer.from([0, 0, 0, 99])),
  'an unknown message': message('~'),
  'no message of the protocol': Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n\0\0\0'),
}

for (const [name, bytes] of Object.entries(garbage)) {
  test(`a server that sends ${name} is unavailable, and does not end the process`, async (t) => {
    // It closes the connection, because the driver waits for the rest of an incomplete message.
    const store = await openStore(t, (connection) => connection.end(bytes))
    for (let attempt = 0; attempt < 2; attempt++) await assert.rejects(store.findKey('a'), StoreUnavailable)
  })
}

test('a reply without end is cut off after a few megabytes', async (t) => {
  const sent = Promise.withResolvers<number>()
  const store = await openStore(t, (connection) => {
    connection.once('close', () => sent.resolve(connection.bytesWritten))
    connection.write(message('D', Buffer.of(), 0x7fffffff))
    const piece = Buffer.alloc(64 * 1024)
    const sendMore = (): void => void (connection.writable && connection.write(piece, sendMore))
    sendMore()
  })
  await assert.rejects(store.findKey('a'), /PostgreSQL: The reply is longer than 1048576 bytes/)
  // The buffers of the two sockets hold some more.
  assert.ok((await sent.promise) < 50_000_000)
})
