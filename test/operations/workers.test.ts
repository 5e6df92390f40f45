import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { makeKey } from '../../src/keys/key-format.ts'
import { waitForSingleQuota } from '../support/assert-single-quota.ts'
import { bank, small, writeFolder } from '../support/data/small-data.ts'
import { testWith } from '../support/programs.ts'
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
import { startRedis } from '../support/services/redis.ts'
import { waitUntil } from '../support/wait-until.ts'
import { wholeProcess } from '../support/whole-process-context.ts'

const test = testWith('proc')

/** Sends on a new connection, so that any process may accept it. */
async function send(url: string, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request(`${url}${path}`, {
    agent: new Agent(),
    method,
    headers: { Connection: 'close', ...headers },
  }).end()
  const [response] = await once(sent, 'response')
  const text = Buffer.concat(await response.toArray()).toString()
  return { status: response.statusCode as number, text, headers: response.headers as Record<string, string> }
}

/** A process that has ended is a zombie until its parent has reaped it, and counts as not running. */
const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function startTwo(t: Pick<TestContext, 'after'>, settings: Record<string, string> = {}) {
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

const adminPort = await freePort(2)
const settings = {
  DATABASE_URL: `sqlite:${join(temporaryFolder(wholeProcess), 'store.sqlite')}`,
  RATE_LIMIT: 'off',
  ADMIN_PORT: String(adminPort),
}
let started: ReturnType<typeof startTwo> | undefined

/**
 * One service for most tests. Each test finds both processes up, whatever the ones before it did. `stderr` and `listened`
 * cover only the current test, and `worker` is the current one.
 */
async function sharedService() {
  started ??= startTwo(wholeProcess, settings)
  const service = await started
  await waitUntil('a worker is up', async () => (await metricsAt(adminPort)).includes('{state="answering"} 2\n'))
  const before = service.stderr().length
  const stderr = (): string => service.stderr().slice(before)
  const [worker = 0] = childrenOf(service.pid)
  return { ...service, worker, stderr, listened: () => listened({ stderr }) }
}

const metricsAt = async (port: number): Promise<string> => (await send(`http://127.0.0.1:${port}`, '/metrics')).text

test('each process serves its own metrics, worker n on ADMIN_PORT + n; only the first counts the processes', async () => {
  const { url } = await sharedService()
  for (let number = 0; number < 25; number++) await send(url, '/v1/banks?country=aa')
  const texts = [await metricsAt(adminPort), await metricsAt(adminPort + 1)]
  const counts = texts.map((text) =>
    /^bank_lookup_requests_total\{route="\/v1\/banks",status="200"\} (\d+)$/m.exec(text),
  )
  assert.equal(
    counts.reduce((sum, count) => sum + Number(count?.[1]), 0),
    25,
  )
  for (const text of texts) {
    assert.match(text, /^bank_lookup_banks\{country="AA"\} 1$/m)
    assert.match(text, /^bank_lookup_store_up 1$/m)
  }
  assert.deepEqual(
    texts.map((text) => text.match(/^bank_lookup_workers\S* \d+$/gm)),
    [
      [
        'bank_lookup_workers{state="answering"} 2',
        'bank_lookup_workers{state="missing"} 0',
        'bank_lookup_workers_replaced_total{reason="ended"} 0',
        'bank_lookup_workers_replaced_total{reason="hung"} 0',
      ],
      null,
    ],
  )
})

/** How many requests from one address get 200, spread over both processes. */
async function admitted(url: string, requests: number): Promise<number> {
  const responses = await Promise.all(Array.from({ length: requests }, () => send(url, '/v1/banks?country=aa')))
  return responses.filter(({ status }) => status === 200).length
}

test('without Redis, each process has its own limit, and the log says so', async (t) => {
  const { url, stderr } = await startTwo(t, { RATE_LIMIT: '10,10' })
  assert.match(stderr(), /"workers":2,"msg":"each process counts rate limits on its own; REDIS_URL shares them"/)
  // Each process gets more than its quota.
  assert.equal(await admitted(url, 100), 20)
})

test('with Redis, all processes share one limit', async (t) => {
  const redis = await startRedis(t)
  if (!redis) return
  const { url, stderr } = await startTwo(t, { RATE_LIMIT: '10,10', TRUST_PROXY: '127.0.0.1', REDIS_URL: redis.url })
  assert.doesNotMatch(stderr(), /on its own/)
  await waitForSingleQuota(10, async (_, headers) => (await send(url, '/v1/banks?country=aa', headers)).status)
})

test('the demo key works in every process at once, and retries create one record, whichever process they reach', async () => {
  const { url, stdout } = await sharedService()
  const key = /blk_demo_\w+/.exec(stdout())?.[0] as string
  const create = (retry: string) =>
    send(url, '/index.php', { Authorization: `Bearer ${key}`, 'Idempotency-Key': retry }, 'POST')
  const responses = await Promise.all(Array.from({ length: 20 }, () => create('the same')))
  assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200])
  assert.equal(new Set(responses.map(({ text }) => JSON.parse(text).id)).size, 1)
})

