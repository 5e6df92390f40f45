/** PostgreSQL is down, crashes or turns read-only: creations get 503 meanwhile, and no restart is needed. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { makeKey } from '../../src/keys/key-format.ts'
import { small, writeFolder } from '../support/data/small-data.ts'
import { findPrograms } from '../support/programs.ts'
import { statusOfCreation } from '../support/services/admin-commands.ts'
import { startPostgres } from '../support/services/postgres.ts'
import { create, issue, runCommand, startListening } from '../support/services/processes.ts'
import { isRefusal } from '../support/services/record-orders.ts'
import { waitUntil } from '../support/wait-until.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const lookUp = async (url: string, headers: Record<string, string> = {}): Promise<number> =>
  (await fetch(`${url}/v1/banks?country=aa`, { headers })).status

async function startOnPostgres(t: Pick<TestContext, 'after' | 'skip'>) {
  const postgres = await startPostgres(t)
  if (!postgres) return undefined
  const settings = { DATA_DIR: writeFolder(t, small()), DATABASE_URL: postgres.url }
  const { key } = await issue(settings)
  return { postgres, settings, key, service: await startListening(t, settings) }
}

let shared: ReturnType<typeof startOnPostgres> | undefined

/** One service and one PostgreSQL for all tests. Each test finds both up, whatever the ones before it did. */
async function sharedService(t: TestContext) {
  if (!findPrograms(t, 'postgresql')) return undefined
  shared ??= startOnPostgres({ after: wholeProcess.after, skip: (message) => t.skip(message) })
  const started = await shared
  if (!started) return undefined
  await statusOfCreation(started.service.url, started.key, 200)
  return { ...started, url: started.service.url }
}

async function connect(t: TestContext, address: string) {
  const { default: pg } = await import('pg')
  const client = new pg.Client(address)
  await client.connect()
  // The server may be stopped while this client is connected.
  client.on('error', () => {})
  t.after(() => client.end())
  return client
}

test('a connection to PostgreSQL that breaks during a creation fails only that creation', async (t) => {
  const started = await sharedService(t)
  if (!started) return
  const { postgres, key, url } = started
  const other = await connect(t, postgres.url)
  await other.query('BEGIN; LOCK TABLE live_records')
  let creation: Promise<Response> | undefined
  let isOver = true
  let waiting: number | undefined
  await waitUntil('a connection waits for the lock on the records', async () => {
    // Create again if the last creation has ended: on a busy machine it may time out before the query below sees it.
    if (isOver) {
      isOver = false
      creation = create(url, key).finally(() => {
        isOver = true
      })
    }
    const { rows } = await other.query("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    waiting = rows[0]?.pid
    return waiting !== undefined
  })
  // Kill it as the out-of-memory killer would; PostgreSQL then restarts itself.
  process.kill(waiting as number, 'SIGKILL')
  assert.equal((await creation)?.status, 503)
  await statusOfCreation(url, key, 200)
  assert.equal(await lookUp(url), 200)
})

test('while PostgreSQL is down or blocked, known keys work and an unknown one gets 503, never 401', async (t) => {
  const started = await sharedService(t)
  if (!started) return
  const { postgres, settings, key, url } = started
  const list = (sent: string) => lookUp(url, { 'X-Public-Hash-Key': sent })
  const unknown = makeKey('live', randomBytes)
  const late = await issue(settings)
  assert.deepEqual([await list(late.key), await list(key), await list(unknown)], [200, 200, 401])

  // With this lock, PostgreSQL accepts connections and queries but does not respond.
  const other = await connect(t, postgres.url)
  await other.query('BEGIN; LOCK TABLE keys')
  assert.deepEqual([await list(late.key), await list(unknown), await list(key)], [200, 503, 200])
  await other.query('ROLLBACK')
  await waitUntil('unknown keys are rejected again', async () => (await list(unknown)) === 401)

  await postgres.stop()
  const response = await create(url, unknown)
  assert.ok(isRefusal(response), await response.text())
  assert.deepEqual([await list(late.key), await list(unknown), await list(key)], [200, 503, 200])
  await postgres.start()
  await waitUntil('unknown keys are rejected again', async () => (await list(unknown)) === 401)
  const last = await issue(settings)
  assert.equal(await list(last.key), 200)
})

test('a revoked key stops working even if the usage of other keys cannot be stored', async (t) => {
  const started = await sharedService(t)
  if (!started) return
  const { postgres, settings, key: used, url } = started
  const { key: revoked } = await issue(settings)
  await statusOfCreation(url, revoked, 200)
  const other = await connect(t, postgres.url)
  await other.query(`BEGIN; SELECT * FROM keys WHERE start = '${used.slice(0, 13)}' FOR UPDATE`)
  await lookUp(url)
  await lookUp(url, { 'X-Public-Hash-Key': used })
  assert.equal((await runCommand(settings, 'keys', 'revoke', revoked)).code, 0)
  await statusOfCreation(url, revoked, 401)
  await other.query('ROLLBACK')
})

test('a service that starts while PostgreSQL is down serves lookups, and creates records once it is up', async (t) => {
  const started = await sharedService(t)
  if (!started) return
  const { postgres, settings, key } = started
  await postgres.stop()
  const { url } = await startListening(t, settings)
  assert.equal(await lookUp(url), 200)
  assert.equal((await create(url, key)).status, 503)
  await postgres.start()
  await statusOfCreation(url, key, 200)
})

test('PostgreSQL turns read-only, as a replica does: creations get 503, lookups continue, and the service recovers without a restart', async (t) => {
  const started = await sharedService(t)
  if (!started) return
  const { postgres, key, url } = started
  const operator = await connect(t, postgres.url)
  const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
    await operator.query('SET default_transaction_read_only = off')
    await operator.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`)
    await operator.query('SELECT pg_reload_conf()')
  }
  await setReadOnly('on')
  await statusOfCreation(url, key, 503)
  assert.equal(await lookUp(url), 200)
  await setReadOnly('off')
  await statusOfCreation(url, key, 200)
})
