/** The embedded store, and the store of another process. `test/operations/postgres-store.test.ts` has the one on PostgreSQL. */
import assert from 'node:assert/strict'
import fs, { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { createChannelPair } from '../../test/support/channel-pair.ts'
import { checkContract, newKey, newRecord } from '../../test/support/store-contract.ts'
import { type Channel, createPeer } from '../ipc/rpc.ts'
import { StoreUnavailable } from './contract.ts'
import { createRemoteStore, serveStore } from './remote-store.ts'
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

test('the store of another process fulfils the contract', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-store-'))
  t.after(() => rmSync(folder, { recursive: true }))
  let count = 0
  await checkContract(t, {
    open: () => {
      const served = openSqliteStore(join(folder, `${count}.sqlite`))
      const { port1, port2 } = new MessageChannel()
      serveStore(createPeer(portChannel(port1)), served)
      return {
        ...createRemoteStore(createPeer(portChannel(port2))),
        close: async () => {
          port2.close()
          await served.close()
        },
      }
    },
    reset: async () => {
      count++
    },
  })
})

const portChannel = (port: MessagePort): Channel => ({
  send: (message) => port.postMessage(message),
  onMessage: (listener) => void port.on('message', listener),
  onClose: (listener) => void port.on('close', listener),
})

test('if the process that holds the store ends or does not reply, the store is unavailable', async () => {
  const ends = createChannelPair()
  const silent = createRemoteStore(createPeer(ends.a), 20)
  await assert.rejects(silent.listKeys(), StoreUnavailable)
  const ended = createRemoteStore(createPeer(ends.a), 3_600_000)
  const pending = assert.rejects(ended.listKeys(), StoreUnavailable)
  ends.close()
  await pending
  await assert.rejects(ended.createRecord({ record: newRecord(), keyId: 'key_a' }), StoreUnavailable)
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
  const created = store.createRecord({ record: newRecord(), keyId: key.id })
  // Reads do not wait, and the event loop keeps turning.
  assert.equal((await store.listKeys()).length, 1)
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  other.exec('COMMIT')
  assert.equal((await created).kind, 'pet')
})
