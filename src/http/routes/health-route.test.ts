import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shippedDirectory, startService } from '../../../test/support/services/service.ts'

test('a running process with data is alive and ready, and caches do not store the response', async (t) => {
  const { url } = await startService(t)
  const health = await fetch(`${url}/healthz`)
  assert.equal(health.status, 200)
  assert.equal(health.headers.get('cache-control'), 'no-store')
  assert.deepEqual(await health.json(), { status: 'ok' })
  const readiness = await fetch(`${url}/readyz`)
  assert.equal(readiness.status, 200)
  assert.deepEqual(await readiness.json(), {
    status: 'ready',
    revision: shippedDirectory().revision,
    build: shippedDirectory().build,
    missing: [],
    channel: null,
  })
})
