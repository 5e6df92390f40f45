import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCurl } from '../support/curl.ts'
import { bank, country, small, writeFolder } from '../support/data/small-data.ts'
import { callCommandWith } from '../support/services/in-process-command.ts'
import { startPostgres } from '../support/services/postgres.ts'
import {
  create,
  greeting,
  type Issued,
  startListening,
  startProgram,
  temporaryFolder,
} from '../support/services/processes.ts'
import { waitUntil } from '../support/wait-until.ts'

const ownStore = (t: TestContext) => ({ DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}` })

/** Issues a live key, unless `more` overrides the mode. */
async function issue(settings: Record<string, string>, ...more: string[]): Promise<Issued> {
  const usual = ['--mode', 'live', '--name', 'x', '--json']
  const { code, stdout, stderr } = await callCommandWith({ env: settings }, 'keys', 'issue', ...usual, ...more)
  assert.deepEqual([code, stderr], [0, ''])
  return JSON.parse(stdout)
}

/** Repeats the request until it returns the status. */
async function untilStatus(status: number, send: () => Promise<Response>): Promise<void> {
  await waitUntil(`the status is ${status}`, async () => {
    const response = await send()
    await response.arrayBuffer()
    return response.status === status
  })
}

test('the first start of the embedded store issues one demo key and prints it once; the curl lines work', async (t) => {
  const data = small()
  // The lines name Nigeria.
  data.countries.push(country('NG'))
  const settings = {
    ...ownStore(t),
    DATA_DIR: writeFolder(t, { ...data, banks: { ...data.banks, ng: [bank('ng-only')] } }),
  }
  const first = startProgram(t, settings)
  const text = await greeting(first)
  const lines = text.match(/curl .+/g) ?? []
  assert.equal(lines.length, 2)
  for (const line of lines) assert.equal((await runCurl(line)).status, 200, line)
  first.child.kill('SIGTERM')
  assert.equal(await first.ended, 0)
  const again = startProgram(t, settings)
  assert.doesNotMatch(await greeting(again), /blk_/)
  const { stdout } = await callCommandWith({ env: settings }, 'keys', 'list', '--json')
  const keys = JSON.parse(stdout)
  assert.equal(keys.length, 1)
  assert.equal(keys[0].mode, 'demo')
  assert.match(keys[0].last_used_at, /^\d{4}-/)
})

test('keys issue prints JSON for scripts, keys list prints a table or a JSON array', async (t) => {
  const settings = ownStore(t)
  const issued = await issue(settings, '--name', 'Payroll', '--expires', '90d')
  assert.deepEqual(Object.keys(issued), ['id', 'key', 'mode', 'name', 'created_at'])
  const list = await callCommandWith({ env: settings }, 'keys', 'list', '--json')
  const [key] = JSON.parse(list.stdout)
  assert.equal(key.start, issued.key.slice(0, 13))
  assert.equal(key.state, 'active')
  assert.equal(Date.parse(key.expires_at) - Date.parse(key.created_at), 90 * 86_400_000)
  const table = await callCommandWith({ env: settings }, 'keys', 'list')
  assert.match(
    table.stdout,
    /^id +name +mode +start +created_at +expires_at +last_used_at +state\nkey_\w+ +Payroll +live/,
  )
  assert.ok(!table.stdout.includes(issued.key))
  const records = await callCommandWith({ env: settings }, 'records', 'list', '--json')
  assert.deepEqual(JSON.parse(records.stdout), [])
})

const misuses: [words: string[], message: RegExp][] = [
  [['keys', 'isue'], /Unknown command "keys isue"\. Did you mean "keys issue"\?/],
  [['key', 'list'], /Unknown command "key.*"\. Did you mean "keys list"\?/],
  [['frobnicate'], /Unknown command "frobnicate"\. bank-lookup help lists the commands\./],
  [['keys', 'issue', '--mode', 'test', '--name', 'x'], /--mode is "test"; use live or demo/],
  [['keys', 'issue', '--mode', 'live'], /--name is missing/],
  [
    ['keys', 'issue', '--mode', 'live', '--name', 'x', '--expires', 'soon'],
    /--expires is "soon"; use a number and a unit/,
  ],
  [['keys', 'issue', '--mode', 'live', '--name', 'My', 'app'], /Unexpected argument "app"/],
  [['keys', 'issue', '--colour', 'red'], /Unknown option '--colour'.*Usage: bank-lookup keys issue --mode/],
  [['keys', 'issue', '--mode', 'live', '--name', 'x', '--expires', '0d'], /--expires is "0d"/],
  [['keys', 'issue', '--mode', 'live', '--name', 'blk_live_x'], /--name contains a key/],
  [['constructor'], /Unknown command "constructor"/],
  [['store', 'backup', 'copy.sqlite'], /There is no store at/],
  [['keys', 'revoke'], /The id of the key is missing/],
  [['keys', 'revoke', 'key_1'], /There is no key with the id "key_1"/],
  [['records', 'list', '--limit', '0'], /--limit is "0"; use a whole number/],
]

test('an invalid command prints a hint and exits with code 2', async (t) => {
  const settings = ownStore(t)
  for (const [words, message] of misuses) {
    const { code, stderr, stdout } = await callCommandWith({ env: settings }, ...words)
    assert.equal(code, 2, words.join(' '))
    assert.match(stderr, message)
    assert.equal(stdout, '')
  }
})

test('a key can be revoked by its value, which is never printed', async (t) => {
  const settings = ownStore(t)
  const { id, key } = await issue(settings, '--name', 'leaked')
  const unknown = await callCommandWith({ env: settings }, 'keys', 'revoke', `${key}x`)
  assert.match(unknown.stderr, /There is no key with the id "blk_live_…"/)
  const { code, stdout } = await callCommandWith({ env: settings }, 'keys', 'revoke', key)
  assert.equal(code, 0)
  assert.equal(stdout, `The key ${id} (leaked) is revoked.\n`)
})

test('a key can be rotated once, and its successor keeps the original lifetime', async (t) => {
  const settings = ownStore(t)
  const { id } = await issue(settings)
  const next: Issued = JSON.parse((await callCommandWith({ env: settings }, 'keys', 'rotate', id, '--json')).stdout)
  const again = await callCommandWith({ env: settings }, 'keys', 'rotate', id)
  assert.equal(again.code, 2)
  assert.match(again.stderr, /has already been rotated or revoked/)
  assert.equal((await callCommandWith({ env: settings }, 'keys', 'rotate', next.id)).code, 0)
  const keys = JSON.parse((await callCommandWith({ env: settings }, 'keys', 'list', '--json')).stdout)
  assert.equal(keys.length, 3)
  assert.equal(keys.filter((key: { expires_at: string | null }) => key.expires_at === null).length, 1)
})

test('help lists every command', async (t) => {
  const { code, stdout } = await callCommandWith({ env: ownStore(t) }, '--help')
  assert.equal(code, 0)
  for (const name of ['keys issue', 'keys list', 'keys revoke', 'keys rotate', 'records list', 'store backup'])
    assert.ok(stdout.includes(name))
})

test('an unreachable store is reported in one line, with exit code 1', async (t) => {
  const file = join(temporaryFolder(t), 'file')
  writeFileSync(file, 'not a folder')
  const { code, stderr } = await callCommandWith({ env: { DATABASE_URL: `sqlite:${file}/x.sqlite` } }, 'keys', 'list')
  assert.equal(code, 1)
  assert.match(stderr, /^bank-lookup: a part of the path \S+\/file is a file, not a folder; .+\.\n$/)
})

async function twoProcesses(t: TestContext, store: Record<string, string>): Promise<void> {
  const settings = { DATA_DIR: writeFolder(t, small()), ...store }
  const { id, key } = await issue(settings, '--name', 'shared')
  const services = await Promise.all([startListening(t, settings), startListening(t, settings)])
  const responses = await Promise.all(services.map(({ url }) => create(url, key, { 'Idempotency-Key': 'one' })))
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200],
  )
  const ids = await Promise.all(responses.map(async (response) => ((await response.json()) as { id: string }).id))
  assert.equal(ids[0], ids[1])

  const late = await issue(settings, '--mode', 'demo')
  for (const { url } of services) assert.equal((await create(url, late.key)).status, 200, 'issued while they run')

  const rotation = await callCommandWith({ env: settings }, 'keys', 'rotate', id, '--overlap', '24h', '--json')
  const rotated: Issued = JSON.parse(rotation.stdout)
  for (const { url } of services) {
    const retried = await create(url, rotated.key, { 'Idempotency-Key': 'one' })
    assert.equal(retried.status, 200, 'rotated while they run')
    assert.equal(((await retried.json()) as { id: string }).id, ids[0])
  }
  assert.equal((await create(services[0]?.url as string, key)).status, 200)

  assert.equal((await callCommandWith({ env: settings }, 'keys', 'revoke', id)).code, 0)
  // src/bin/server/store-sync.test.ts tests that this takes only seconds.
  await Promise.all(services.map(({ url }) => untilStatus(401, () => create(url, key))))
  assert.equal((await create(services[1]?.url as string, rotated.key)).status, 200)
  const { stdout } = await callCommandWith({ env: settings }, 'keys', 'list', '--json')
  assert.equal(JSON.parse(stdout).find((known: Issued) => known.id === id).state, 'revoked')
}

test('two processes over one file share keys and records; a new or rotated key works in the next request', async (t) => {
  await twoProcesses(t, ownStore(t))
})

test('two processes over PostgreSQL share keys and records; a new or rotated key works in the next request', async (t) => {
  const postgres = await startPostgres(t)
  if (postgres) await twoProcesses(t, { DATABASE_URL: postgres.url })
})

test('a key appears in no log line, no response and no file of the store', async (t) => {
  const settings = { DATA_DIR: writeFolder(t, small()), ...ownStore(t), LOG_LEVEL: 'trace' }
  const { key } = await issue(settings, '--name', 'secret')
  const service = await startListening(t, settings)
  const secret = key.slice(9)
  const bearer = { Authorization: `Bearer ${key}` }
  const requests: [path: string, init: RequestInit][] = [
    ['/index.php', { method: 'POST', headers: bearer }],
    ['/index.php', { method: 'POST', headers: bearer, body: key }],
    ['/index.php', { method: 'POST', headers: { ...bearer, 'Idempotency-Key': key } }],
    ['/index.php', { method: 'POST', headers: { ...bearer, 'Idempotency-Key': `${key}é` } }],
    ['/index.php', { method: 'POST', headers: { Authorization: `Bearer ${key}x` } }],
    [
      '/v1/banks',
      {
        method: 'POST',
        headers: { ...bearer, 'Content-Type': 'application/json' },
        body: JSON.stringify({ country: key }),
      },
    ],
    ['/v1/banks', { method: 'POST', headers: { 'Content-Type': key }, body: '{}' }],
    ['/v1/banks', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: key }],
    [`/v1/banks?country=${key}`, {}],
    [`/v1/banks/${key}`, {}],
    [`/%zz/${key}`, {}],
    [`/?${encodeURIComponent(key).replaceAll('_', '%5F')}`, {}],
    [`/${key.replaceAll('_', '%5f')}`, {}],
  ]
  for (const [path, init] of requests) {
    const response = await fetch(`${service.url}${path}`, init)
    const text = await response.text()
    assert.ok(!text.includes(secret), `${path} ${text}`)
    assert.ok(!JSON.stringify([...response.headers]).includes(secret), path)
  }
  service.child.kill('SIGTERM')
  await service.ended
  assert.ok(service.stderr().includes('"msg":"problem"'))
  assert.ok(!service.stderr().includes(secret))
  const folder = join(settings.DATABASE_URL.slice('sqlite:'.length), '..')
  for (const name of readdirSync(folder)) assert.ok(!readFileSync(join(folder, name)).includes(secret), name)
})
