/** Processes that hang: they are stopped here, which an endless loop is like from outside. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { small, writeFolder } from '../support/data/small-data.ts'
import { figureOf, readExposition } from '../support/exposition.ts'
import { freePort } from '../support/services/ports.ts'
import { childrenOf, listened, startListening, temporaryFolder } from '../support/services/processes.ts'
import { until } from '../support/wait-until.ts'

const timeoutSeconds = 6

async function startTwo(t: TestContext) {
  const adminPort = await freePort()
  const service = await startListening(t, {
    WORKERS: '2',
    WORKER_TIMEOUT: String(timeoutSeconds),
    DATA_DIR: writeFolder(t, small()),
    DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`,
    RATE_LIMIT: 'off',
    ADMIN_PORT: String(adminPort),
  })
  const first = service.child.pid as number
  const [worker = 0] = childrenOf(first)
  t.after(() => {
    // A stopped process does not notice that the first is gone.
    if (childrenOf(process.pid).includes(first)) for (const pid of childrenOf(first)) process.kill(pid, 'SIGKILL')
  })
  /** On a connection of its own; undefined where the process that got it does not answer. */
  const ask = (path: string, init: RequestInit = {}): Promise<Response | undefined> =>
    fetch(`${service.url}${path}`, {
      ...init,
      headers: { Connection: 'close', ...init.headers },
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined)
  const missing = async (): Promise<string[] | undefined> => {
    const answer = await ask('/readyz')
    return answer && ((await answer.json()) as { missing: string[] }).missing
  }
  const figure = async (name: string, labels: Record<string, string>): Promise<number | undefined> => {
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
    return figureOf(readExposition(text), name, labels)
  }
  const says = (pattern: RegExp): Promise<void> => until(service.stderr, () => pattern.test(service.stderr()))
  return { ...service, first, worker, ask, missing, figure, says }
}

test('a worker that hangs is killed and replaced, and the log, /readyz and the metrics say so', async (t) => {
  const service = await startTwo(t)
  const { worker, missing, figure } = service
  assert.equal(await figure('bank_lookup_workers', { state: 'answering' }), 2)
  process.kill(worker, 'SIGSTOP')
  await until('it is missing in /readyz', async () => (await missing())?.includes('workers') === true)
  assert.equal(await figure('bank_lookup_workers', { state: 'missing' }), 1)
  await service.says(new RegExp(`"workerPid":${worker},.*"a worker does not respond and is killed"`))
  await until('another one listens', () => listened(service) === 3)
  await until('none is missing', async () => (await missing())?.length === 0)
  assert.equal(await figure('bank_lookup_workers', { state: 'answering' }), 2)
  assert.equal(await figure('bank_lookup_workers_replaced_total', { reason: 'hung' }), 1)
  assert.equal(await figure('bank_lookup_workers_replaced_total', { reason: 'ended' }), 0)
})

test('while the first process hangs a worker answers orders with 503 at once, and lookups', async (t) => {
  const service = await startTwo(t)
  const key = /blk_demo_\w+/.exec(service.stdout())?.[0] as string
  await until('heartbeats are sent', async () => (await service.missing())?.length === 0)
  process.kill(service.first, 'SIGSTOP')
  // Its pipes are no longer read by anyone, but the worker writes to the same ones.
  await service.says(/the primary process does not respond; requests that need the store get 503/)
  const order = { method: 'POST', headers: { Authorization: `Bearer ${key}` } }
  let refused = 0
  await until('some orders are refused', async () => {
    const startMs = performance.now()
    // Connections that the first process got are not answered.
    const answer = await service.ask('/index.php', order)
    if (answer) {
      assert.equal(answer.status, 503)
      assert.equal(answer.headers.get('error-code'), 'store_unavailable')
      assert.ok(performance.now() - startMs < 2_000)
      refused++
    }
    return refused === 3
  })
  await until('a lookup is answered', async () => (await service.ask('/v1/banks?country=aa'))?.status === 200)
  process.kill(service.first, 'SIGCONT')
  await service.says(/the primary process responds again/)
  await until('orders are taken again', async () => (await service.ask('/index.php', order))?.status === 200)
  assert.doesNotMatch(service.stderr(), /a worker does not respond/)
})

test('no worker is killed after all processes were stopped for longer than the limit', async (t) => {
  const { first, worker, stderr, ask, figure } = await startTwo(t)
  for (const pid of [first, worker]) process.kill(pid, 'SIGSTOP')
  await setTimeout((timeoutSeconds + 2) * 1_000)
  // The first sees the silence before the worker can answer.
  process.kill(first, 'SIGCONT')
  await setTimeout(1_000)
  process.kill(worker, 'SIGCONT')
  await until('both answer', async () => (await figure('bank_lookup_workers', { state: 'answering' })) === 2)
  for (let number = 0; number < 20; number++) assert.equal((await ask('/v1/banks?country=aa'))?.status, 200)
  assert.doesNotMatch(stderr(), /a worker does not respond/)
})
