import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createQuotaBreaker, type Reservation } from './circuit-breaker.ts'

test('after a failure it opens once, probes every second in the background, and closes once', async () => {
  const reservation: Reservation = { granted: 1, remaining: 1, resetMs: 1 }
  const events: string[] = []
  let now = 0
  let calls = 0
  let isUp = false
  const reserve = async (): Promise<Reservation> => {
    calls++
    if (!isUp) throw new Error('down')
    return reservation
  }
  const breaker = createQuotaBreaker(
    { reserve },
    {
      onOpen: (reason) => void events.push(`open: ${(reason as Error).message}`),
      onClose: () => void events.push('closed'),
      nowMs: () => now,
    },
  )
  assert.equal(breaker.isAvailable(), true)
  assert.deepEqual(await Promise.all([breaker.reserve('a', 2, 1), breaker.reserve('b', 2, 1)]), [undefined, undefined])
  assert.deepEqual([breaker.isAvailable(), events], [false, ['open: down']])

  calls = 0
  now = 999
  assert.equal(breaker.isAvailable(), false)
  assert.equal(calls, 0)
  now = 1_000
  for (let request = 0; request < 5; request++) assert.equal(breaker.isAvailable(), false)
  assert.equal(calls, 1)
  await setImmediate()

  isUp = true
  now = 1_999
  assert.equal(breaker.isAvailable(), false)
  now = 2_000
  assert.equal(breaker.isAvailable(), false)
  await setImmediate()
  assert.deepEqual([breaker.isAvailable(), calls, events], [true, 2, ['open: down', 'closed']])
  assert.equal(await breaker.reserve('a', 2, 1), reservation)

  isUp = false
  await breaker.reserve('a', 2, 1)
  assert.deepEqual(events, ['open: down', 'closed', 'open: down'])
})
