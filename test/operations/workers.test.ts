import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeKey } from '../../src/keys/format.ts'
import { waitForSingleQuota } from '../support/assert-single-quota.ts'
import { bank, small, writeFolder } from '../support/data/small-data.ts'
import { freePort } from '../support/services/ports.ts'
import { startPostgres } from '../support/services/postgres.ts'
import {
  childrenOf,
  type Issued,
  issue,
  listened,
  runCommand,
  startListening,
  startProgram,
  temporaryFolder,
} from '../support/services/processes.ts'
import { until } from '../support/wait-until.ts'

/** Each on a connection of its own, so that any process may get it. */
async function ask(url: string, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request(`${url}${path}`, {
    agent: new Agent(),
    method,
    headers: { Connection: 'close', ...headers },
  }).end()
  const [answer] = await once(sent, 'response')
  const text = Buffer.concat(await answer.toArray()).toString()
  return { status: answer.statusCode as number, text, headers: answer.headers as Record<string, string> }
}

/** A process that has ended, and that its parent has not asked about yet, is listed as a zombie. */
const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function startTwo(t: TestContext, settings: Record<string, string> = {}) {
  const folder = writeFolder(t, small())
  const database = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
  const service = await startListening(t, { WORKERS: '2', DATA_DIR: folder, DATABASE_URL: database, ...settings })
  const pid = service.child.pid as number
  const workers = childrenOf(pid)
  t.after(() => {
    for (const worker of workers) if (isRunning(worker)) process.kill(worker, 'SIGKILL')
  })
  assert.equal(workers.length, 1)
  return { ...service, pid, folder, workers }
}

test('the limit counts once for all processes', async (t) => {
  const { url } = await startTwo(t, { RATE_LIMIT: '10,10', TRUST_PROXY: '127.0.0.1' })
  await waitForSingleQuota(10, async (_, headers) => (await ask(url, '/v1/banks?country=aa', headers)).status)
})

test('the first key holds at every process at once, and a record is created once whichever is asked', async (t) => {
  const { url, stdout } = await startTwo(t, { RATE_LIMIT: 'off' })
  const key = /blk_demo_\w+/.exec(stdout())?.[0] as string
  const create = (retry: string) =>
    ask(url, '/index.php', { Authorization: `Bearer ${key}`, 'Idempotency-Key': retry }, 'POST')
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('the same')))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal(new Set(answers.map(({ text }) => JSON.parse(text).id)).size, 1)
})

/** Enough requests, each on a connection of its own, that every process gets some. */
const statusesOf = async (send: () => Promise<{ status: number }>): Promise<number[]> => [
  ...new Set((await Promise.all(Array.from({ length: 24 }, send))).map(({ status }) => status)),
]

