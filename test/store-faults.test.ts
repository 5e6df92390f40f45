/** What was acknowledged is there, whatever happens to the process or to the store; and lookups go on. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from './postgres.ts'
import { create, runCommand, startListening, temporaryFolder } from './processes.ts'

async function issue(settings: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await runCommand(settings, 'keys', 'issue', '--mode', 'live', '--name', 'x', '--json')
  assert.equal(stderr, '')
  return JSON.parse(stdout).key
}

async function storedIds(settings: Record<string, string>): Promise<string[]> {
  const { stdout } = await runCommand(settings, 'records', 'list', '--json', '--limit', '1000000')
  return JSON.parse(stdout).map(({ id }: { id: string }) => id)
}

const lookUp = async (url: string): Promise<number> => (await fetch(`${url}/v1/banks?country=gh`)).status

/** Creates from many callers until the process is gone; each retries its order once with the same key. */
async function createUntilGone(
  url: string,
  key: string,
  { acknowledged, sent, run }: { acknowledged: Map<string, string>; sent: Set<string>; run: number },
): Promise<void> {
  const caller = async (number: number): Promise<void> => {
    for (let order = 0; order < 10_000; order++) {
      const name = `run ${run} caller ${number} order ${order}`
      sent.add(name)
      for (let attempt = 0; attempt < 2; attempt++) {
        const answer = await create(url, key, { 'Idempotency-Key': name }).catch(() => undefined)
        if (!answer) return
        const record = (await answer.json().catch(() => undefined)) as { id: string } | undefined
        if (!record) return
        assert.equal(acknowledged.get(name) ?? record.id, record.id)
        acknowledged.set(name, record.id)
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, number) => caller(number)))
}

