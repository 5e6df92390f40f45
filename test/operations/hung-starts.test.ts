/** A worker that hangs before it listens, so that it never replies to a heartbeat. */
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { WorkerPool, type WorkerSetup } from '../../src/bin/server/workers/worker-pool.ts'
import { listeningMethod } from '../../src/bin/server/workers/worker-protocol.ts'
import { temporaryFolder } from '../support/services/processes.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Blocks forever on its first start. On later starts it listens and replies to heartbeats. */
const hangingOnce = `
  import { existsSync, writeFileSync } from 'node:fs'
  const marker = import.meta.filename + '.started'
  if (!existsSync(marker)) {
    writeFileSync(marker, '')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  process.on('message', () => process.send({ method: 'heartbeat.reply', parameters: [] }))
  process.send({ method: '${listeningMethod}', parameters: [] })
`

test('a worker that hangs while it starts is killed and replaced', async (t) => {
  const entry = join(temporaryFolder(t), 'worker.mjs')
  writeFileSync(entry, hangingOnce)
  const warnings: string[] = []
  const replaced: string[] = []
  const listening = Promise.withResolvers<void>()
  const setup: WorkerSetup = {
    entry,
    environment: () => ({}),
    onStart: () => {},
    onListening: () => listening.resolve(),
    onExit: () => {},
    onReplaced: (reason) => void replaced.push(reason),
    log: { info: () => {}, warn: (_, message) => void warnings.push(message) },
  }
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const timeoutMs = 10_000
  const pool = new WorkerPool({ count: 1, timeoutMs, stopMsMax: 0 })
  t.after(() => pool.stop())
  const settled = pool.start(setup)
  await waitUntil('the worker hangs', () => existsSync(`${entry}.started`))
  t.mock.timers.tick(11 * timeoutMs)
  assert.deepEqual(warnings, [])
  t.mock.timers.tick(timeoutMs)
  assert.deepEqual(warnings.splice(0), ['a worker does not respond and is being killed'])
  await settled
  await listening.promise
  assert.deepEqual(replaced, ['hung'])
  // The second worker listens, so it is not killed.
  t.mock.timers.tick(12 * timeoutMs)
  assert.deepEqual(warnings, ['a worker exited and is being restarted'])
})
