/** A worker that hangs before it listens, so that it never replies to a ping. */
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { WorkerPool } from '../../src/bin/server/worker-pool.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Blocks forever on its first start. On later starts it replies to pings. */
const hangingOnce = `
  import { existsSync, writeFileSync } from 'node:fs'
  const marker = import.meta.filename + '.started'
  if (!existsSync(marker)) {
    writeFileSync(marker, '')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  process.on('message', () => process.send('pong'))
`

test('a worker that hangs while it starts is killed after twelve timeouts and replaced', async (t) => {
  const entry = join(temporaryFolder(t), 'worker.mjs')
  writeFileSync(entry, hangingOnce)
  const warnings: string[] = []
  const log = { info: () => {}, warn: (_: object, message: string) => void warnings.push(message) }
  t.mock.timers.enable({ apis: ['setInterval'] })
  const timeoutMs = 10_000
  const pool = new WorkerPool({ count: 1, timeoutMs, stopMsMax: 0 })
  t.after(() => pool.stop())
  pool.start({ entry, environment: () => ({}), log })
  await waitUntil('the worker hangs', () => existsSync(`${entry}.started`))
  t.mock.timers.tick(12 * timeoutMs)
  assert.deepEqual(warnings, [])
  t.mock.timers.tick(timeoutMs)
  assert.deepEqual(warnings, ['a worker does not respond and is being killed'])
  await waitUntil('the second worker replies', () => {
    t.mock.timers.tick(timeoutMs / 10)
    return pool.responding() === 1
  })
  assert.deepEqual(pool.replaced, { ended: 0, hung: 1 })
  assert.deepEqual(warnings.slice(1), ['a worker exited and is being restarted'])
})

/** Replies to the first ping only. */
const silent = `process.once('message', () => process.send('pong')); setInterval(() => {}, 3_600_000)`

test('a worker that stops replying counts as missing after half the timeout, and is killed once, after the timeout', async (t) => {
  const entry = join(temporaryFolder(t), 'worker.mjs')
  writeFileSync(entry, silent)
  const killed: string[] = []
  const log = { info: () => {}, warn: (_: object, message: string) => void killed.push(message) }
  t.mock.timers.enable({ apis: ['setInterval'] })
  const pool = new WorkerPool({ count: 1, timeoutMs: 1_000, stopMsMax: 0 })
  t.after(() => pool.stop())
  pool.start({ entry, environment: () => ({}), log })
  t.mock.timers.tick(100)
  await waitUntil('the worker replies', () => pool.responding() === 1)
  t.mock.timers.tick(500)
  assert.equal(pool.responding(), 1)
  t.mock.timers.tick(100)
  assert.equal(pool.responding(), 0)
  t.mock.timers.tick(400)
  assert.deepEqual(killed, [])
  t.mock.timers.tick(1_000)
  assert.deepEqual(killed, ['a worker does not respond and is being killed'])
})
