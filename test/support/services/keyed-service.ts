/** Starts a service with a live key and a demo key, and gives access to its store. */
import type { TestContext } from 'node:test'
import type { AppOptions } from '../../../src/http/app.ts'
import { issueKey, type KeyRecord } from '../../../src/keys/key.ts'
import { createKeyCache } from '../../../src/keys/key-cache.ts'
import type { KeyMode } from '../../../src/keys/key-format.ts'
import type { Store } from '../../../src/store/contract.ts'
import { type Service, startService, temporaryStore } from './service.ts'

export interface KeyedService extends Service {
  store: Store
  live: string
  demo: string
  /** Adds a key to the store and to the key cache of the service. */
  add(more: { mode: KeyMode; family?: string; expiresAt?: Date }): Promise<{ key: string; record: KeyRecord }>
  create(key: string, headers?: Record<string, string>, body?: string): Promise<Response>
}

export async function startKeyedService(
  t: Pick<TestContext, 'after'>,
  options: Partial<AppOptions> = {},
): Promise<KeyedService> {
  const store = options.store ?? temporaryStore(t)
  const keys = createKeyCache()
  const service = await startService(t, { ...options, store, keys })
  const add: KeyedService['add'] = async ({ expiresAt = null, ...more }) => {
    const issued = issueKey({ name: 'A key', now: new Date(), expiresAt: expiresAt ?? null, ...more })
    await store.addKey(issued.record)
    keys.replace(await store.listKeys())
    return issued
  }
  const [live, demo] = [await add({ mode: 'live' }), await add({ mode: 'demo' })]
  const create: KeyedService['create'] = (key, headers = {}, body) =>
    fetch(`${service.url}/index.php`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, ...headers },
      ...(body !== undefined && { body }),
    })
  return { ...service, store, add, create, live: live.key, demo: demo.key }
}
