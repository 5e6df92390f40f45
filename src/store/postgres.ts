/** The shared store: PostgreSQL, for a service on several machines. */
import pg from 'pg'
import type { KeyRecord } from '../keys/key.ts'
import { type Creation, type Store, type StoredRecord, StoreUnavailable } from './contract.ts'
import { postgresFailureReason } from './failure-reason.ts'
import { createMigrationsTable, listMigrations, pendingMigrations, recordMigration } from './migrations.ts'
import * as statements from './statements.ts'

type Value = string | number | null
/** `replyBytesMax`: a higher limit on the reply, for a statement that returns more than a few rows. */
type Query = (sql: string, values: Value[], replyBytesMax?: number) => Promise<Record<string, Value>[]>

/** Enough for the list of more than 100,000 keys. */
const keysBytesMax = 64 * 1024 * 1024
/** Far more than a record takes. */
const recordBytesMax = 1024

/**
 * Timeout for all statements that create a record. It ends a creation on a server that responds slowly to each of them.
 */
const creationTimeoutMs = 10_000

/** The connections of up to five processes on a machine together, because the server limits the number of its clients. */
const connectionsMax = 10
/** A process has one more connection for keys while one waits for a lock. */
const connectionsMin = 2

/** `processes` is how many processes of this machine open the store. */
export function openPostgresStore(url: string, processes = 1): Store {
  const database = connection(url, Math.max(connectionsMin, Math.floor(connectionsMax / processes)))
  return {
    addKey: async (record) => void (await database.query(statements.addKey, statements.keyValues(record))),
    listKeys: async () => (await database.query(statements.listKeys, [], keysBytesMax)) as unknown as KeyRecord[],
    findKey: async (hash) => (await database.query(statements.findKey, [hash]))[0] as unknown as KeyRecord | undefined,
    revokeKey: async (id, at) => (await database.query(statements.revokeKey, [id, at])).length > 0,
    rotateKey: (oldId, oldEndsAt, record) =>
      database.transaction(async (query) => {
        if ((await query(statements.endKey, [oldId, oldEndsAt, record.created_at])).length === 0) return false
        await query(statements.addKey, statements.keyValues(record))
        return true
      }),
    recordKeyUsage: (uses) =>
      database.transaction(async (query) => {
        // Sort the updates, to avoid a deadlock between two processes that update the same keys.
        for (const [id, at] of [...uses].sort()) await query(statements.recordUse, [id, at])
      }),
    createRecord: (creation) => database.transaction((query) => create(query, creation), creationTimeoutMs),
    listRecords: async ({ mode, limit }) =>
      (await database.query(
        statements.listRecords(mode),
        [limit],
        (limit + 1) * recordBytesMax,
      )) as unknown as StoredRecord[],
    advanceRunningTime: async (from, to) =>
      (await database.query(statements.advanceRunningTime, [from, to]))[0]?.seconds as number,
    deleteExpiredIdempotencyKeys: async (before) =>
      (await database.query(statements.deleteExpiredIdempotency, [before])).length,
    close: () => database.close(),
  }
}

async function create(query: Query, { record, keyId, idempotency }: Creation): Promise<StoredRecord> {
  const { id, kind, mode, created_at } = record
  if (idempotency) {
    const claim = [idempotency.family, idempotency.key]
    // If another transaction is claiming the same idempotency key, this claim waits for it to end and then finds its
    // record.
    if ((await query(statements.claimIdempotency, [...claim, id, created_at])).length === 0) {
      const [first] = await query(statements.findIdempotency, claim)
      // If there is no record, the idempotency key expired between the two statements and is free again, so start over.
      return first ? { ...record, ...first } : create(query, { record, keyId, idempotency })
    }
  }
  await query(statements.addRecord(mode), [id, kind, keyId, created_at])
  return record
}

