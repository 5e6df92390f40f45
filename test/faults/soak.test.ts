import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createMix } from '../../bench/load/mix.ts'
import { runSchedule } from '../../bench/load/open-loop.ts'
import { writeOverlay } from '../../bench/load/overlay.ts'
import { isLong, often } from '../support/repetitions.ts'
import { issue, startListening, temporaryFolder } from '../support/services/processes.ts'
import { waitUntil } from '../support/wait-until.ts'

const seconds = often(2, 60)
const rate = 250
const refreshes = often(1, 10)

test(`${seconds} s of mixed requests on keep-alive connections with refreshes of the data: every response is right`, async (t) => {
  const folder = temporaryFolder(t)
  const overlay = join(folder, 'overlay')
  mkdirSync(join(overlay, 'banks'), { recursive: true })
  const database = `sqlite:${join(folder, 'store.sqlite')}`
  const settings = { DATABASE_URL: database, OVERLAY_DIR: overlay, RATE_LIMIT: 'off', PRELOAD: isLong ? 'on' : 'off' }
  const { key } = await issue(settings)
  const { url, child, stderr } = await startListening(t, settings)
  const port = Number(new URL(url).port)
  const { next, revisions } = createMix(port, key)

  const faults = new Set<string>()
  let responses = 0
  const send = (requests: number): Promise<void> =>
    runSchedule({
      port,
      rate,
      requests,
      connections: 16,
      next,
      readsEvery: 1,
      onAnswer: () => responses++,
      onFault: (fault) => faults.add(fault),
    })
  const load = send(rate * seconds)
  for (let state = 1; state <= refreshes; state++) {
    await setTimeout((seconds * 1000) / (refreshes + 1))
    writeOverlay(overlay, state)
    // A short run waits for the watcher, because with a signal the data would be loaded twice.
    if (isLong) child.kill('SIGHUP')
    await waitUntil(
      () => `the data is served ${state} times:\n${stderr().slice(-2000)}`,
      () => stderr().split('new data is served').length > state,
    )
  }
  await load
  // On a slow machine, all requests may be done before the new data is served.
  await send(rate)
  assert.deepEqual([...faults].slice(0, 5), [])
  assert.equal(responses, rate * (seconds + 1))
  assert.ok(revisions.size > 1, 'responses from more than one state of the data')
})
