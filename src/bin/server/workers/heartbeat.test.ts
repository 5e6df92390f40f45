import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createChannelPair } from '../../../../test/support/channel-pair.ts'
import { createPeer } from '../../../ipc/rpc.ts'
import { createHeartbeats, watchPrimary } from './heartbeat.ts'

const timeoutMs = 10_000
const intervalMs = 1_000

/** The primary process and one worker, with a clock that the test moves. */
function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let now = 0
  const nowMs = (): number => now
  let isWorkerStopped = false
  let isPrimaryStopped = false
  const ends = createChannelPair({ losesMessages: () => isWorkerStopped || isPrimaryStopped })
  const [worker, primary] = [createPeer(ends.a), createPeer(ends.b)]
  const heartbeats = createHeartbeats({ timeoutMs, nowMs, areAllUp: () => true })
  heartbeats.add(worker)
  const watch = watchPrimary(primary, { timeoutMs, nowMs })
  let hungWorkers = 0
  const changes: boolean[] = []
  watch.onHungChange((isHung) => changes.push(isHung))
  heartbeats.expectReplies(worker, () => hungWorkers++)
  return {
    heartbeats,
    watch,
    primary,
    changes,
    hungWorkers: () => hungWorkers,
    setWorkerStopped: (next: boolean) => (isWorkerStopped = next),
    setPrimaryStopped: (next: boolean) => (isPrimaryStopped = next),
    /** Lets this number of intervals pass, with every timer late by `lateMs`. */
    pass: (intervals: number, lateMs = 0) => {
      for (let interval = 0; interval < intervals; interval++) {
        now += intervalMs + lateMs
        t.mock.timers.tick(intervalMs)
      }
    },
  }
}

test('a worker that replies is never hung, however long it runs', (t) => {
  const { heartbeats, hungWorkers, changes, pass } = start(t)
  pass(1_000)
  assert.equal(hungWorkers(), 0)
  assert.equal(heartbeats.responding(), 1)
  assert.deepEqual(changes, [])
})

test('a silent worker counts as not responding after half the timeout, and is reported as hung once, after the timeout', (t) => {
  const { heartbeats, hungWorkers, setWorkerStopped, pass } = start(t)
  pass(3)
  setWorkerStopped(true)
  pass(4)
  assert.equal(heartbeats.responding(), 1)
  pass(1)
  assert.equal(heartbeats.responding(), 0)
  pass(4)
  assert.equal(hungWorkers(), 0)
  pass(1)
  assert.equal(hungWorkers(), 1)
  pass(50)
  assert.equal(hungWorkers(), 1)
})

test('a worker that replies late, but within the timeout, is not hung', (t) => {
  const { hungWorkers, setWorkerStopped, pass } = start(t)
  for (let round = 0; round < 20; round++) {
    setWorkerStopped(true)
    pass(8)
    setWorkerStopped(false)
    pass(1)
  }
  assert.equal(hungWorkers(), 0)
})

test('an hour in which the machine was suspended counts as two intervals', (t) => {
  const { hungWorkers, changes, setWorkerStopped, pass } = start(t)
  pass(3)
  setWorkerStopped(true)
  pass(1, 3_600_000)
  assert.equal(hungWorkers(), 0)
  assert.deepEqual(changes, [])
  pass(6)
  assert.equal(hungWorkers(), 0)
  setWorkerStopped(false)
  pass(1)
  setWorkerStopped(true)
  pass(8)
  assert.equal(hungWorkers(), 0)
})

test('a worker notices after half the timeout that the primary is silent, and notices when it is back', async (t) => {
  const { changes, watch, primary, setPrimaryStopped, pass } = start(t)
  pass(2)
  setPrimaryStopped(true)
  pass(3)
  assert.equal(watch.areAllUp(), true)
  const pending = primary.call('any', [], timeoutMs)
  pass(1)
  assert.deepEqual(changes, [true])
  assert.equal(watch.areAllUp(), false)
  await assert.rejects(pending, /does not respond/)
  setPrimaryStopped(false)
  pass(1)
  assert.deepEqual(changes, [true, false])
  assert.equal(watch.areAllUp(), true)
})

test('a worker that is still starting gets heartbeats and is not hung', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const ends = createChannelPair()
  let received = 0
  ends.b.onMessage(() => received++)
  const heartbeats = createHeartbeats({ timeoutMs: 50, areAllUp: () => false })
  heartbeats.add(createPeer(ends.a))
  t.mock.timers.tick(1_000)
  assert.equal(received, 200)
  assert.equal(heartbeats.responding(), 0)
})
