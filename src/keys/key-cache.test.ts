import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashKey, issueKey } from './key.ts'
import { createKeyCache } from './key-cache.ts'
import { makeKey } from './key-format.ts'

const issue = (expiresAt: Date | null = null) => issueKey({ mode: 'demo', name: 'A key', now: new Date(0), expiresAt })
const revoked = { revoked_at: new Date(0).toISOString() }

test('a key is known as soon as it is added, and before that it is unknown rather than rejected', () => {
  const keys = createKeyCache()
  const { key, record } = issue()
  keys.replace([])
  assert.deepEqual(keys.check(key), { unknownHash: record.hash })
  keys.add(record)
  assert.deepEqual(keys.check(key), { caller: { keyId: record.id, family: record.family, mode: 'demo' } })
  assert.deepEqual([...keys.drainUsage().keys()], [record.id])
})

test('the cache rejects revoked and expired keys, and an older record does not restore them', () => {
  const keys = createKeyCache(() => new Date(1_000))
  const [revokedKey, expiredKey] = [issue(), issue(new Date(1_000))]
  keys.replace([{ ...revokedKey.record, ...revoked }, expiredKey.record])
  keys.add(revokedKey.record)
  for (const { key } of [revokedKey, expiredKey]) assert.deepEqual(keys.check(key), { problem: 'key_refused' })
  assert.equal(keys.drainUsage().size, 0)
})

test('the cache does not count as loaded because a key was added before the first refresh', () => {
  const keys = createKeyCache()
  keys.add(issue().record)
  assert.equal(keys.isLoaded(), false)
})

test('a typo is not looked up', () => {
  const keys = createKeyCache()
  const key = makeKey('live', (count) => new Uint8Array(count))
  assert.deepEqual(keys.check(`${key}x`), { problem: 'key_malformed' })
  assert.deepEqual(keys.check(key), { unknownHash: hashKey(key) })
})
