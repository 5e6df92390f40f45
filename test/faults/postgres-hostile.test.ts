/** PostgreSQL keeps its connections open but is silent, slow, sends garbage or rows without end. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { small, writeFolder } from '../support/data/small-data.ts'
import { missingParts, statusOfCreation } from '../support/services/admin-commands.ts'
import { startDatabaseProxy } from '../support/services/database-proxy.ts'
import { startLookups } from '../support/services/lookups.ts'
import { startPostgres } from '../support/services/postgres.ts'
import { create, issue, startListening } from '../support/services/processes.ts'
import { isRefusal } from '../support/services/record-orders.ts'

/** Several at once, so that some of them wait for a connection. */
const creations = 20
/** The size of the connection pool. */
const connectionsMax = 10
/** More than the list of all keys may have. */
const replyBytesMax = 80_000_000

test('a hostile PostgreSQL: lookups continue, creations get 503, nothing grows, and the service recovers without a restart', async (t) => {
  const postgres = await startPostgres(t)
  if (!postgres) return
  const proxy = await startDatabaseProxy(t, postgres.url)
  const settings = { DATA_DIR: writeFolder(t, small()), DATABASE_URL: proxy.url, RATE_LIMIT: 'off' }
  const { key } = await issue(settings)
  const { url, child } = await startListening(t, settings)
  const lookups = await startLookups(t, url, [() => ({}), () => ({ 'X-Public-Hash-Key': key })])
  for (const mode of ['silent', 'slow', 'garbage', 'endless'] as const) {
    // All connections of the pool are open when the fault begins.
    await Promise.all(Array.from({ length: creations }, () => statusOfCreation(url, key, 200)))
    proxy.set(mode)
    const startMs = performance.now()
    // A creation with an Idempotency-Key takes four statements.
    const order = async () => {
      const response = await create(url, key, { 'Idempotency-Key': randomUUID() })
      assert.ok(isRefusal(response), `${mode}: ${response.status} ${await response.text()}`)
      return performance.now() - startMs
    }
    const waits = await Promise.all(Array.from({ length: creations }, order))
    await missingParts(url, ['store'])
    await lookups.more(50)
    assert.ok(proxy.openConnections() <= connectionsMax, `${mode}: ${proxy.openConnections()} connections`)
    proxy.set('pass')
    await missingParts(url, [])
    t.diagnostic(`${mode}: 503 after ${(Math.max(...waits) / 1000).toFixed(1)} s at most`)
  }
  assert.ok(proxy.endlessBytes() < replyBytesMax, `${proxy.endlessBytes()} bytes`)
  await statusOfCreation(url, key, 200)
  assert.deepEqual(await lookups.stop(), [])
  assert.equal(child.exitCode, null)
})
