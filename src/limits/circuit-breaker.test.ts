import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createQuotaBreaker } from './circuit-breaker.ts'
import type { Reservation } from './quota-store.ts'

test('counts that fail are told once, left alone for a second, asked beside the requests, and told once when back', async () => {
  const grant: Reservation = { granted: 1, remaining: 1, resetMs: 1 }
  const told: string[] = []
  let now = 0
  let asked = 0
  let isUp = false
  const reserve = async (): Promise<Reservation> => {
    asked++
    if (!isUp) throw new Error('down')
    return grant
  }
  const watched = createQuotaBreaker(
    { reserve },
    {
      onGone: (reason) => void told.push(`gone: ${(reason as Error).message}`),
      onBack: () => void told.push('back'),
      nowMs: () => now,
    },
  )
  assert.equal(watched.isAvailable(), true)
  assert.deepEqual(await Promise.all([watched.reserve('a', 2, 1), watched.reserve('b', 2, 1)]), [undefined, undefined])
  assert.deepEqual([watched.isAvailable(), told], [false, ['gone: down']])

  asked = 0
  now = 999
  assert.equal(watched.isAvailable(), false)
  assert.equal(asked, 0)
  now = 1_000
  for (let request = 0; request < 5; request++) assert.equal(watched.isAvailable(), false)
  assert.equal(asked, 1)
  await setImmediate()

  isUp = true
  now = 1_999
  assert.equal(watched.isAvailable(), false)
  now = 2_000
  assert.equal(watched.isAvailable(), false)
  await setImmediate()
  assert.deepEqual([watched.isAvailable(), asked, told], [true, 2, ['gone: down', 'back']])
  assert.equal(await watched.reserve('a', 2, 1), grant)

  isUp = false
  await watched.reserve('a', 2, 1)
  assert.deepEqual(told, ['gone: down', 'back', 'gone: down'])
})
