import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createLocalLimiter } from './local-limiter.ts'

test('a subject can use its quota once a minute', () => {
  let now = 0
  const limiter = createLocalLimiter(() => now)
  for (const remaining of [2, 1, 0])
    assert.deepEqual(limiter.take('a', 3), { allowed: true, remaining, resetSeconds: 60 })
  now = 45_500
  assert.deepEqual(limiter.take('a', 3), { allowed: false, remaining: 0, resetSeconds: 15 })
  assert.equal(limiter.take('b', 3).allowed, true)
  now = 60_000
  assert.deepEqual(limiter.take('a', 3), { allowed: true, remaining: 2, resetSeconds: 60 })
})

test('a request that costs more than the rest of the quota is not counted, and a smaller one still fits', () => {
  const limiter = createLocalLimiter(() => 0)
  assert.deepEqual(limiter.take('a', 10, 8), { allowed: true, remaining: 2, resetSeconds: 60 })
  assert.deepEqual(limiter.take('a', 10, 3), { allowed: false, remaining: 2, resetSeconds: 60 })
  assert.deepEqual(limiter.take('a', 10, 2), { allowed: true, remaining: 0, resetSeconds: 60 })
})

test('a peek is not counted, and says whether the next request is allowed', () => {
  let now = 0
  const limiter = createLocalLimiter(() => now)
  assert.deepEqual(limiter.peek('a', 1), { allowed: true, remaining: 1, resetSeconds: 60 })
  assert.equal(limiter.take('a', 1).allowed, true)
  now = 45_500
  assert.deepEqual(limiter.peek('a', 1), { allowed: false, remaining: 0, resetSeconds: 15 })
  assert.equal(limiter.peek('b', 1).allowed, true)
  now = 60_000
  assert.equal(limiter.peek('a', 1).allowed, true)
})

test('at most twice 200,000 subjects are in memory, the latest among them', () => {
  const limiter = createLocalLimiter(() => 0)
  limiter.take('first', 1)
  for (let number = 0; number < 450_000; number++) limiter.take(`subject ${number}`, 1)
  assert.equal(limiter.take('subject 449999', 1).allowed, false)
  assert.equal(limiter.take('first', 1).allowed, true)
})

test('at any timing of requests, no window of a subject admits more than its quota', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(30_000)), { maxLength: 200 })
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 5 }), (requests, quota) => {
      let now = 0
      const limiter = createLocalLimiter(() => now)
      const windows = new Map<string, { start: number; used: number }>()
      for (const [subject, wait] of requests) {
        now += wait
        let window = windows.get(subject)
        if (!window || now >= window.start + 60_000) {
          window = { start: now, used: 0 }
          windows.set(subject, window)
        }
        window.used++
        assert.equal(limiter.take(subject, quota).allowed, window.used <= quota)
      }
    }),
  )
})

test('a window never lasts longer than a minute, whatever the clock shows', () => {
  // In floating point, now + 60,000 - now is more than 60,000 for each of these numbers.
  for (const now of [34562.589784054486, 78633.611959121, 5780.322706843633]) {
    assert.equal(createLocalLimiter(() => now).take('a', 1).resetSeconds, 60)
  }
})
