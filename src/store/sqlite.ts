/**
 * The embedded store: one file, nothing to install. What is created within one turn of the event loop is committed
 * together and acknowledged after the commit, so that many callers share the price of one write to the disk.
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
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

  const commitWaiting = (): void => {
    const batch = waiting
    waiting = []
    try {
      const records = database.transaction((query) => batch.map(({ creation }) => create(query, creation)))
      for (const [index, { resolve }] of batch.entries()) resolve(records[index] as StoredRecord)
    } catch (error) {
      for (const { reject } of batch) reject(error as Error)
    }
  }

  return {
    addKey: async (record) => void database.query(statements.addKey, statements.keyValues(record)),
    listKeys: async () => database.query(statements.listKeys, []) as unknown as KeyRecord[],
    revokeKey: async (id, at) => database.query(statements.revokeKey, [id, at]).length > 0,
    rotateKey: async (oldId, oldEndsAt, record) =>
      database.transaction((query) => {
        query(statements.endKey, [oldId, oldEndsAt])
        query(statements.addKey, statements.keyValues(record))
      }),
    noteUses: async (uses) =>
      database.transaction((query) => {
        for (const [id, at] of uses) query(statements.noteUse, [id, at])
      }),
    createRecord: (creation) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(commitWaiting)
        waiting.push({ creation, resolve, reject })
      }),
    listRecords: async ({ mode, limit }) =>
      database.query(statements.listRecords(mode), [limit]) as unknown as StoredRecord[],
    forgetIdempotency: async (before) => void database.query(statements.forgetIdempotency, [before]),
    close: async () => database.close(),
  }
}

/** One transaction reads all of it: the copy is the store as it was at one moment. */
export function backUpSqlite(file: string, to: string): void {
  const database = connection(file)
  database.query('VACUUM INTO $1', [to])
  database.close()
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

type Query = (sql: string, values: Value[]) => Record<string, Value>[]

interface Connection {
  query: Query
  transaction<Result>(work: (query: Query) => Result): Result
  close(): void
}

/** Opened when it is first needed and again after a failure, so that a disk that comes back is found again. */
function connection(file: string): Connection {
  let database: DatabaseSync | undefined
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

  const use = <Result>(work: (open: DatabaseSync) => Result): Result => {
    try {
      database ??= openFile(file)
      return work(database)
    } catch (error) {
      close()
      throw new StoreUnavailable(`${file}: ${(error as Error).message}`, { cause: error })
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

function openFile(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const database = new DatabaseSync(file, { timeout: 2_000 })
  // FULL: a commit is on the disk before it is acknowledged, also when the power goes.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  migrate(database)
  return database
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
