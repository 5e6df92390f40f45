/**
 * The embedded store: one file, nothing to install. What is created within one turn of the event loop is committed
 * together and acknowledged after the commit, so that many callers share the price of one write to the disk.
 */
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { KeyRecord } from '../keys/key.ts'
import { type Creation, type Store, type StoredRecord, StoreUnavailable } from './contract.ts'
import { createMigrationsTable, listMigrations, noteMigration, pendingMigrations } from './migrations.ts'
import * as statements from './statements.ts'

type Value = string | number | null

interface Waiting {
  creation: Creation
  resolve(record: StoredRecord): void
  reject(error: Error): void
}

export function openSqliteStore(file: string): Store {
  const database = connection(file)
  let waiting: Waiting[] = []

  const commit = async (batch: Waiting[]): Promise<void> => {
    try {
      const work = () => database.transaction((query) => batch.map(({ creation }) => create(query, creation)))
      const records = await patiently(work)
      for (const [index, { resolve }] of batch.entries()) resolve(records[index] as StoredRecord)
    } catch (error) {
      // One that cannot be stored must not take the others with it.
      if (batch.length > 1 && failedWith(error, constraint)) for (const one of batch) await commit([one])
      else for (const { reject } of batch) reject(error as Error)
    }
  }

  return {
    addKey: (record) => patiently(() => void database.query(statements.addKey, statements.keyValues(record))),
    listKeys: () => patiently(() => database.query(statements.listKeys, []) as unknown as KeyRecord[]),
    findKey: (hash) =>
      patiently(() => database.query(statements.findKey, [hash])[0] as unknown as KeyRecord | undefined),
    revokeKey: (id, at) => patiently(() => database.query(statements.revokeKey, [id, at]).length > 0),
    rotateKey: (oldId, oldEndsAt, record) =>
      patiently(() =>
        database.transaction((query) => {
          if (query(statements.endKey, [oldId, oldEndsAt, record.created_at]).length === 0) return false
          query(statements.addKey, statements.keyValues(record))
          return true
        }),
      ),
    recordKeyUsage: (uses) =>
      patiently(() =>
        database.transaction((query) => {
          for (const [id, at] of uses) query(statements.recordUse, [id, at])
        }),
      ),
    createRecord: (creation) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) {
          setImmediate(() => {
            const batch = waiting
            waiting = []
            void commit(batch)
          })
        }
        waiting.push({ creation, resolve, reject })
      }),
    listRecords: ({ mode, limit }) =>
      patiently(() => database.query(statements.listRecords(mode), [limit]) as unknown as StoredRecord[]),
    advanceRunningTime: (from, to) =>
      patiently(() => database.query(statements.advanceRunningTime, [from, to])[0]?.seconds as number),
    deleteExpiredIdempotencyKeys: (before) =>
      patiently(() => database.query(statements.deleteExpiredIdempotency, [before]).length),
    close: async () => database.close(),
  }
}

/** One transaction reads all of it: the copy is the store as it was at one moment. The copy must not exist yet. */
export function backUpSqlite(file: string, to: string): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  let database: DatabaseSync | undefined
  let isCreated = false
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: lockWaitMs })
    closeSync(openSync(to, 'wx', privateMode))
    isCreated = true
    database.prepare('VACUUM INTO $1').run({ 1: to })
  } catch (error) {
    if (isCreated) rmSync(to)
    throw new StoreUnavailable(`${file}: ${(error as Error).message}`, { cause: error })
  } finally {
    database?.close()
  }
}

function create(query: Query, { record, keyId, idempotency }: Creation): StoredRecord {
  const { id, kind, mode, created_at } = record
  if (idempotency) {
    const claim = [idempotency.family, idempotency.key]
    if (query(statements.claimIdempotency, [...claim, id, created_at]).length === 0) {
      const [first] = query(statements.findIdempotency, claim)
      return { ...record, ...first }
    }
  }
  query(statements.addRecord(mode), [id, kind, keyId, created_at])
  return record
}

