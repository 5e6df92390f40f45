/** The embedded store. `test/operations/postgres-store.test.ts` has the one on PostgreSQL. */
import assert from 'node:assert/strict'
import fs, { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { checkContract, newKey, newRecord } from '../../test/support/store-contract.ts'
import { type Store, StoreUnavailable } from './contract.ts'
import { backUpSqlite, openSqliteStore } from './sqlite.ts'

test('SQLite fulfils the contract', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-store-'))
  t.after(() => rmSync(folder, { recursive: true }))
  let file = ''
  let count = 0
  await checkContract(t, {
    open: () => openSqliteStore(file),
    reset: async () => {
      file = join(folder, `deep/${count++}/store.sqlite`)
    },
  })
})

test('two connections to one SQLite file each see what the other has written, and share idempotency keys', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-store-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const stores = [0, 1].map(() => openSqliteStore(join(folder, 'store.sqlite')))
  t.after(() => Promise.all(stores.map((store) => store.close())))
  const [first, second] = stores as [Store, Store]
  const key = newKey()
  await first.addKey(key)
  assert.deepEqual(await second.findKey(key.hash), key)
  const idempotency = { family: key.family, key: 'retry' }
  const created = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      (at % 2 === 0 ? first : second).createRecord({
        record: newRecord(),
        keyId: key.id,
        idempotency: at < 100 ? idempotency : undefined,
      }),
    ),
  )
  assert.equal(new Set(created.map(({ id }) => id)).size, 101)
  assert.equal((await second.listRecords({ limit: 1_000 })).length, 101)
  await second.revokeKey(key.id, '2026-01-01T00:00:00.000Z')
  assert.notEqual((await first.listKeys())[0]?.revoked_at, null)
})

test('a failed migration of a SQLite file is reported each time, and leaves no lock', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-store-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'store.sqlite')
  const other = new DatabaseSync(file)
  t.after(() => other.close())
  other.exec('CREATE TABLE live_records (id TEXT)')
  const store = openSqliteStore(file)
  for (let attempt = 0; attempt < 2; attempt++) await assert.rejects(store.listKeys(), /live_records already exists/)
  other.exec('INSERT INTO live_records VALUES (1)')
})

test('the file of the embedded store and its backup are never readable by other users', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-store-'))
  const mask = process.umask(0o000)
  t.after(() => {
    process.umask(mask)
    rmSync(folder, { recursive: true })
  })
  const modeOf = (name: string): string => (statSync(join(folder, name)).mode & 0o777).toString(8)
  const store = openSqliteStore(join(folder, 'store.sqlite'))
  await store.addKey(newKey())
  backUpSqlite(join(folder, 'store.sqlite'), join(folder, 'backup.sqlite'))
  const names = ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm', 'backup.sqlite']
  assert.deepEqual(names.map(modeOf), ['600', '600', '600', '600'])
  // An existing file is not overwritten, and a failed backup leaves none.
  assert.throws(() => backUpSqlite(join(folder, 'store.sqlite'), join(folder, 'backup.sqlite')), /EEXIST/)
  await store.close()
  const copy = openSqliteStore(join(folder, 'backup.sqlite'))
  assert.equal((await copy.listKeys()).length, 1)
  await copy.close()
  assert.throws(() => backUpSqlite(join(folder, 'nothing'), join(folder, 'other.sqlite')), StoreUnavailable)
  assert.equal(existsSync(join(folder, 'other.sqlite')), false)
})

test('the file of the embedded store is created with its final mode', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-store-'))
  const modes: string[] = []
  t.mock.method(fs, 'chmodSync', (path: string) => modes.push((statSync(path).mode & 0o777).toString(8)))
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
    rmSync(folder, { recursive: true })
  })
  const store = openSqliteStore(join(folder, 'store.sqlite'))
  await store.listKeys()
  await store.close()
  assert.deepEqual(modes, ['600'])
})

test('a missing store file is an error until it is back; no empty store is created', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-store-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [mounted, away] = [join(folder, 'volume'), join(folder, 'away')]
  const store = openSqliteStore(join(mounted, 'store.sqlite'))
  t.after(() => store.close())
  const key = newKey()
  await store.addKey(key)
  renameSync(mounted, away)
  for (let attempt = 0; attempt < 2; attempt++) {
    const creation = { record: newRecord(), keyId: key.id }
    await assert.rejects(store.createRecord(creation), /store\.sqlite: the store file is missing/)
    await assert.rejects(store.listKeys(), /the store file is missing/)
  }
  assert.equal(existsSync(mounted), false)
  renameSync(away, mounted)
  assert.deepEqual(await store.listKeys(), [key])
})

test('a replaced store file is an error, and neither file is written to', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-store-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [file, backup] = [join(folder, 'store.sqlite'), join(folder, 'backup.sqlite')]
  const store = openSqliteStore(file)
  t.after(() => store.close())
  const [first, second] = [newKey(), newKey()]
  await store.addKey(first)
  backUpSqlite(file, backup)
  await store.addKey(second)
  renameSync(file, `${file}.old`)
  renameSync(backup, file)
  for (let attempt = 0; attempt < 2; attempt++)
    await assert.rejects(store.addKey(newKey()), /the store file was replaced/)
  renameSync(`${file}.old`, file)
  assert.equal((await store.listKeys()).length, 2)
})

test('while another process holds the lock of a SQLite file, a write waits without blocking the event loop', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-store-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'store.sqlite')
  const store = openSqliteStore(file)
  t.after(() => store.close())
  const key = newKey()
  await store.addKey(key)
  const other = new DatabaseSync(file)
  t.after(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const create = () => store.createRecord({ record: newRecord(), keyId: key.id })
  const created = [create()]
  // Reads do not wait, and the event loop keeps turning.
  assert.equal((await store.listKeys()).length, 1)
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    created.push(create())
  }
  other.exec('COMMIT')
  for (const { kind } of await Promise.all(created)) assert.equal(kind, 'pet')
  assert.equal((await store.listRecords({ limit: 10 })).length, created.length)
  other.exec('BEGIN IMMEDIATE')
  // More than one batch: all fail together, so that the second one does not wait again.
  const errors = await Promise.all(Array.from({ length: 300 }, () => create().catch((error) => error)))
  assert.deepEqual([new Set(errors).size, /database is locked/.test(errors[0].message)], [1, true])
  other.exec('COMMIT')
  await create()
  assert.equal((await store.listRecords({ limit: 10 })).length, created.length + 1)
})
