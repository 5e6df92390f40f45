import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { createQuotaBreaker } from './circuit-breaker.ts'
import { createMemoryQuotaStore, type QuotaStore, type Reservation } from './quota-store.ts'
import { createSharedLimiter, type LimitState, type SharedLimiter } from './shared-limiter.ts'

const windowMs = 1_000

/** A limiter of a process whose own limits would show: they refuse everything. */
const openProcess = (counts: QuotaStore, nowMs: () => number): SharedLimiter =>
  createSharedLimiter({
    name: 'address',
    counts: createQuotaBreaker(counts, { onGone: assert.fail, onBack: assert.fail, nowMs }),
    own: { take: () => assert.fail('The own limiter was asked.') },
    windowMs,
    nowMs,
  })

/** Writes down how many each question wants. */
const noting = (counts: QuotaStore, wanted: number[]): QuotaStore => ({
  reserve: (subject, quota, count) => {
    wanted.push(count)
    return counts.reserve(subject, quota, count)
  },
})

test('the first requests are asked for one by one, later ones ahead, and then nobody has to wait', async () => {
  const wanted: number[] = []
  const limiter = openProcess(noting(createMemoryQuotaStore({ windowMs, nowMs: () => 0 }), wanted), () => 0)
  const ways: string[] = []
  for (let request = 0; request < 11; request++) {
    const standing = limiter.take('a', 100)
    ways.push(standing instanceof Promise ? 'asked' : 'at once')
    assert.deepEqual(await standing, { allowed: true, remaining: 99 - request, resetSeconds: 1 })
  }
  // One, and then as many ahead as were used before, up to a twentieth of what remains.
  assert.deepEqual(wanted, [1, 2, 4, 5])
  assert.equal(ways.filter((way) => way === 'asked').length, 4)
})

test('once the quota is used up, requests are refused at once until the window ends', async () => {
  let now = 0
  const asked: number[] = []
  const limiter = openProcess(noting(createMemoryQuotaStore({ windowMs, nowMs: () => now }), asked), () => now)
  for (let request = 0; request < 3; request++) assert.equal((await limiter.take('a', 3)).allowed, true)
  now = 400
  for (let request = 0; request < 100; request++) {
    assert.deepEqual(limiter.take('a', 3), { allowed: false, remaining: 0, resetSeconds: 1 })
  }
  assert.deepEqual(asked, [1, 1, 1])
  now = windowMs
  assert.equal((await limiter.take('a', 3)).allowed, true)
})

test('requests that wait together are asked for together, and answered in their order', async () => {
  const wanted: number[] = []
  const limiter = openProcess(noting(createMemoryQuotaStore({ windowMs, nowMs: () => 0 }), wanted), () => 0)
  const standings = await Promise.all(Array.from({ length: 8 }, () => limiter.take('a', 6)))
  assert.deepEqual(
    standings.map(({ allowed }) => allowed),
    [true, true, true, true, true, true, false, false],
  )
  assert.deepEqual(wanted, [1, 7])
})

test('a request of a higher cost is reserved as a whole, and one that does not fit leaves room for smaller ones', async () => {
  const wanted: number[] = []
  const limiter = openProcess(noting(createMemoryQuotaStore({ windowMs, nowMs: () => 0 }), wanted), () => 0)
  assert.deepEqual(await limiter.take('a', 100, 50), { allowed: true, remaining: 50, resetSeconds: 1 })
  const standings = await Promise.all([
    limiter.take('a', 100, 45),
    limiter.take('a', 100, 20),
    limiter.take('a', 100, 5),
  ])
  assert.deepEqual(
    standings.map(({ allowed }) => allowed),
    [true, false, true],
  )
  assert.equal(wanted[0], 50)
  assert.equal((await limiter.take('a', 100)).allowed, false)
})

test('what was reserved before the window ended is not used after it, however long the answer took', async () => {
  let now = 0
  const counts = createMemoryQuotaStore({ windowMs, nowMs: () => now })
  // Each answer is under way for 100 ms.
  const slow: QuotaStore = {
    reserve: async (...question) => {
      const grant = await counts.reserve(...question)
      now += 100
      return grant
    },
  }
  const limiter = openProcess(slow, () => now)
  for (let request = 0; request < 4; request++) await limiter.take('a', 100)
  // Of seven reserved, three are left; the window of the counts ends at 1,000.
  now = 999
  assert.ok(!(limiter.take('a', 100) instanceof Promise))
  now = 1_000
  assert.ok(limiter.take('a', 100) instanceof Promise)
})

/** Several processes over one count, where questions and answers are under way for as long as a test likes. */
function openFleet(size: number) {
  const state = { now: 0 }
  const windows: { beginsMs: number; endsMs: number }[] = []
  const underWay: (() => void)[] = []
  const counts = createMemoryQuotaStore({ windowMs, nowMs: () => state.now })
  let granted = 0
  const delayed: QuotaStore = {
    reserve: async (...question): Promise<Reservation> => {
      await new Promise<void>((resolve) => underWay.push(resolve))
      const grant = await counts.reserve(...question)
      granted += grant.granted
      const endsMs = state.now + grant.resetMs
      if (windows.at(-1)?.endsMs !== endsMs) windows.push({ beginsMs: endsMs - windowMs, endsMs })
      await new Promise<void>((resolve) => underWay.push(resolve))
      return grant
    },
  }
  const admitted: { process: number; askedMs: number; answeredMs: number }[] = []
  const processes = Array.from({ length: size }, () => openProcess(delayed, () => state.now))
  let refused = 0
  return {
    windows,
    admitted,
    unused: () => granted - admitted.length,
    refused: () => refused,
    request: (process: number, quota: number) => {
      const askedMs = state.now
      const note = ({ allowed }: LimitState): void => {
        if (allowed) admitted.push({ process, askedMs, answeredMs: state.now })
        else refused++
      }
      const standing = processes[process]?.take('a', quota) as LimitState | Promise<LimitState>
      if (standing instanceof Promise) void standing.then(note)
      else note(standing)
    },
    deliver: async (choice: number) => {
      underWay.splice(choice % Math.max(1, underWay.length), 1)[0]?.()
      await setImmediate()
    },
    deliverAll: async () => {
      while (underWay.length > 0) {
        for (const pass of underWay.splice(0)) pass()
        await setImmediate()
      }
    },
    wait: (ms: number) => {
      state.now += ms
    },
  }
}

