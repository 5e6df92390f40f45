import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { createMemoryQuotaStore } from '../../test/support/memory-quota-store.ts'
import { createQuotaBreaker, type QuotaStore, type Reservation } from './circuit-breaker.ts'
import type { LimitState } from './local-limiter.ts'
import { createSharedLimiter, type SharedLimiter } from './shared-limiter.ts'

const windowMs = 1_000

/** The limiter of a process that must not fall back to its own limits. */
const createProcess = (counts: QuotaStore, nowMs: () => number): SharedLimiter =>
  createSharedLimiter({
    name: 'address',
    counts: createQuotaBreaker(counts, { onOpen: assert.fail, onClose: assert.fail, nowMs }),
    own: { take: () => assert.fail('The fallback was used.') },
    windowMs,
    nowMs,
  })

/** Records how many requests each call wants to reserve. */
const recording = (counts: QuotaStore, wanted: number[]): QuotaStore => ({
  reserve: (subject, quota, count) => {
    wanted.push(count)
    return counts.reserve(subject, quota, count)
  },
})

test('the first requests are reserved one by one; later reservations prefetch, and then requests do not wait', async () => {
  const wanted: number[] = []
  const limiter = createProcess(recording(createMemoryQuotaStore({ windowMs, nowMs: () => 0 }), wanted), () => 0)
  const kinds: string[] = []
  for (let request = 0; request < 11; request++) {
    const state = limiter.take('a', 100)
    kinds.push(state instanceof Promise ? 'waited' : 'at once')
    assert.deepEqual(await state, { allowed: true, remaining: 99 - request, resetSeconds: 1 })
  }
  // Each call reserves one request, and prefetches as many as were used before, up to a twentieth of the rest.
  assert.deepEqual(wanted, [1, 2, 4, 5])
  assert.equal(kinds.filter((kind) => kind === 'waited').length, 4)
})

test('once the quota is used up, requests are rejected at once until the window ends', async () => {
  let now = 0
  const wanted: number[] = []
  const limiter = createProcess(recording(createMemoryQuotaStore({ windowMs, nowMs: () => now }), wanted), () => now)
  for (let request = 0; request < 3; request++) assert.equal((await limiter.take('a', 3)).allowed, true)
  now = 400
  for (let request = 0; request < 100; request++) {
    assert.deepEqual(limiter.take('a', 3), { allowed: false, remaining: 0, resetSeconds: 1 })
  }
  assert.deepEqual(wanted, [1, 1, 1])
  now = windowMs
  assert.equal((await limiter.take('a', 3)).allowed, true)
})

test('requests that wait together share a reservation, and are decided in the order they arrived', async () => {
  const wanted: number[] = []
  const limiter = createProcess(recording(createMemoryQuotaStore({ windowMs, nowMs: () => 0 }), wanted), () => 0)
  const states = await Promise.all(Array.from({ length: 8 }, () => limiter.take('a', 6)))
  assert.deepEqual(
    states.map(({ allowed }) => allowed),
    [true, true, true, true, true, true, false, false],
  )
  assert.deepEqual(wanted, [1, 7])
})

test('an expensive request is reserved as a whole; if it exceeds the quota, smaller requests can still use the rest', async () => {
  const wanted: number[] = []
  const limiter = createProcess(recording(createMemoryQuotaStore({ windowMs, nowMs: () => 0 }), wanted), () => 0)
  assert.deepEqual(await limiter.take('a', 100, 50), { allowed: true, remaining: 50, resetSeconds: 1 })
  const states = await Promise.all([limiter.take('a', 100, 45), limiter.take('a', 100, 20), limiter.take('a', 100, 5)])
  assert.deepEqual(
    states.map(({ allowed }) => allowed),
    [true, false, true],
  )
  assert.equal(wanted[0], 50)
  assert.equal((await limiter.take('a', 100)).allowed, false)
})

test('a reservation is not used after the end of its window, however long the call took', async () => {
  let now = 0
  const counts = createMemoryQuotaStore({ windowMs, nowMs: () => now })
  // Each response takes 100 ms.
  const slow: QuotaStore = {
    reserve: async (...call) => {
      const reservation = await counts.reserve(...call)
      now += 100
      return reservation
    },
  }
  const limiter = createProcess(slow, () => now)
  for (let request = 0; request < 4; request++) await limiter.take('a', 100)
  // Three of seven reserved requests are left; the window of the store ends at 1,000.
  now = 999
  assert.ok(!(limiter.take('a', 100) instanceof Promise))
  now = 1_000
  assert.ok(limiter.take('a', 100) instanceof Promise)
})

/** Several processes with one quota store, where calls and responses take as long as the test wants. */
function createProcesses(size: number) {
  const state = { now: 0 }
  const windows: { beginsMs: number; endsMs: number }[] = []
  const inTransit: (() => void)[] = []
  const counts = createMemoryQuotaStore({ windowMs, nowMs: () => state.now })
  let granted = 0
  const delayed: QuotaStore = {
    reserve: async (...call): Promise<Reservation> => {
      await new Promise<void>((resolve) => inTransit.push(resolve))
      const reservation = await counts.reserve(...call)
      granted += reservation.granted
      const endsMs = state.now + reservation.resetMs
      if (windows.at(-1)?.endsMs !== endsMs) windows.push({ beginsMs: endsMs - windowMs, endsMs })
      await new Promise<void>((resolve) => inTransit.push(resolve))
      return reservation
    },
  }
  const admitted: { process: number; askedMs: number; answeredMs: number }[] = []
  const processes = Array.from({ length: size }, () => createProcess(delayed, () => state.now))
  let refused = 0
  return {
    windows,
    admitted,
    unused: () => granted - admitted.length,
    refused: () => refused,
    request: (process: number, quota: number) => {
      const askedMs = state.now
      const record = ({ allowed }: LimitState): void => {
        if (allowed) admitted.push({ process, askedMs, answeredMs: state.now })
        else refused++
      }
      const result = processes[process]?.take('a', quota) as LimitState | Promise<LimitState>
      if (result instanceof Promise) void result.then(record)
      else record(result)
    },
    deliver: async (choice: number) => {
      inTransit.splice(choice % Math.max(1, inTransit.length), 1)[0]?.()
      await setImmediate()
    },
    deliverAll: async () => {
      while (inTransit.length > 0) {
        for (const pass of inTransit.splice(0)) pass()
        await setImmediate()
      }
    },
    wait: (ms: number) => {
      state.now += ms
    },
  }
}

