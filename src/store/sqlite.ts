/**
 * The embedded store: a single SQLite file, with nothing to install, which several processes may open. It uses group
 * commit: records created in the same turn of the event loop, or while another process holds the lock, are committed
 * together and acknowledged after the commit, so that many requests share the cost of one disk write.
 */
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { KeyRecord } from '../keys/key.ts'
import { type Creation, type Store, type StoredRecord, StoreUnavailable } from './contract.ts'
import { sqliteFailureReason } from './failure-reason.ts'
import { loadSqlite } from './load-sqlite.ts'
import { createMigrationsTable, listMigrations, pendingMigrations, recordMigration } from './migrations.ts'
import * as statements from './statements.ts'

type Value = string | number | null

interface PendingCreation {
  creation: Creation
  resolve(record: StoredRecord): void
  reject(error: Error): void
}

/** Limits how long one commit blocks the event loop, after a long wait for the lock. */
const batchMax = 256

/** `onFolderCreated` is called if the folder of the file did not exist, with the topmost new folder. */
export function openSqliteStore(file: string, onFolderCreated: (folder: string) => void = () => {}): Store {
  const database = connection(file, onFolderCreated)
  const pending: PendingCreation[] = []
  let isCommitting = false

  const commit = async (batch: PendingCreation[], beforeAttempt = () => {}): Promise<void> => {
    try {
      const records = await retryWhileLocked(() => {
        beforeAttempt()
        return database.transaction((query) => batch.map(({ creation }) => create(query, creation)))
      })
      for (const [index, { resolve }] of batch.entries()) resolve(records[index] as StoredRecord)
    } catch (error) {
      // What did not fit into the batch has waited for the same lock, so it does not wait again.
      if (failedWith(error, busy)) batch.push(...pending.splice(0))
      // If a record violates a constraint, commit the records one by one, so that one bad record does not fail the
      // whole batch.
      if (batch.length > 1 && failedWith(error, constraint)) for (const creation of batch) await commit([creation])
      else for (const { reject } of batch) reject(error as Error)
    }
  }

  const commitPending = async (): Promise<void> => {
    const batch: PendingCreation[] = []
    await commit(batch, () => void batch.push(...pending.splice(0, batchMax - batch.length)))
    isCommitting = pending.length > 0
    if (isCommitting) setImmediate(commitPending)
  }

  return {
    addKey: (record) => retryWhileLocked(() => void database.query(statements.addKey, statements.keyValues(record))),
    listKeys: () => retryWhileLocked(() => database.query(statements.listKeys, []) as unknown as KeyRecord[]),
    findKey: (hash) =>
      retryWhileLocked(() => database.query(statements.findKey, [hash])[0] as unknown as KeyRecord | undefined),
    revokeKey: (id, at) => retryWhileLocked(() => database.query(statements.revokeKey, [id, at]).length > 0),
    rotateKey: (oldId, oldEndsAt, record) =>
      retryWhileLocked(() =>
        database.transaction((query) => {
          if (query(statements.endKey, [oldId, oldEndsAt, record.created_at]).length === 0) return false
          query(statements.addKey, statements.keyValues(record))
          return true
        }),
      ),
    recordKeyUsage: (uses) =>
      retryWhileLocked(() =>
        database.transaction((query) => {
          for (const [id, at] of uses) query(statements.recordUse, [id, at])
        }),
      ),
    createRecord: (creation) =>
      new Promise((resolve, reject) => {
        pending.push({ creation, resolve, reject })
        if (!isCommitting) setImmediate(commitPending)
        isCommitting = true
      }),
    listRecords: ({ mode, limit }) =>
      retryWhileLocked(() => database.query(statements.listRecords(mode), [limit]) as unknown as StoredRecord[]),
    advanceRunningTime: (from, to) =>
      retryWhileLocked(() => database.query(statements.advanceRunningTime, [from, to])[0]?.seconds as number),
    deleteExpiredIdempotencyKeys: (beforeSecond) =>
      retryWhileLocked(() => database.query(statements.deleteExpiredIdempotency, [beforeSecond]).length),
    close: async () => database.close(),
  }
}

