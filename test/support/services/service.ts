/** Runs the service for a test: the shipped directory behind a real socket on loopback. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { IndexCache } from '../../../src/directory/indexes.ts'
import { type AppOptions, buildApp } from '../../../src/http/app.ts'
import { createKeyCache } from '../../../src/keys/key-cache.ts'
import type { Store } from '../../../src/store/contract.ts'
import { openSqliteStore } from '../../../src/store/sqlite.ts'
import { shippedDirectory, shippedTables } from '../data/shipped.ts'
import { wholeFile } from '../file-end.ts'
import { deadlineMs } from '../wait-until.ts'

export { dataFolder, shippedDirectory } from '../data/shipped.ts'

export interface Service {
  app: FastifyInstance
  url: string
  port: number
}

/** A store of its own on a disk of its own, made when it is first used. */
export function temporaryStore(t: Pick<TestContext, 'after'>): Store {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-store-'))
  const store = openSqliteStore(join(folder, 'store.sqlite'))
  t.after(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  return store
}

let shared: Promise<Service> | undefined

/**
 * Without options, all tests of a file share one service: such a test must not close it or depend on what others sent.
 * With options, or from `startOwnService`, the service is the test's own and is closed when the test ends.
 */
export function startService(t: Pick<TestContext, 'after'>, options?: Partial<AppOptions>): Promise<Service> {
  if (options) return startOwnService(t, options)
  shared ??= startOwnService(wholeFile)
  return shared
}

export async function startOwnService(
  t: Pick<TestContext, 'after'>,
  options: Partial<AppOptions> = {},
): Promise<Service> {
  const store = options.store ?? temporaryStore(t)
  const app = await buildApp({
    directory: shippedDirectory(),
    keys: createKeyCache(),
    indexCacheFor,
    ...options,
    store,
  })
  t.after(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  return { app, port, url: `http://127.0.0.1:${port}` }
}

/** An index cache that holds the shipped data only. */
const indexCacheFor = (revision: string): IndexCache => ({
  read: async () => (revision === shippedDirectory().revision ? shippedTables() : undefined),
  write: async () => {},
})

export const postJson = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } })

/** Sends bytes as they are and resolves to all that comes back until the connection is closed, a character a byte. */
export function sendRaw(port: number, bytes: string | Buffer, { end = true } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1')
    socket.setTimeout(deadlineMs, () => socket.destroy(new Error(`No answer for ${deadlineMs / 1000} s.`)))
    socket.on('data', (text) => {
      answer += text
    })
    // A server that gives up on a flood resets the connection once its answer is out.
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
    socket.on('close', () => resolve(answer))
    if (end) socket.end(bytes)
    else socket.write(bytes)
  })
}
