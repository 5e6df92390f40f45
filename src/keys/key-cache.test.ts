import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeKey } from './format.ts'
import { hashOfKey, issueKey } from './key.ts'
import { createKeyCache } from './key-cache.ts'

const issue = (expiresAt: Date | null = null) => issueKey({ mode: 'demo', name: 'A key', now: new Date(0), expiresAt })
const revoked = { revoked_at: new Date(0).toISOString() }

test('a key is known from the moment it is added, and until then unknown rather than refused', () => {
  const keys = createKeyCache()
  const { key, record } = issue()
  keys.replace([])
  assert.deepEqual(keys.check(key), { unknownHash: record.hash })
  keys.add(record)
  assert.deepEqual(keys.check(key), { caller: { keyId: record.id, family: record.family, mode: 'demo' } })
  assert.deepEqual([...keys.drainUsage().keys()], [record.id])
})

test('revoked and expired keys are refused from memory, and an older record does not bring one back', () => {
  const keys = createKeyCache(() => new Date(1_000))
  const [gone, over] = [issue(), issue(new Date(1_000))]
  keys.replace([{ ...gone.record, ...revoked }, over.record])
  keys.add(gone.record)
  for (const { key } of [gone, over]) assert.deepEqual(keys.check(key), { problem: 'key_refused' })
  assert.equal(keys.drainUsage().size, 0)
})

test('a key that was added before the first table has loaded is not a table', () => {
  const keys = createKeyCache()
  keys.add(issue().record)
  assert.equal(keys.loaded(), false)
})

test('a typo is not looked up', () => {
  const keys = createKeyCache()
  const key = makeKey('live', (count) => new Uint8Array(count))
  assert.deepEqual(keys.check(`${key}x`), { problem: 'key_malformed' })
  assert.deepEqual(keys.check(key), { unknownHash: hashOfKey(key) })
})
