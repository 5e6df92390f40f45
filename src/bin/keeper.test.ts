import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { issueKey } from '../keys/key.ts'
import { openKeyTable } from '../keys/table.ts'
import type { Store } from '../store/contract.ts'
import { startKeeper } from './keeper.ts'

test('a revoked key stops within 5 s: the table of keys is read again every 2 s', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { key, record } = issueKey({ mode: 'live', name: 'x', now: new Date(), expiresAt: null })
  let records = [record]
  // It answers at once, so that one turn of the event loop is enough for a round.
  const store = { listKeys: async () => records, noteUses: async () => {}, forgetIdempotency: async () => 0 }
  const keys = openKeyTable()
  const keeper = startKeeper(store as unknown as Store, keys, { info: () => {}, warn: assert.fail })
  t.after(() => keeper.stop())
  await keeper.ready
  await setImmediate()
  const works = (): boolean => 'caller' in keys.check(key)
  for (const isRevoked of [true, false]) {
    records = [{ ...record, revoked_at: isRevoked ? new Date().toISOString() : null }]
    t.mock.timers.tick(1_999)
    await setImmediate()
    assert.equal(works(), isRevoked)
    t.mock.timers.tick(1)
    await setImmediate()
    assert.equal(works(), !isRevoked)
  }
})
