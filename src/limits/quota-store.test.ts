import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryQuotaStore } from './quota-store.ts'

test('the reservations of a window never exceed the quota, and the next window starts from zero', async () => {
  let now = 0
  const quotas = createMemoryQuotaStore({ nowMs: () => now })
  assert.deepEqual(await quotas.reserve('a', 10, 4), { granted: 4, remaining: 6, resetMs: 60_000 })
  now = 20_000
  assert.deepEqual(await quotas.reserve('a', 10, 9), { granted: 6, remaining: 0, resetMs: 40_000 })
  assert.deepEqual(await quotas.reserve('a', 10, 1), { granted: 0, remaining: 0, resetMs: 40_000 })
  assert.deepEqual(await quotas.reserve('b', 10, 1), { granted: 1, remaining: 9, resetMs: 60_000 })
  now = 60_000
  assert.deepEqual(await quotas.reserve('a', 10, 1), { granted: 1, remaining: 9, resetMs: 60_000 })
})

test('a quota that was lowered within a window grants no more requests', async () => {
  const quotas = createMemoryQuotaStore({ nowMs: () => 0 })
  await quotas.reserve('a', 10, 8)
  assert.deepEqual(await quotas.reserve('a', 5, 1), { granted: 0, remaining: 0, resetMs: 60_000 })
})

test('a reservation of 0 starts no window', async () => {
  let now = 0
  const quotas = createMemoryQuotaStore({ nowMs: () => now })
  assert.deepEqual(await quotas.reserve('a', 10, 0), { granted: 0, remaining: 10, resetMs: 60_000 })
  now = 30_000
  assert.deepEqual(await quotas.reserve('a', 10, 1), { granted: 1, remaining: 9, resetMs: 60_000 })
})