test('a request of the next window is not refused because the last one was used up', async () => {
  const fleet = openFleet(2)
  for (let count = 0; count < 3; count++) fleet.request(0, 3)
  await fleet.deliverAll()
  fleet.wait(990)
  fleet.request(1, 3)
  // The question arrives in time, the answer 20 ms later, when the next request is there.
  await fleet.deliver(0)
  fleet.wait(20)
  fleet.request(1, 3)
  await fleet.deliverAll()
  assert.deepEqual([fleet.admitted.length, fleet.refused()], [4, 1])
})

test('a caller whose requests are spread evenly over processes can use the whole quota, however many there are', async () => {
  for (const size of [2, 16, 64]) {
    const fleet = openFleet(size)
    for (let count = 0; count < 600; count++) {
      fleet.request(count % size, 600)
      await fleet.deliverAll()
    }
    assert.deepEqual([fleet.admitted.length, fleet.refused()], [600, 0], `${size} processes`)
  }
})

/** Mostly what leads to trouble: floods that use a window up, and waits that end near the border of one. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ process: fc.nat(3), burst: fc.constantFrom(1, 2, 7, 30, 150) }) },
  { weight: 4, arbitrary: fc.record({ deliver: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.constant({ settle: true }) },
  { weight: 3, arbitrary: fc.record({ wait: fc.constantFrom(1, 100, 450, 500, 550, 900, 999, 1_000) }) },
)

test('however questions and answers overtake each other, no window admits more than the quota in all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { size: 'max', maxLength: 60 }),
      fc.constantFrom(1, 3, 45, 130),
      fc.integer({ min: 1, max: 4 }),
      async (steps, quota, size) => {
        const fleet = openFleet(size)
        let sent = 0
        for (const now of steps) {
          if ('process' in now) {
            for (let count = 0; count < now.burst; count++) fleet.request(now.process % size, quota)
            sent += now.burst
          } else if ('deliver' in now) await fleet.deliver(now.deliver)
          else if ('wait' in now) fleet.wait(now.wait)
          else await fleet.deliverAll()
        }
        await fleet.deliverAll()
        assert.equal(fleet.admitted.length + fleet.refused(), sent, 'every request is answered')
        assert.ok(fleet.unused() >= 0)
        for (const { beginsMs, endsMs } of fleet.windows) {
          const within = fleet.admitted.filter(
            ({ askedMs, answeredMs }) => askedMs >= beginsMs && answeredMs < endsMs,
          ).length
          assert.ok(within <= quota, `${within} of ${quota}`)
        }
      },
    ),
    { numRuns: 400 },
  )
})

test('nobody is refused before the quota is used, but for what the other processes hold: little, and no more than they used', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(7), { minLength: 50, maxLength: 400 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 8 }),
      async (requests, quota, size) => {
        const fleet = openFleet(size)
        for (const process of requests) {
          fleet.request(process % size, quota)
          await fleet.deliverAll()
        }
        const used = Array.from({ length: size }, (_, at) => fleet.admitted.filter(({ process }) => process === at))
        const held = used.reduce((sum, { length }) => sum + Math.min(length, Math.floor(quota / 20)), 0)
        assert.ok(fleet.unused() <= held)
        assert.ok(fleet.admitted.length <= quota)
        if (fleet.refused() > 0) assert.ok(fleet.admitted.length >= quota - held)
        else assert.equal(fleet.admitted.length, requests.length)
      },
    ),
    { numRuns: 60 },
  )
})

test('without the shared counts the own limiter decides, for those who wait too, and shared counts are used when back', async () => {
  let now = 0
  let isUp = true
  const counts = createMemoryQuotaStore({ windowMs, nowMs: () => now })
  const told: string[] = []
  const limiter = createSharedLimiter({
    name: 'key',
    counts: createQuotaBreaker(
      { reserve: async (...question) => (isUp ? counts.reserve(...question) : Promise.reject(new Error('down'))) },
      { onGone: () => void told.push('gone'), onBack: () => void told.push('back'), nowMs: () => now },
    ),
    own: { take: () => ({ allowed: true, remaining: 77, resetSeconds: 60 }) },
    windowMs,
    nowMs: () => now,
  })
  assert.equal((await limiter.take('a', 2)).remaining, 1)
  isUp = false
  const waiting = [limiter.take('a', 2), limiter.take('a', 2), limiter.take('b', 2)]
  for (const standing of await Promise.all(waiting)) assert.equal(standing.remaining, 77)
  assert.deepEqual(limiter.take('a', 2), { allowed: true, remaining: 77, resetSeconds: 60 })
  isUp = true
  now = 1_200
  assert.deepEqual(limiter.take('a', 2), { allowed: true, remaining: 77, resetSeconds: 60 })
  await setImmediate()
  assert.equal((await limiter.take('a', 2)).remaining, 1)
  assert.deepEqual(told, ['gone', 'back'])
})