test('a key that is issued or rotated while they serve works at every process in the next request', async (t) => {
  const settings = { DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`, RATE_LIMIT: 'off' }
  const { url } = await startTwo(t, settings)
  const create = (key: string) => ask(url, '/index.php', { Authorization: `Bearer ${key}` }, 'POST')
  const { id, key } = await issue(settings)
  assert.deepEqual(await statusesOf(() => create(key)), [200])
  const rotated: Issued = JSON.parse((await runCommand(settings, 'keys', 'rotate', id, '--json')).stdout)
  assert.deepEqual(await statusesOf(() => create(rotated.key)), [200])
  assert.deepEqual(await statusesOf(() => create(makeKey('live', randomBytes))), [401])
})

test('while PostgreSQL is down a key that no process knows gets 503 at each, and known keys work', async (t) => {
  const postgres = await startPostgres(t)
  if (!postgres) return
  const settings = { DATABASE_URL: postgres.url, RATE_LIMIT: 'off' }
  const known = await issue(settings)
  const { url } = await startTwo(t, settings)
  const list = (key: string) => ask(url, '/v1/banks?country=aa', { 'X-Public-Hash-Key': key })
  const late = await issue(settings)
  assert.deepEqual(await statusesOf(() => list(late.key)), [200])
  await postgres.stop()
  for (const { key } of [known, late]) assert.deepEqual(await statusesOf(() => list(key)), [200])
  assert.deepEqual(await statusesOf(() => list(makeKey('live', randomBytes))), [503])
  await postgres.start()
  const { key } = await issue(settings)
  await until('a new key works again', async () => String(await statusesOf(() => list(key))) === '200')
})

test('new data reaches every process', async (t) => {
  const { url, folder, child } = await startTwo(t, { RATE_LIMIT: 'off' })
  writeFileSync(join(folder, 'banks/bb.jsonl'), `${JSON.stringify(bank('bb-only', { name: 'Renamed' }))}\n`)
  child.kill('SIGHUP')
  await until('all serve the new name', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(url, '/v1/banks?country=bb')))
    return answers.every(({ text }) => text.includes('Renamed'))
  })
})

test('a process that dies is started again, and meanwhile the others answer', async (t) => {
  const service = await startTwo(t, { RATE_LIMIT: 'off' })
  const { url, pid, workers, stderr } = service
  process.kill(workers[0] as number, 'SIGKILL')
  await until('its end is seen', () => /a worker ended/.test(stderr()))
  for (let number = 0; number < 10; number++) assert.equal((await ask(url, '/v1/banks?country=aa')).status, 200)
  await until('another one listens', () => listened(service) === 3)
  assert.equal(childrenOf(pid).length, 1)
  process.kill(pid, 'SIGTERM')
})

test('a process that starts again does not serve what the first has refused', async (t) => {
  const service = await startTwo(t, { RATE_LIMIT: 'off' })
  const { url, folder, child, workers, stderr } = service
  const { revision } = JSON.parse((await ask(url, '/readyz')).text)
  const file = join(folder, 'banks/bb.jsonl')
  const sound = readFileSync(file, 'utf8')
  // No bank is left in the country, which is refused, but no line is broken.
  writeFileSync(file, '')
  child.kill('SIGHUP')
  await until('it is refused', () => /new data was refused/.test(stderr()))
  process.kill(workers[0] as number, 'SIGKILL')
  await until('the new one finds it', () => /cannot start: The data has the revision/.test(stderr()))
  for (let number = 0; number < 20; number++) {
    assert.equal(JSON.parse((await ask(url, '/readyz')).text).revision, revision)
  }
  assert.equal(listened(service), 2)
  writeFileSync(file, sound)
  await until('it serves again', () => listened(service) === 3)
})

test('new data that comes while a process starts reaches that one, too', async (t) => {
  const service = await startTwo(t, { RATE_LIMIT: 'off' })
  const { url, child, folder, workers } = service
  for (const worker of workers) process.kill(worker, 'SIGKILL')
  const isStarting = (pid: number): boolean => !workers.includes(pid) && hearsHangup(pid)
  await until('the other is being started again', () => childrenOf(child.pid as number).some(isStarting))
  writeFileSync(join(folder, 'banks/bb.jsonl'), `${JSON.stringify(bank('bb-only', { name: 'Meanwhile' }))}\n`)
  child.kill('SIGHUP')
  await until('the other listens', () => listened(service) === 3)
  await until('every process has the new data', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => ask(url, '/v1/banks?country=bb')))
    return answers.every(({ text }) => JSON.parse(text).banks[0].name === 'Meanwhile')
  })
})

test('a service that is told to look for new data while it starts goes on starting', async (t) => {
  const folder = writeFolder(t, small())
  const database = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
  const started = startProgram(t, { DATA_DIR: folder, DATABASE_URL: database })
  const { child, stdout } = started
  // Before that nobody can: Node is being started itself.
  await until('the program hears signals', () => hearsHangup(child.pid as number))
  await until('it listens', () => child.kill('SIGHUP') && stdout() !== '')
  assert.match(stdout(), /Bank Lookup Service 1\.0/)
})

/** Of the signals that a process hears, SIGHUP is the first: it makes their number odd. */
const hearsHangup = (pid: number): boolean =>
  /^SigCgt:\s\w*[13579bdf]$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

test('SIGTERM ends all of them, and they end when the first is gone', async (t) => {
  const first = await startTwo(t)
  first.child.kill('SIGTERM')
  assert.equal(await first.ended, 0)
  await until('the workers end', () => !first.workers.some(isRunning))
  const second = await startTwo(t)
  second.child.kill('SIGKILL')
  await until('the workers end', () => !second.workers.some(isRunning))
})

test('the metrics of all processes are one', async (t) => {
  const adminPort = await freePort()
  const { url } = await startTwo(t, { ADMIN_PORT: String(adminPort), RATE_LIMIT: 'off' })
  for (let number = 0; number < 25; number++) await ask(url, '/v1/banks?country=aa')
  await ask(url, '/nowhere')
  const { text, headers } = await ask(`http://127.0.0.1:${adminPort}`, '/metrics')
  assert.match(headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/)
  assert.match(text, /^bank_lookup_requests_total\{route="\/v1\/banks",status="200"\} 25$/m)
  assert.match(text, /^bank_lookup_requests_total\{route="unknown",status="404"\} 1$/m)
  assert.match(text, /^bank_lookup_banks\{country="AA"\} 1$/m)
  assert.match(text, /^bank_lookup_store_up 1$/m)
})