function connection(url: string, max: number) {
  const pool = new pg.Pool({
    Client: GuardedClient,
    connectionString: url,
    max,
    // Time out early if the database does not respond, so that clients get a 503 before their own timeout.
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
    // Make the server time out slightly before us, so that no query keeps running after we have given up on it.
    statement_timeout: 4_500,
    lock_timeout: 4_500,
    idle_in_transaction_session_timeout: 4_500,
    allowExitOnIdle: true,
  })
  // Ignore error events; without a listener they would end the process. The pool replaces a broken idle connection when
  // it needs one. If a connection breaks while in use, the query fails as well, and its caller handles the error.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  let migrating: Promise<void> | undefined
  let isMigrated = false

  const withClient = async <Result>(work: (query: Query) => Promise<Result>, timeoutMs?: number): Promise<Result> => {
    let client: (pg.PoolClient & GuardedClient) | undefined
    let timer: NodeJS.Timeout | undefined
    try {
      client = (await pool.connect()) as pg.PoolClient & GuardedClient
      const open = client
      const abort = (): void => open.abort(new Error(`Timeout: not done within ${timeoutMs} ms.`))
      timer = timeoutMs === undefined ? undefined : setTimeout(abort, timeoutMs)
      // Migrate only once per process. If tables are missing later, that is an error: new, empty tables would reject
      // every key.
      if (!isMigrated) {
        migrating ??= migrate(open)
        await migrating
        isMigrated = true
      }
      const result = await work(async (sql, values, replyBytesMax) => {
        open.limitReply(replyBytesMax)
        return (await open.query(sql, values)).rows
      })
      client.release()
      return result
    } catch (error) {
      client?.release(true)
      migrating = undefined
      throw new StoreUnavailable(postgresFailureReason(url, error), { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    query: (...statement: Parameters<Query>) => withClient((query) => query(...statement)),
    transaction: <Result>(work: (query: Query) => Promise<Result>, timeoutMs?: number): Promise<Result> =>
      withClient(async (query) => {
        await query('BEGIN', [])
        // If this fails, `withClient` closes the connection, which also rolls back the transaction.
        const result = await work(query)
        await query('COMMIT', [])
        return result
      }, timeoutMs),
    close: () => pool.end(),
  }
}

/**
 * An arbitrary number for the advisory lock. The lock makes processes that start together migrate one after another.
 */
const migrationLock = 7_266_701

async function migrate(client: pg.PoolClient): Promise<void> {
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  await client.query(createMigrationsTable)
  const { rows } = await client.query<{ name: string }>(listMigrations)
  for (const { name, sql } of pendingMigrations(new Set(rows.map((row) => row.name)))) {
    await client.query(sql)
    await client.query(recordMigration, [name])
  }
  await client.query('COMMIT')
}

/** Enough for the reply to any statement that concerns one key or one record, and for the handshake. */
const smallReplyBytesMax = 1024 * 1024

/**
 * Closes its connection if the server sends too much, or anything but PostgreSQL's protocol. The driver buffers a reply of
 * any length, and an error in its parser would end the process.
 */
class GuardedClient extends pg.Client {
  #receivedBytes = 0
  #bytesMax = smallReplyBytesMax

  constructor(config?: pg.ClientConfig) {
    super(config)
    this.#guardStream()
    // With TLS, the connection now has another stream.
    this.connection.once('sslconnect', () => this.#guardStream())
  }

  /** Limits what the server may send before the next call. */
  limitReply(bytesMax = smallReplyBytesMax): void {
    this.#receivedBytes = 0
    this.#bytesMax = bytesMax
  }

  /** Ends all work on this connection: pending queries fail with this error. */
  abort(error: Error): void {
    this.connection.stream.destroy(error)
  }

  #guardStream(): void {
    const { stream } = this.connection
    const emit = stream.emit.bind(stream)
    stream.emit = (event: string | symbol, ...values: unknown[]): boolean => {
      try {
        if (event === 'data') this.#countBytes(values[0] as Buffer)
        return emit(event, ...values)
      } catch (error) {
        if (event !== 'data') throw error
        stream.destroy(error as Error)
        return true
      }
    }
  }

  #countBytes({ length }: Buffer): void {
    this.#receivedBytes += length
    if (this.#receivedBytes > this.#bytesMax) throw new Error(`The reply is longer than ${this.#bytesMax} bytes.`)
  }
}
