/** Hung processes, simulated with SIGSTOP, which looks like an endless loop from outside. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { small, writeFolder } from '../support/data/small-data.ts'
import { figureOf, readExposition } from '../support/exposition.ts'
import { testWith } from '../support/programs.ts'
import { freePort } from '../support/services/ports.ts'
import { startPostgres } from '../support/services/postgres.ts'
import { childrenOf, listened, startListening, temporaryFolder } from '../support/services/processes.ts'
import { startRedis } from '../support/services/redis.ts'
import { deadlineMs, waitUntil } from '../support/wait-until.ts'

const test = testWith('proc')

/** Longer than a process may wait for CPU time on a busy machine. */
const timeoutSeconds = deadlineMs / 30_000

/** How long a test waits for a response of a process that may hang. */
const responseMsMax = deadlineMs / 90

async function startTwo(t: TestContext, settings: Record<string, string> = {}) {
  const adminPort = await freePort(2)
  const service = await startListening(t, {
    WORKERS: '2',
    WORKER_TIMEOUT: String(timeoutSeconds),
    DATA_DIR: writeFolder(t, small()),
    DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`,
    RATE_LIMIT: 'off',
    ADMIN_PORT: String(adminPort),
    ...settings,
  })
  const first = service.child.pid as number
  const [worker = 0] = childrenOf(first)
  t.after(() => {
    // A stopped process does not notice that the first one has ended.
    if (childrenOf(process.pid).includes(first)) for (const pid of childrenOf(first)) process.kill(pid, 'SIGKILL')
  })
  /** Sends on a new connection; undefined if the process that accepted it does not respond. */
  const send = (path: string, init: RequestInit = {}): Promise<Response | undefined> =>
    fetch(`${service.url}${path}`, {
      ...init,
      headers: { Connection: 'close', ...init.headers },
      signal: AbortSignal.timeout(responseMsMax),
    }).catch(() => undefined)
  const metric = async (name: string, labels: Record<string, string>): Promise<number | undefined> => {
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
    return figureOf(readExposition(text), name, labels)
  }
  /** On a busy machine, a worker may be late with a reply, and is then missing for a moment. */
  const allAnswer = (): Promise<void> =>
    waitUntil('both workers respond', async () => (await metric('bank_lookup_workers', { state: 'answering' })) === 2)
  const logs = (pattern: RegExp): Promise<void> => waitUntil(service.stderr, () => pattern.test(service.stderr()))
  return { ...service, first, worker, send, metric, allAnswer, logs }
}

/** The tests run at the same time: they wait for timeouts more than they work. */
describe('hung processes', { concurrency: true }, () => {
  const replaceHung = async (t: TestContext, settings: Record<string, string> = {}): Promise<void> => {
    const service = await startTwo(t, settings)
    const { worker, metric, allAnswer } = service
    await allAnswer()
    process.kill(worker, 'SIGSTOP')
    await waitUntil(
      'the metrics report it',
      async () => (await metric('bank_lookup_workers', { state: 'missing' })) === 1,
    )
    await service.logs(new RegExp(`"workerPid":${worker},.*"a worker does not respond and is being killed"`))
    await waitUntil('the new worker listens', () => listened(service) === 3)
    await allAnswer()
    assert.equal(await metric('bank_lookup_workers_replaced_total', { reason: 'hung' }), 1)
    assert.equal(await metric('bank_lookup_workers_replaced_total', { reason: 'ended' }), 0)
  }

  test('a hung worker is killed and replaced, and the log and the metrics report it', (t) => replaceHung(t))

  test('a hung worker that uses PostgreSQL and Redis is killed and replaced', async (t) => {
    const [postgres, redis] = [await startPostgres(t), await startRedis(t)]
    if (postgres && redis) {
      await replaceHung(t, { DATABASE_URL: postgres.url, REDIS_URL: redis.url, RATE_LIMIT: '600,6000' })
    }
  })

  test('while the first process hangs, its workers serve lookups and creations, and none is killed afterwards', async (t) => {
    const service = await startTwo(t)
    const key = /blk_demo_\w+/.exec(service.stdout())?.[0] as string
    await service.allAnswer()
    process.kill(service.first, 'SIGSTOP')
    const order = { method: 'POST', headers: { Authorization: `Bearer ${key}` } }
    // Connections that the first process accepted get no response.
    await waitUntil('a creation works', async () => (await service.send('/index.php', order))?.status === 200)
    await waitUntil('a lookup works', async () => (await service.send('/v1/banks?country=aa'))?.status === 200)
    process.kill(service.first, 'SIGCONT')
    await service.allAnswer()
    assert.doesNotMatch(service.stderr(), /a worker does not respond/)
  })

  test('no worker is killed after all processes were stopped for longer than the timeout', async (t) => {
    const { first, worker, stderr, send, allAnswer } = await startTwo(t)
    for (const pid of [first, worker]) process.kill(pid, 'SIGSTOP')
    await setTimeout((timeoutSeconds + 2) * 1_000)
    // The first process notices the silence before the worker can reply.
    process.kill(first, 'SIGCONT')
    await setTimeout(1_000)
    process.kill(worker, 'SIGCONT')
    await allAnswer()
    for (let number = 0; number < 20; number++) assert.equal((await send('/v1/banks?country=aa'))?.status, 200)
    assert.doesNotMatch(stderr(), /a worker does not respond/)
  })
})
