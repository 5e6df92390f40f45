/** A proxy between the service and PostgreSQL whose mode a test changes while connections are open. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/**
 * `silent` forwards nothing and keeps all connections open, also new ones. The other modes concern what the server sends:
 * `slow` delays each piece by `delayMs`, `garbage` replaces it, and `endless` replaces it with a row without end.
 */
export type DatabaseMode = 'pass' | 'silent' | 'slow' | 'garbage' | 'endless'

export const delayMs = 3_000

export interface DatabaseProxy {
  url: string
  set(mode: DatabaseMode): void
  openConnections(): number
  /** The number of bytes that the service accepted on one connection in mode `endless`, at most. */
  endlessBytes(): number
}

/** A row description without its body: an error in the parser of the driver. */
const garbage = Buffer.from([0x54, 0, 0, 0, 4])
/** The head of a row of 2 GiB. */
const endlessRow = Buffer.from([0x44, 0x7f, 0xff, 0xff, 0xff])

export async function startDatabaseProxy(t: Pick<TestContext, 'after'>, target: string): Promise<DatabaseProxy> {
  let mode: DatabaseMode = 'pass'
  let endlessBytes = 0
  const sockets = new Set<Socket>()
  const sendEndless = (client: Socket): void => {
    const before = client.bytesWritten
    const piece = Buffer.alloc(64 * 1024)
    const sendMore = (): void => {
      endlessBytes = Math.max(endlessBytes, client.bytesWritten - before)
      if (client.writable && mode === 'endless') client.write(piece, sendMore)
    }
    client.write(endlessRow, sendMore)
  }
  const reply: Record<DatabaseMode, (client: Socket, bytes: Buffer) => void> = {
    pass: (client, bytes) => client.write(bytes),
    silent: () => {},
    slow: (client, bytes) => setTimeout(() => client.write(bytes), delayMs),
    garbage: (client) => client.write(garbage),
    endless: sendEndless,
  }
  const server = createServer((client) => {
    const { hostname, port } = new URL(target)
    const database = connect(Number(port), hostname)
    sockets.add(client)
    client.on('data', (bytes) => mode !== 'silent' && database.write(bytes))
    database.on('data', (bytes) => client.writable && reply[mode](client, bytes))
    client
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(client)
        database.destroy()
      })
    database.on('error', () => {}).on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    set: (next) => {
      mode = next
    },
    openConnections: () => sockets.size,
    endlessBytes: () => endlessBytes,
  }
}
