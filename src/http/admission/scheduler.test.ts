import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createScheduler } from './scheduler.ts'

/** A scheduler with a clock that only jobs advance. */
function createClocked() {
  let now = 0
  const scheduler = createScheduler({ nowMs: () => now })
  const order: string[] = []
  const job = (name: string, ms: number) => () => {
    now += ms
    order.push(name)
    return name
  }
  /** Uses up the time of the turn. */
  const fillTurn = (): void => {
    const advance = (): void => {
      now += 10
    }
    scheduler.run('another caller', advance, 'light')
  }
  const pause = (): void => {
    now += 1_000
  }
  return { scheduler, order, job, fillTurn, pause }
}

test('a job runs at once while the turn has time, and waits for the next turn after that', async () => {
  const { scheduler, order, job } = createClocked()
  assert.equal(scheduler.run('a', job('first', 1)), 'first')
  assert.equal(scheduler.run('a', job('second', 3)), 'second')
  const third = scheduler.run('a', job('third', 3))
  assert.ok(third instanceof Promise)
  assert.deepEqual([order.length, scheduler.waiting()], [2, 1])
  assert.equal(await third, 'third')
  assert.equal(scheduler.waiting(), 0)
})

test('callers run round-robin, however many jobs one of them has', async () => {
  const { scheduler, order, job, fillTurn } = createClocked()
  fillTurn()
  const waiting = [1, 2, 3].map((number) => scheduler.run('a', job(`a${number}`, 10)))
  waiting.push(scheduler.run('b', job('b1', 10)), scheduler.run('b', job('b2', 10)))
  await Promise.all(waiting)
  assert.deepEqual(order, ['a1', 'b1', 'a2', 'b2', 'a3'])
})

test('a turn ends when its time is over, so that sockets are read in between', async () => {
  const { scheduler, order, job, fillTurn } = createClocked()
  fillTurn()
  const waiting = [1, 2, 3, 4].map((number) => scheduler.run('a', job(`a${number}`, 10)))
  const seen: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    await nextTurn()
    seen.push(order.length)
  }
  assert.deepEqual(seen, [1, 2, 3, 4, 4])
  await Promise.all(waiting)
})

test('light jobs run before heavy ones, and neither lane starves', async () => {
  const { scheduler, order, job, fillTurn } = createClocked()
  fillTurn()
  const waiting = [
    scheduler.run('a', job('heavy1', 10)),
    scheduler.run('a', job('heavy2', 10)),
    scheduler.run('b', job('light1', 10), 'light'),
    scheduler.run('b', job('light2', 10), 'light'),
  ]
  await Promise.all(waiting)
  assert.deepEqual(order, ['light1', 'heavy1', 'light2', 'heavy2'])
})

test('the first job after a pause runs at once', () => {
  const { scheduler, job, pause } = createClocked()
  scheduler.run('a', job('first', 1))
  pause()
  assert.equal(scheduler.run('a', job('second', 1)), 'second')
})

test('a turn runs only one heavy job that is longer than its time', async () => {
  const { scheduler, order, job } = createClocked()
  const seen: number[] = []
  scheduler.run('a', job('a1', 10))
  const waiting = [scheduler.run('b', job('b1', 10)), scheduler.run('c', job('c1', 10))]
  // A pipelined request starts when the response to the previous one has been sent, which is some ticks later.
  const sent = Promise.resolve(waiting[0]).then(() => new Promise<void>((resolve) => process.nextTick(resolve)))
  waiting.push(sent.then(() => scheduler.run('b', job('b2', 10))))
  while (order.length < 4) {
    await nextTurn()
    seen.push(order.length)
  }
  assert.deepEqual(seen, [1, 2, 3, 4])
  await Promise.all(waiting)
})

test('a job that throws fails only its own caller', async () => {
  const { scheduler, job, fillTurn } = createClocked()
  const fail = (): never => {
    throw new Error('no')
  }
  assert.throws(() => scheduler.run('a', fail), /no/)
  fillTurn()
  const [failed, next] = [scheduler.run('a', fail), scheduler.run('a', job('next', 1))]
  await assert.rejects(async () => failed, /no/)
  assert.equal(await next, 'next')
})

test('jobs of other callers run between the steps of long work', async () => {
  const { scheduler, order, job, fillTurn } = createClocked()
  fillTurn()
  const work = function* (): Generator<void, string> {
    for (const name of ['step1', 'step2', 'step3']) {
      job(name, 10)()
      yield
    }
    return 'done'
  }
  const long = scheduler.runSteps('a', work())
  const other = scheduler.run('b', job('b', 10))
  assert.equal(await long, 'done')
  await other
  assert.deepEqual(order, ['step1', 'b', 'step2', 'step3'])
})

test('only light jobs run between the steps of uninterrupted work', async () => {
  const { scheduler, order, job, fillTurn } = createClocked()
  fillTurn()
  const work = function* (name: string): Generator<void, string> {
    for (const step of [1, 2]) {
      job(`${name}${step}`, 10)()
      yield
    }
    return name
  }
  const jobs = [scheduler.runUninterrupted('a', work('a')), scheduler.runUninterrupted('b', work('b'))]
  const others = [scheduler.run('b', job('heavy', 10)), scheduler.run('b', job('light', 10), 'light')]
  const fail = function* (): Generator<void, never> {
    yield
    throw new Error('no')
  }
  await assert.rejects(scheduler.runUninterrupted('c', fail()), /no/)
  assert.deepEqual(await Promise.all(jobs), ['a', 'b'])
  await Promise.all(others)
  assert.deepEqual(order, ['light', 'a1', 'a2', 'b1', 'b2', 'heavy'])
})
