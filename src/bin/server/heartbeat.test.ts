import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startHeartbeats, watchPrimary } from './heartbeat.ts'

const timeoutMs = 10_000
const intervalMs = 1_000

/** The first process and one worker, with a clock that the test moves. */
function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let now = 0
  const nowMs = (): number => now
  let isAnswering = true
  const hung: string[] = []
  const changes: boolean[] = []
  let toWorker: (message: unknown) => void = () => {}
  let isFirstHung = false
  const beats = startHeartbeats<string>({
    timeoutMs,
    nowMs,
    send: (_, message) => isAnswering && !isFirstHung && toWorker(message),
    areAllUp: () => true,
    onHung: (peer) => hung.push(peer),
  })
  const first = watchPrimary(
    {
      send: (message) => beats.onMessage('worker', message),
      onMessage: (listener) => {
        toWorker = listener
      },
    },
    { timeoutMs, nowMs },
  )
  first.onChange((isSilent) => changes.push(isSilent))
  beats.joined('worker')
  beats.listened('worker')
  return {
    beats,
    first,
    hung,
    changes,
    setAnswering: (next: boolean) => (isAnswering = next),
    setFirstHung: (next: boolean) => (isFirstHung = next),
    /** Lets this number of intervals pass, with every timer late by `lateMs`. */
    pass: (intervals: number, lateMs = 0) => {
      for (let interval = 0; interval < intervals; interval++) {
        now += intervalMs + lateMs
        t.mock.timers.tick(intervalMs)
      }
    },
  }
}

test('a worker that answers is never hung, however long it runs', (t) => {
  const { beats, hung, first, pass } = start(t)
  pass(1_000)
  assert.deepEqual(hung, [])
  assert.equal(beats.answering(), 1)
  assert.equal(first.isSilent(), false)
})

test('a worker that is silent is missing after half of the time, and hung after all of it, once', (t) => {
  const { beats, hung, setAnswering, pass } = start(t)
  pass(3)
  setAnswering(false)
  pass(4)
  assert.equal(beats.answering(), 1)
  pass(1)
  assert.equal(beats.answering(), 0)
  pass(4)
  assert.deepEqual(hung, [])
  pass(1)
  assert.deepEqual(hung, ['worker'])
  pass(50)
  assert.deepEqual(hung, ['worker'])
})

test('a worker that answers late, but in time, is not hung', (t) => {
  const { hung, setAnswering, pass } = start(t)
  for (let round = 0; round < 20; round++) {
    setAnswering(false)
    pass(8)
    setAnswering(true)
    pass(1)
  }
  assert.deepEqual(hung, [])
})

test('an hour in which the machine was suspended counts as two intervals', (t) => {
  const { hung, first, setAnswering, pass } = start(t)
  pass(3)
  setAnswering(false)
  pass(1, 3_600_000)
  assert.deepEqual(hung, [])
  assert.equal(first.isSilent(), false)
  pass(6)
  assert.deepEqual(hung, [])
  setAnswering(true)
  pass(1)
  setAnswering(false)
  pass(8)
  assert.deepEqual(hung, [])
})

test('a first process that is silent is noticed after half of the time, and so is its return', (t) => {
  const { changes, first, setFirstHung, pass } = start(t)
  pass(2)
  setFirstHung(true)
  pass(3)
  assert.equal(first.areAllUp(), true)
  pass(1)
  assert.deepEqual(changes, [true])
  assert.equal(first.areAllUp(), false)
  setFirstHung(false)
  pass(1)
  assert.deepEqual(changes, [true, false])
  assert.equal(first.areAllUp(), true)
})

test('a worker that is still starting gets heartbeats and is not hung', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let sent = 0
  const beats = startHeartbeats<string>({
    timeoutMs: 50,
    send: () => sent++,
    areAllUp: () => false,
    onHung: () => assert.fail('it was taken for hung'),
  })
  beats.joined('worker')
  t.mock.timers.tick(1_000)
  assert.equal(sent, 200)
  assert.equal(beats.answering(), 0)
})