test('ten times kill -9 in a storm of creations: none acknowledged is lost, none is there twice', async (t) => {
  const settings = { DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`, RATE_LIMIT: 'off' }
  const key = await issue(settings)
  const acknowledged = new Map<string, string>()
  const sent = new Set<string>()
  for (let run = 0; run < 10; run++) {
    const { child, url, ended } = await startListening(t, settings)
    const storm = createUntilGone(url, key, { acknowledged, sent, run })
    const before = acknowledged.size
    for (let wait = 0; wait < 200 && acknowledged.size < before + 50; wait++) await setTimeout(10)
    child.kill('SIGKILL')
    await Promise.all([storm, ended])
  }
  assert.ok(acknowledged.size >= 500, `only ${acknowledged.size} were acknowledged`)
  // In the next life every order is sent once more, those too whose answer never came.
  const { url } = await startListening(t, settings)
  for (const name of sent) {
    const { id } = (await (await create(url, key, { 'Idempotency-Key': name })).json()) as { id: string }
    assert.equal(acknowledged.get(name) ?? id, id)
    acknowledged.set(name, id)
  }
  const stored = await storedIds(settings)
  assert.deepEqual(stored.toSorted(), [...acknowledged.values()].sort())
  assert.equal(stored.length, sent.size)
})

async function statusOfCreation(url: string, key: string, wanted: number): Promise<void> {
  let status = 0
  for (let attempt = 0; attempt < 150 && status !== wanted; attempt++) {
    const answer = await create(url, key)
    status = answer.status
    if (status === 503) assert.equal(answer.headers.get('retry-after'), '5')
    if (status !== wanted) await setTimeout(100)
  }
  assert.equal(status, wanted)
}

/** What `/readyz` says is missing, once it says so; it learns of it within seconds. */
async function missingParts(url: string, wanted: string[]): Promise<void> {
  let missing: string[] | undefined
  for (let attempt = 0; attempt < 150 && String(missing) !== String(wanted); attempt++) {
    if (missing) await setTimeout(100)
    const answer = await fetch(`${url}/readyz`)
    assert.equal(answer.status, 200)
    missing = ((await answer.json()) as { missing: string[] }).missing
  }
  assert.deepEqual(missing, wanted)
}

test('PostgreSQL is stopped and comes back: creations get 503 meanwhile, lookups go on, nothing has to be restarted', async (t) => {
  const postgres = await startPostgres(t)
  if (!postgres) return
  const settings = { DATABASE_URL: postgres.url }
  const key = await issue(settings)
  const { url } = await startListening(t, settings)
  const first = ((await (await create(url, key)).json()) as { id: string }).id
  await missingParts(url, [])
  postgres.stop()
  await statusOfCreation(url, key, 503)
  await missingParts(url, ['store'])
  assert.equal(await lookUp(url), 200)
  assert.equal((await fetch(`${url}/v1/banks?country=gh`, { headers: { 'X-Public-Hash-Key': key } })).status, 200)
  postgres.start()
  await statusOfCreation(url, key, 200)
  await missingParts(url, [])
  assert.ok((await storedIds(settings)).includes(first))
})

test('a connection to PostgreSQL that breaks in the middle of a creation costs that creation, not the service', async (t) => {
  const postgres = await startPostgres(t)
  if (!postgres) return
  const settings = { DATABASE_URL: postgres.url }
  const key = await issue(settings)
  const { url } = await startListening(t, settings)
  const { default: pg } = await import('pg')
  const other = new pg.Client(postgres.url)
  await other.connect()
  await other.query('BEGIN; LOCK TABLE live_records')
  const creation = create(url, key)
  let waiting: number | undefined
  for (let attempt = 0; attempt < 200 && waiting === undefined; attempt++) {
    const { rows } = await other.query("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    waiting = rows[0]?.pid
    await setTimeout(10)
  }
  other.on('error', () => {})
  // As the system does when memory runs out; PostgreSQL then restarts itself.
  process.kill(waiting as number, 'SIGKILL')
  assert.equal((await creation).status, 503)
  await statusOfCreation(url, key, 200)
  assert.equal(await lookUp(url), 200)
})

test('a revoked key stops although nothing can be written about the other keys', async (t) => {
  const postgres = await startPostgres(t)
  if (!postgres) return
  const settings = { DATABASE_URL: postgres.url }
  const [used, revoked] = [await issue(settings), await issue(settings)]
  const { url } = await startListening(t, settings)
  await statusOfCreation(url, revoked, 200)
  const { default: pg } = await import('pg')
  const other = new pg.Client(postgres.url)
  await other.connect()
  t.after(() => other.end())
  await other.query(`BEGIN; SELECT * FROM keys WHERE start = '${used.slice(0, 13)}' FOR UPDATE`)
  await lookUp(`${url}`)
  await fetch(`${url}/v1/banks?country=gh`, { headers: { 'X-Public-Hash-Key': used } })
  assert.equal((await runCommand(settings, 'keys', 'revoke', revoked)).code, 0)
  await statusOfCreation(url, revoked, 401)
  await other.query('ROLLBACK')
})

test('a service that starts while PostgreSQL is down serves lookups, and creates once it is there', async (t) => {
  const postgres = await startPostgres(t)
  if (!postgres) return
  const settings = { DATABASE_URL: postgres.url }
  const key = await issue(settings)
  postgres.stop()
  const { url } = await startListening(t, settings)
  assert.equal(await lookUp(url), 200)
  assert.equal((await create(url, key)).status, 503)
  postgres.start()
  await statusOfCreation(url, key, 200)
})

test('a folder that cannot be written to: lookups go on, and the store is found when it can', async (t) => {
  const blocked = join(temporaryFolder(t), 'var')
  writeFileSync(blocked, 'in the way')
  const settings = { DATABASE_URL: `sqlite:${blocked}/store.sqlite` }
  const { url } = await startListening(t, settings)
  assert.equal(await lookUp(url), 200)
  assert.equal((await create(url, 'blk_live_')).status, 503)
  rmSync(blocked)
  const key = await issue(settings)
  await statusOfCreation(url, key, 200)
})

/** No file of the process may grow past 2 MB, as on a disk that has no more room. */
const onSmallDisk = ['sh', '-c', `trap '' XFSZ; ulimit -S -f 4000; exec "$@"`, 'sh']

test('a full disk: creations get 503, lookups go on, every acknowledged record is there, and room is found', async (t) => {
  const settings = { DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`, RATE_LIMIT: 'off' }
  const key = await issue(settings)
  const { url, child } = await startListening(t, settings, onSmallDisk)
  const acknowledged = await createUntilFull(url, key)
  assert.equal(await lookUp(url), 200)
  const stored = new Set(await storedIds(settings))
  assert.ok(acknowledged.length > 100)
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
  )
  execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:'])
  await statusOfCreation(url, key, 200)
})

async function createUntilFull(url: string, key: string): Promise<string[]> {
  const acknowledged: string[] = []
  for (let number = 0; number < 20_000; number++) {
    const answer = await create(url, key)
    const body = await answer.text()
    if (answer.status === 503) return acknowledged
    acknowledged.push(JSON.parse(body).id)
  }
  return assert.fail('The disk did not fill.')
}

/** The modes of files stop even root then. */
const withoutPrivilege = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--'] : []

test('a read-only embedded store: creations get 503, lookups go on, and it is written to when it can be', async (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'store.sqlite')
  const settings = { DATABASE_URL: `sqlite:${file}` }
  const key = await issue(settings)
  chmodSync(file, 0o400)
  chmodSync(folder, 0o500)
  const { url } = await startListening(t, settings, withoutPrivilege)
  assert.equal((await create(url, key)).status, 503)
  assert.equal(await lookUp(url), 200)
  chmodSync(folder, 0o700)
  chmodSync(file, 0o600)
  await statusOfCreation(url, key, 200)
})

test('PostgreSQL turns read-only under way, as a replica does: 503 meanwhile, lookups go on, and back by itself', async (t) => {
  const postgres = await startPostgres(t)
  if (!postgres) return
  const settings = { DATABASE_URL: postgres.url }
  const key = await issue(settings)
  const { url } = await startListening(t, settings)
  await statusOfCreation(url, key, 200)
  const { default: pg } = await import('pg')
  const operator = new pg.Client(postgres.url)
  await operator.connect()
  t.after(() => operator.end())
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