/** Copies the store in one transaction, so that the copy is consistent. The target file must not exist yet. */
export function backUpSqlite(file: string, to: string): void {
  const { DatabaseSync } = loadSqlite()
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

/** SQLite's primary result codes. */
const busy = 5
const constraint = 19

const failedWith = (error: unknown, code: number): boolean => {
  const { errcode = 0 } = ((error as Error).cause ?? {}) as { errcode?: number }
  return (errcode & 0xff) === code
}

/** The busy timeout, and the pause between two attempts. */
const lockWaitMs = 2_000
const lockPauseMs = 2

/** Retries while another process holds the lock, because SQLite's own busy timeout would block the event loop. */
async function retryWhileLocked<Result>(work: () => Result): Promise<Result> {
  const end = performance.now() + lockWaitMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!failedWith(error, busy) || performance.now() > end) throw error
      await setTimeout(lockPauseMs)
    }
  }
}

type Query = (sql: string, values: Value[]) => Record<string, Value>[]

/**
 * Opens the database on first use, and reopens it after a failure, so that the store recovers when the disk does. The
 * file is created only the first time. If it is missing later, that is an error: a new, empty store would reject every
 * key.
 */
function connection(file: string, onFolderCreated: (folder: string) => void) {
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
    if (!present && opened) throw new Error('the store file is missing; put it back')
    // If the file was replaced, use neither the old nor the new one: SQLite would apply the old file's log to the new
    // file, and records written to the old file would be lost.
    if (present && opened && present.ino !== opened.ino) {
      throw new Error('the store file was replaced; restart the service as docs/backup.md describes')
    }
    const folder = present ? undefined : createStoreFile(file)
    if (folder !== undefined) onFolderCreated(folder)
    database ??= openFile(file)
    opened ??= statSync(file)
    return database
  }

  const use = <Result>(work: (database: DatabaseSync) => Result): Result => {
    try {
      return work(current())
    } catch (error) {
      const unavailable = new StoreUnavailable(sqliteFailureReason(file, error), { cause: error })
      if (!failedWith(unavailable, busy)) close()
      throw unavailable
    }
  }

  return {
    close,
    query: (...statement: Parameters<Query>) => use(() => query(...statement)),
    transaction: <Result>(work: (query: Query) => Result): Result =>
      use((open) => {
        open.exec('BEGIN IMMEDIATE')
        try {
          const result = work(query)
          open.exec('COMMIT')
          return result
        } catch (error) {
          // Roll back only if the transaction is still open, because some errors end it.
          if (open.isTransaction) open.exec('ROLLBACK')
          throw error
        }
      }),
  }
}

/** Makes the file private from its creation: with a later chmod, other users could open the file in between. */
const privateMode = 0o600

/** Returns the topmost folder that it had to create, if any. */
function createStoreFile(file: string): string | undefined {
  const folder = mkdirSync(dirname(file), { recursive: true })
  closeSync(openSync(file, 'a', privateMode))
  return folder
}

function openFile(file: string): DatabaseSync {
  const { DatabaseSync } = loadSqlite()
  // Use mode rw, so that SQLite itself never creates the file.
  const url = pathToFileURL(file)
  url.searchParams.set('mode', 'rw')
  const database = new DatabaseSync(url, { timeout: 0 })
  try {
    // Keep keys and records private: a file from an earlier release or a backup may be readable by other users.
    chmodSync(file, privateMode)
    // With synchronous FULL, a commit is on disk before it is acknowledged, so that it survives a power failure.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    migrate(database)
    return database
  } catch (error) {
    // Closing also rolls back an open transaction.
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
    database.prepare(recordMigration).run({ 1: name })
  }
  database.exec('COMMIT')
}