/** Enough requests on separate connections that every process gets some. */
const statusesOf = async (send: () => Promise<{ status: number }>): Promise<number[]> => [
  ...new Set((await Promise.all(Array.from({ length: 24 }, send))).map(({ status }) => status)),
]

test('a key issued or rotated while the service runs works in every process from the next request on', async () => {
  const { url } = await sharedService()
  const create = (key: string) => send(url, '/index.php', { Authorization: `Bearer ${key}` }, 'POST')
  const { id, key } = await issue(settings)
  assert.deepEqual(await statusesOf(() => create(key)), [200])
  const rotated: Issued = JSON.parse((await runCommand(settings, 'keys', 'rotate', id, '--json')).stdout)
  assert.deepEqual(await statusesOf(() => create(rotated.key)), [200])
  assert.deepEqual(await statusesOf(() => create(makeKey('live', randomBytes))), [401])
})

test('a key that is revoked while the service runs stops working in every process', async () => {
  const { url } = await sharedService()
  const list = (key: string) => send(url, '/v1/banks?country=aa', { 'X-Public-Hash-Key': key })
  const { id, key } = await issue(settings)
  assert.deepEqual(await statusesOf(() => list(key)), [200])
  await runCommand(settings, 'keys', 'revoke', id)
  // 401, and 429 after many attempts.
  await waitUntil('every process rejects it', async () => !(await statusesOf(() => list(key))).includes(200))
})

test('while PostgreSQL is down, an unknown key gets 503 from every process, and known keys work', async (t) => {
  const postgres = await startPostgres(t)
  if (!postgres) return
  const settings = { DATABASE_URL: postgres.url, RATE_LIMIT: 'off' }
  const known = await issue(settings)
  const { url } = await startTwo(t, settings)
  const list = (key: string) => send(url, '/v1/banks?country=aa', { 'X-Public-Hash-Key': key })
  const late = await issue(settings)
  assert.deepEqual(await statusesOf(() => list(late.key)), [200])
  await postgres.stop()
  for (const { key } of [known, late]) assert.deepEqual(await statusesOf(() => list(key)), [200])
  assert.deepEqual(await statusesOf(() => list(makeKey('live', randomBytes))), [503])
  await postgres.start()
  const { key } = await issue(settings)
  await waitUntil('a new key works again', async () => String(await statusesOf(() => list(key))) === '200')
})

test('new data reaches every process after a signal to the first one', async () => {
  const { url, folder, child } = await sharedService()
  writeFileSync(join(folder, 'banks/bb.jsonl'), `${JSON.stringify(bank('bb-only', { name: 'Renamed' }))}\n`)
  child.kill('SIGHUP')
  await waitUntil('all serve the new name', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => send(url, '/v1/banks?country=bb')))
    return responses.every(({ text }) => text.includes('Renamed'))
  })
})

test('a killed worker is restarted, and meanwhile the other processes respond', async () => {
  const { url, pid, worker, stderr, listened } = await sharedService()
  process.kill(worker, 'SIGKILL')
  await waitUntil('its end is logged', () => /a worker exited/.test(stderr()))
  for (let number = 0; number < 10; number++) assert.equal((await send(url, '/v1/banks?country=aa')).status, 200)
  await waitUntil('the new worker listens', () => listened() === 1)
  assert.equal(childrenOf(pid).length, 1)
})