/** Primary result codes of SQLite. */
const busy = 5
const constraint = 19

const failedWith = (error: unknown, code: number): boolean => {
  const { errcode = 0 } = ((error as Error).cause ?? {}) as { errcode?: number }
  return (errcode & 0xff) === code
}

const lockWaitMs = 2_000

/** Another process holds the lock: SQLite's own wait would stop this whole process, so we wait outside of it. */
async function patiently<Result>(work: () => Result): Promise<Result> {
  const end = performance.now() + lockWaitMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!failedWith(error, busy) || performance.now() > end) throw error
      await setTimeout(10)
    }
  }
}

type Query = (sql: string, values: Value[]) => Record<string, Value>[]

interface Connection {
  query: Query
  transaction<Result>(work: (query: Query) => Result): Result
  close(): void
}

/**
 * Opened when it is first needed and again after a failure, so that a disk that comes back is found again. Only the first
 * opening may create the file. A file that is missing later has gone: a new, empty store would refuse every key.
 */
function connection(file: string): Connection {
  let database: DatabaseSync | undefined
  let opened: Stats | undefined
  let prepared = new Map<string, StatementSync>()

  const query: Query = (sql, values) => {
    const statement = prepared.get(sql) ?? (database as DatabaseSync).prepare(sql)
    prepared.set(sql, statement)
    const named = Object.fromEntries(values.map((value, index) => [index + 1, value]))
    return statement.all(named).map((row) => ({ ...row })) as Record<string, Value>[]
  }

  const close = (): void => {
    prepared = new Map()
    database?.close()
    database = undefined
  }

  const current = (): DatabaseSync => {
    const present = statSync(file, { throwIfNoEntry: false })
    if (!present && opened) throw new Error('the store file has gone; put it back')
    // Not opened: SQLite would apply the log of the first file to it. Writing on to the first one would lose records.
    if (present && opened && present.ino !== opened.ino) {
      throw new Error('another file took the place of the store file; restart the service as docs/backup.md describes')
    }
    if (!present) createStoreFile(file)
    database ??= openFile(file)
    opened ??= statSync(file)
    return database
  }

  const use = <Result>(work: (database: DatabaseSync) => Result): Result => {
    try {
      return work(current())
    } catch (error) {
      const unavailable = new StoreUnavailable(`${file}: ${(error as Error).message}`, { cause: error })
      if (!failedWith(unavailable, busy)) close()
      throw unavailable
    }
  }

  return {
    close,
    query: (sql, values) => use(() => query(sql, values)),
    transaction: (work) =>
      use((open) => {
        open.exec('BEGIN IMMEDIATE')
        try {
          const result = work(query)
          open.exec('COMMIT')
          return result
        } catch (error) {
          // Some failures have ended it already.
          if (open.isTransaction) open.exec('ROLLBACK')
          throw error
        }
      }),
  }
}

/** With its final mode: between creation and a later chmod, other users could open it. */
const privateMode = 0o600

function createStoreFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  closeSync(openSync(file, 'a', privateMode))
}

function openFile(file: string): DatabaseSync {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  // SQLite itself creates no file.
  const address = pathToFileURL(file)
  address.searchParams.set('mode', 'rw')
  const database = new DatabaseSync(address, { timeout: 0 })
  try {
    // A file of an earlier release, or a restored one: keys and records are only for the service's own user.
    chmodSync(file, privateMode)
    // FULL: a commit is on the disk before it is acknowledged, also when the power goes.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    migrate(database)
    return database
  } catch (error) {
    // With it goes a transaction that was begun.
    database.close()
    throw error
  }
}

function migrate(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE')
  database.exec(createMigrationsTable)
  const done = new Set(
    database
      .prepare(listMigrations)
      .all()
      .map(({ name }) => String(name)),
  )
  for (const { name, sql } of pendingMigrations(done)) {
    database.exec(sql)
    database.prepare(noteMigration).run({ 1: name })
  }
  database.exec('COMMIT')
}
