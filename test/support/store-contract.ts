/** The contract of the store, which every implementation fulfils. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { issueKey, type KeyRecord } from '../../src/keys/key.ts'
import { type Store, type StoredRecord, StoreUnavailable } from '../../src/store/contract.ts'

interface Databases {
  /** Opens the same database again, as another process would. */
  open(): Store
  /** Starts with an empty database. */
  reset(): Promise<void>
}

export const newKey = (more: { mode?: 'live' | 'demo'; family?: string } = {}): KeyRecord =>
  issueKey({ mode: 'live', name: 'A key', now: new Date(), expiresAt: null, ...more }).record

let serial = 0
export const newRecord = (mode: 'live' | 'demo' = 'live'): StoredRecord => {
  serial++
  return { id: `rec_${String(serial).padStart(8, '0')}`, kind: 'pet', mode, created_at: new Date(serial).toISOString() }
}

const guarantees: Record<string, (open: () => Store) => Promise<void>> = {
  'keys are read back complete, oldest first, also by another process': async (open) => {
    const keys = [newKey(), newKey({ mode: 'demo' })]
    const store = open()
    for (const key of keys) await store.addKey(key)
    const sorted = keys.toSorted((a, b) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1))
    assert.deepEqual(await open().listKeys(), sorted)
  },
  'a key is found by its hash as soon as it is stored, also by another process and in any state': async (open) => {
    const store = open()
    const other = open()
    const [key, next] = [newKey(), newKey({ mode: 'demo' })]
    assert.equal(await other.findKey(key.hash), undefined)
    await store.addKey(key)
    assert.deepEqual(await other.findKey(key.hash), key)
    const endsAt = '2026-01-02T00:00:00.000Z'
    await store.rotateKey(key.id, endsAt, next)
    assert.deepEqual(await other.findKey(next.hash), next)
    assert.equal((await other.findKey(key.hash))?.expires_at, endsAt)
    await store.revokeKey(next.id, endsAt)
    assert.equal((await other.findKey(next.hash))?.revoked_at, endsAt)
  },
  'a key is revoked only once': async (open) => {
    const store = open()
    const key = newKey()
    await store.addKey(key)
    assert.equal(await store.revokeKey(key.id, '2026-01-01T00:00:00.000Z'), true)
    assert.equal(await store.revokeKey(key.id, '2027-01-01T00:00:00.000Z'), false)
    assert.equal(await store.revokeKey('key_unknown', '2027-01-01T00:00:00.000Z'), false)
    assert.equal((await store.listKeys())[0]?.revoked_at, '2026-01-01T00:00:00.000Z')
  },
  'a rotation sets the end of the old key and adds the new one, or does neither': async (open) => {
    const store = open()
    const [old, next, another] = [newKey(), newKey(), newKey()]
    await store.addKey(old)
    assert.equal(await store.rotateKey(old.id, '2026-01-02T00:00:00.000Z', next), true)
    assert.equal(await store.rotateKey(old.id, '2026-01-01T00:00:00.000Z', another), false)
    assert.equal(await store.rotateKey('key_unknown', '2026-01-01T00:00:00.000Z', another), false)
    await store.revokeKey(next.id, '2026-01-01T00:00:00.000Z')
    assert.equal(await store.rotateKey(next.id, '2026-01-01T00:00:00.000Z', another), false)
    // The new key already exists, so the old one must not end.
    const fresh = newKey()
    await store.addKey(fresh)
    await assert.rejects(store.rotateKey(fresh.id, '2026-01-01T00:00:00.000Z', next), StoreUnavailable)
    const ends = Object.fromEntries((await store.listKeys()).map(({ id, expires_at }) => [id, expires_at]))
    assert.deepEqual(ends, { [old.id]: '2026-01-02T00:00:00.000Z', [next.id]: null, [fresh.id]: null })
  },
  'the time of last use never moves back': async (open) => {
    const store = open()
    const key = newKey()
    await store.addKey(key)
    for (const at of ['2026-02-01', '2026-01-01']) await store.recordKeyUsage(new Map([[key.id, at]]))
    assert.equal((await store.listKeys())[0]?.last_used_at, '2026-02-01')
  },
  'records are listed newest first, live and demo separately, also by another process': async (open) => {
    const store = open()
    const [live, demo] = [newKey(), newKey({ mode: 'demo' })]
    await store.addKey(live)
    await store.addKey(demo)
    const records = [newRecord(), newRecord('demo'), newRecord()]
    for (const record of records) {
      assert.deepEqual(await store.createRecord({ record, keyId: record.mode === 'live' ? live.id : demo.id }), record)
    }
    const other = open()
    assert.deepEqual(await other.listRecords({ limit: 10 }), records.toReversed())
    assert.deepEqual(await other.listRecords({ mode: 'demo', limit: 10 }), [records[1]])
    assert.deepEqual(await other.listRecords({ limit: 1 }), [records[2]])
  },
  'a retry gets the first record, only within its family of keys': async (open) => {
    const store = open()
    const key = newKey()
    await store.addKey(key)
    const create = (family: string) => {
      return store.createRecord({ record: newRecord(), keyId: key.id, idempotency: { family, key: 'order-1' } })
    }
    const first = await create('a')
    assert.deepEqual(await create('a'), first)
    assert.notDeepEqual(await create('b'), first)
    assert.equal((await store.listRecords({ limit: 10 })).length, 2)
  },
  'of many concurrent retries over two connections, only one creates a record': async (open) => {
    const stores = [open(), open()]
    const key = newKey()
    await stores[0]?.addKey(key)
    const idempotency = { family: 'a', key: 'order-1' }
    const created = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        (stores[at % 2] as Store).createRecord({ record: newRecord(), keyId: key.id, idempotency }),
      ),
    )
    assert.equal(new Set(created.map(({ id }) => id)).size, 1)
    assert.equal((await stores[0]?.listRecords({ limit: 100 }))?.length, 1)
  },
  'an idempotency key expires, its record does not': async (open) => {
    const store = open()
    const key = newKey()
    await store.addKey(key)
    const idempotency = { family: 'a', key: 'order-1' }
    const create = () => store.createRecord({ record: newRecord(), keyId: key.id, idempotency })
    assert.equal(await store.advanceRunningTime(0, 100), 100)
    const { id } = await create()
    assert.equal(await store.advanceRunningTime(100, 300), 300)
    assert.equal(await store.deleteExpiredIdempotencyKeys(100), 0)
    assert.equal((await create()).id, id)
    assert.equal(await store.deleteExpiredIdempotencyKeys(101), 1)
    assert.notEqual((await create()).id, id)
    assert.equal((await store.listRecords({ limit: 10 })).length, 2)
  },
  'the running time is the maximum over all processes, not their sum': async (open) => {
    const [store, other] = [open(), open()]
    assert.equal(await store.advanceRunningTime(0, 0), 0)
    assert.equal(await store.advanceRunningTime(0, 600), 600)
    assert.equal(await other.advanceRunningTime(0, 500), 600)
    assert.equal(await other.advanceRunningTime(600, 1_200), 1_200)
    assert.equal(await store.advanceRunningTime(600, 1_150), 1_200)
    // This process read its value from another store.
    assert.equal(await store.advanceRunningTime(5_000, 5_600), 1_200)
  },
  'a record with an unknown key is rejected, and no part of it is stored': async (open) => {
    const store = open()
    const idempotency = { family: 'a', key: 'order-1' }
    await assert.rejects(
      store.createRecord({ record: newRecord(), keyId: 'key_unknown', idempotency }),
      StoreUnavailable,
    )
    const key = newKey()
    await store.addKey(key)
    const record = newRecord()
    assert.deepEqual(await store.createRecord({ record, keyId: key.id, idempotency }), record)
  },
  'a record that cannot be stored does not affect records stored at the same moment': async (open) => {
    const store = open()
    const key = newKey()
    await store.addKey(key)
    const [good, other] = [newRecord(), newRecord()]
    const results = await Promise.allSettled([
      store.createRecord({ record: good, keyId: key.id }),
      store.createRecord({ record: newRecord(), keyId: 'key_unknown' }),
      store.createRecord({ record: other, keyId: key.id }),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await store.listRecords({ limit: 10 }), [other, good])
  },
  'processes that open a new database together all find it complete': async (open) => {
    const lists = await Promise.all([open(), open(), open()].map((store) => store.listKeys()))
    assert.deepEqual(lists, [[], [], []])
  },
}

export async function checkContract(t: TestContext, databases: Databases): Promise<void> {
  for (const [name, guarantee] of Object.entries(guarantees)) {
    await t.test(name, async () => {
      await databases.reset()
      const opened: Store[] = []
      const open = () => {
        const store = databases.open()
        opened.push(store)
        return store
      }
      try {
        await guarantee(open)
      } finally {
        for (const store of opened) await store.close()
      }
    })
  }
}
