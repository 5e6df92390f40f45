/** Starts the service for a test: the shipped data behind a real socket on loopback. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from '../../../src/http/app.ts'
import { createKeyCache } from '../../../src/keys/key-cache.ts'
import type { Store } from '../../../src/store/contract.ts'
import { openSqliteStore } from '../../../src/store/sqlite.ts'
import { shippedCache, shippedDirectory } from '../data/shipped.ts'
import { wholeProcess } from '../whole-process-context.ts'

export { dataFolder, shippedDirectory } from '../data/shipped.ts'
export { postJson, sendRaw } from './requests.ts'

export interface Service {
  app: FastifyInstance
  url: string
  port: number
}

/** A SQLite store in a temporary folder; the file is created on first use. */
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
 * Without options, all tests of a process share one service: a test must not close it or depend on requests of others. With
 * options, or from `startOwnService`, the test has its own service, which is closed when the test ends.
 */
export function startService(t: Pick<TestContext, 'after'>, options?: Partial<AppOptions>): Promise<Service> {
  if (options) return startOwnService(t, options)
  shared ??= startSharedService()
  return shared
}

/**
 * Never closes a connection because of its age. Loading the data blocks the process, for more than a minute on a busy machine.
 * Server and client then find at the same moment that a connection is too old, and a request can be sent as it is closed, or
 * counts as late although it has only waited to be read.
 */
async function startSharedService(): Promise<Service> {
  const service = await startOwnService(wholeProcess)
  Object.assign(service.app.server, { keepAliveTimeout: 0, timeout: 0, requestTimeout: 0, headersTimeout: 0 })
  return service
}

export async function startOwnService(
  t: Pick<TestContext, 'after'>,
  options: Partial<AppOptions> = {},
): Promise<Service> {
  const store = options.store ?? temporaryStore(t)
  const app = await buildApp({
    directory: shippedDirectory(),
    keys: createKeyCache(),
    // Load each part on first use: most tests need few of them.
    preload: false,
    ...(options.directory ? {} : { cache: shippedCache }),
    ...options,
    store,
  })
  t.after(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  return { app, port, url: `http://127.0.0.1:${port}` }
}