test('a request in the next window is not rejected because the last window was used up', async () => {
  const cluster = createProcesses(2)
  for (let count = 0; count < 3; count++) cluster.request(0, 3)
  await cluster.deliverAll()
  cluster.wait(990)
  cluster.request(1, 3)
  // The call arrives in time, the response 20 ms later, when the next request has arrived.
  await cluster.deliver(0)
  cluster.wait(20)
  cluster.request(1, 3)
  await cluster.deliverAll()
  assert.deepEqual([cluster.admitted.length, cluster.refused()], [4, 1])
})

test('a client whose requests are spread evenly over any number of processes can use the whole quota', async () => {
  for (const size of [2, 16, 64]) {
    const cluster = createProcesses(size)
    for (let count = 0; count < 600; count++) {
      cluster.request(count % size, 600)
      await cluster.deliverAll()
    }
    assert.deepEqual([cluster.admitted.length, cluster.refused()], [600, 0], `${size} processes`)
  }
})

/** Mostly the difficult cases: floods that use a window up, and waits that end near the boundary of a window. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ process: fc.nat(3), burst: fc.constantFrom(1, 2, 7, 30, 150) }) },
  { weight: 4, arbitrary: fc.record({ deliver: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.constant({ settle: true }) },
  { weight: 3, arbitrary: fc.record({ wait: fc.constantFrom(1, 100, 450, 500, 550, 900, 999, 1_000) }) },
)

test('in any order of calls and responses, no window admits more than the quota', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { size: 'max', maxLength: 60 }),
      fc.constantFrom(1, 3, 45, 130),
      fc.integer({ min: 1, max: 4 }),
      async (steps, quota, size) => {
        const cluster = createProcesses(size)
        let sent = 0
        for (const now of steps) {
          if ('process' in now) {
            for (let count = 0; count < now.burst; count++) cluster.request(now.process % size, quota)
            sent += now.burst
          } else if ('deliver' in now) await cluster.deliver(now.deliver)
          else if ('wait' in now) cluster.wait(now.wait)
          else await cluster.deliverAll()
        }
        await cluster.deliverAll()
        assert.equal(cluster.admitted.length + cluster.refused(), sent, 'every request is decided')
        assert.ok(cluster.unused() >= 0)
        for (const { beginsMs, endsMs } of cluster.windows) {
          const within = cluster.admitted.filter(
            ({ askedMs, answeredMs }) => askedMs >= beginsMs && answeredMs < endsMs,
          ).length
          assert.ok(within <= quota, `${within} of ${quota}`)
        }
      },
    ),
    { numRuns: 400 },
  )
})

test('no request is rejected before the quota is used up, except for the few that other processes prefetched, never more than they used', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(7), { minLength: 50, maxLength: 400 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 8 }),
      async (requests, quota, size) => {
        const cluster = createProcesses(size)
        for (const process of requests) {
          cluster.request(process % size, quota)
          await cluster.deliverAll()
        }
        const used = Array.from({ length: size }, (_, at) => cluster.admitted.filter(({ process }) => process === at))
        const held = used.reduce((sum, { length }) => sum + Math.min(length, Math.floor(quota / 20)), 0)
        assert.ok(cluster.unused() <= held)
        assert.ok(cluster.admitted.length <= quota)
        if (cluster.refused() > 0) assert.ok(cluster.admitted.length >= quota - held)
        else assert.equal(cluster.admitted.length, requests.length)
      },
    ),
    { numRuns: 60 },
  )
})

test('while the quota store is down, the fallback decides, even for waiting requests; then the store is used again', async () => {
  let now = 0
  let isUp = true
  const counts = createMemoryQuotaStore({ windowMs, nowMs: () => now })
  const events: string[] = []
  const limiter = createSharedLimiter({
    name: 'key',
    counts: createQuotaBreaker(
      { reserve: async (...call) => (isUp ? counts.reserve(...call) : Promise.reject(new Error('down'))) },
      { onOpen: () => void events.push('open'), onClose: () => void events.push('closed'), nowMs: () => now },
    ),
    own: { take: () => ({ allowed: true, remaining: 77, resetSeconds: 60 }) },
    windowMs,
    nowMs: () => now,
  })
  assert.equal((await limiter.take('a', 2)).remaining, 1)
  isUp = false
  const waiting = [limiter.take('a', 2), limiter.take('a', 2), limiter.take('b', 2)]
  for (const { remaining } of await Promise.all(waiting)) assert.equal(remaining, 77)
  assert.deepEqual(limiter.take('a', 2), { allowed: true, remaining: 77, resetSeconds: 60 })
  isUp = true
  now = 1_200
  assert.deepEqual(limiter.take('a', 2), { allowed: true, remaining: 77, resetSeconds: 60 })
  await setImmediate()
  assert.equal((await limiter.take('a', 2)).remaining, 1)
  assert.deepEqual(events, ['open', 'closed'])
})