test('a restarted worker does not serve data that the first process has rejected', async () => {
  const { url, folder, child, worker, stderr, listened } = await sharedService()
  const { revision } = JSON.parse((await send(url, '/readyz')).text)
  const file = join(folder, 'banks/bb.jsonl')
  const valid = readFileSync(file, 'utf8')
  // A country without banks is rejected, although no line is invalid.
  writeFileSync(file, '')
  child.kill('SIGHUP')
  await waitUntil('the data is rejected', () => /new data was rejected/.test(stderr()))
  process.kill(worker, 'SIGKILL')
  await waitUntil('the new worker finds the rejected data', () =>
    /cannot start: The data is at revision/.test(stderr()),
  )
  for (let number = 0; number < 20; number++) {
    assert.equal(JSON.parse((await send(url, '/readyz')).text).revision, revision)
  }
  assert.equal(listened(), 0)
  writeFileSync(file, valid)
  await waitUntil('the worker listens again', () => listened() === 1)
})

test('new data that arrives while a worker starts reaches this worker, too', async () => {
  const { url, pid, folder, worker, listened } = await sharedService()
  process.kill(worker, 'SIGKILL')
  // It has read nothing yet, and watches the data from now on.
  const isStarting = (other: number): boolean => other !== worker && handlesHangup(other)
  await waitUntil('the worker is being restarted', () => childrenOf(pid).some(isStarting))
  writeFileSync(join(folder, 'banks/bb.jsonl'), `${JSON.stringify(bank('bb-only', { name: 'Meanwhile' }))}\n`)
  await waitUntil('the worker listens', () => listened() === 1)
  await waitUntil('every process has the new data', async () => {
    const responses = await Promise.all(Array.from({ length: 24 }, () => send(url, '/v1/banks?country=bb')))
    return responses.every(({ text }) => JSON.parse(text).banks[0].name === 'Meanwhile')
  })
})

test('SIGHUP during the start does not end the service', async (t) => {
  const folder = writeFolder(t, small())
  const database = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
  const started = startProgram(t, { DATA_DIR: folder, DATABASE_URL: database })
  const { child, stdout } = started
  // Earlier than this, Node itself is still starting.
  await waitUntil('the program handles SIGHUP', () => handlesHangup(child.pid as number))
  await waitUntil('it listens', () => child.kill('SIGHUP') && stdout() !== '')
  assert.match(stdout(), /Bank Lookup Service 1\.0/)
})

/** SIGHUP is the lowest bit in the mask of handled signals. */
const handlesHangup = (pid: number): boolean =>
  /^SigCgt:\s\w*[13579bdf]$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

test('workers end if the first process is killed', async (t) => {
  const { child, workers } = await startTwo(t)
  child.kill('SIGKILL')
  await waitUntil('the workers end', () => !workers.some(isRunning))
})

/** Much longer than a test may take. */
const grace = { SHUTDOWN_GRACE: '300' }

test('Ctrl-C ends all processes without the grace period, whether the terminal signals one of them or all', async (t) => {
  for (const isForAll of [false, true]) {
    const { child, ended, workers } = await startTwo(t, grace)
    for (const worker of isForAll ? workers : []) process.kill(worker, 'SIGINT')
    child.kill('SIGINT')
    assert.equal(await ended, 0)
    assert.ok(!workers.some(isRunning))
  }
})

test('a signal for all processes that comes twice to a worker ends no request, and a second one ends all at once', async (t) => {
  const { child, url, ended, workers, stderr } = await startTwo(t, grace)
  for (const pid of [...workers, child.pid as number]) process.kill(pid, 'SIGTERM')
  await waitUntil('both drain', () => stderr().split('shutting down').length === 3)
  for (let number = 0; number < 10; number++) assert.equal((await send(url, '/v1/banks?country=aa')).status, 200)
  assert.ok(workers.every(isRunning))
  child.kill('SIGTERM')
  assert.equal(await ended, null)
  await waitUntil('the workers end', () => !workers.some(isRunning))
})

test('a worker whose admin port is taken serves without metrics, and the log says so', async (t) => {
  const port = await freePort(2)
  const other = createServer().listen(port + 1, '127.0.0.1')
  t.after(() => other.close())
  const { stderr, workers, pid } = await startTwo(t, { ADMIN_PORT: String(port) })
  assert.match(stderr(), /"port":\d+,"msg":"the admin port cannot be used; this worker serves without metrics"/)
  assert.match(await metricsAt(port), /^bank_lookup_workers_replaced_total\{reason="ended"\} 0$/m)
  assert.deepEqual(childrenOf(pid), workers)
})

// The last test of the shared service, because it ends it.
test('SIGTERM ends all processes', async () => {
  const { child, ended, worker } = await sharedService()
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  await waitUntil('the worker ends', () => !isRunning(worker))
})
