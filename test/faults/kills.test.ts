/** Acknowledged records are stored exactly once, however often and whenever the process is killed. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { small, writeFolder } from '../support/data/small-data.ts'
import { findPrograms } from '../support/programs.ts'
import { often } from '../support/repetitions.ts'
import { storedIds } from '../support/services/admin-commands.ts'
import { startPostgres } from '../support/services/postgres.ts'
import { childrenOf, issue, listened, startListening, temporaryFolder } from '../support/services/processes.ts'
import { openOrders, startStorm } from '../support/services/record-orders.ts'
import { waitUntil } from '../support/wait-until.ts'

const callers = 10
const kills = often(2, 50)
const livesOfTwo = often(1, 10)
/** Records acknowledged between two kills. */
const enough = often(30, 200)
const timeout = often(10 * 60_000, 60 * 60_000)

async function killOverAndOver(t: TestContext, database: string): Promise<void> {
  const settings = { DATA_DIR: writeFolder(t, small()), DATABASE_URL: database, RATE_LIMIT: 'off' }
  const { key } = await issue(settings)
  const orders = openOrders(key)
  let unanswered = 0
  for (let life = 1; life <= kills; life++) {
    const { child, url, ended } = await startListening(t, settings)
    const settled = orders.settle(url)
    const storm = startStorm(t, url, { orders, name: `life ${life}`, callers })
    await settled
    await orders.more(enough)
    // Kill at a different moment each time: responses come in groups, one group per commit.
    await setTimeout(life % 10)
    child.kill('SIGKILL')
    await Promise.all([storm.stop(), ended])
    unanswered += orders.open.size
  }
  assert.ok(unanswered > 0, 'every creation got a response: none was in progress when the process was killed')
  const { url } = await startListening(t, settings)
  await orders.settle(url)
  await orders.check(url, () => storedIds(settings))
  t.diagnostic(`${kills} kills, ${unanswered} creations without a response; ${orders.summary()}`)
}

test(`${kills} times kill -9 under a load of creations: no acknowledged record is lost, and no retry creates a second one`, {
  timeout,
}, async (t) => {
  await killOverAndOver(t, `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`)
})

test(`${kills} times kill -9 under a load of creations in PostgreSQL: no acknowledged record is lost, and no retry creates a second one`, {
  timeout,
}, async (t) => {
  const postgres = await startPostgres(t)
  if (postgres) await killOverAndOver(t, postgres.url)
})

async function killTwoProcesses(t: TestContext, database: string): Promise<void> {
  const settings = { DATA_DIR: writeFolder(t, small()), DATABASE_URL: database, RATE_LIMIT: 'off', WORKERS: '2' }
  const { key } = await issue(settings)
  const orders = openOrders(key)
  let unanswered = 0
  for (let life = 1; life <= livesOfTwo; life++) {
    const service = await startListening(t, settings)
    const { child, url, ended } = service
    const settled = orders.settle(url)
    const storm = startStorm(t, url, { orders, name: `life ${life}`, callers })
    await settled
    await orders.more(enough)
    const [second = 0] = childrenOf(child.pid as number)
    process.kill(second, 'SIGKILL')
    await orders.more(enough)
    await waitUntil('the new worker listens', () => listened(service) === 3)
    // Resend every creation without a response, including those whose connection broke.
    await orders.settle(url)
    await orders.more(enough)
    child.kill('SIGKILL')
    // `ended` waits for both processes: they write to the same pipe.
    await Promise.all([storm.stop(), ended])
    unanswered += orders.open.size
  }
  const { url } = await startListening(t, { ...settings, WORKERS: '1' })
  await orders.settle(url)
  await orders.check(url, () => storedIds(settings))
  t.diagnostic(`${livesOfTwo * 2} kills, ${unanswered} creations without a response; ${orders.summary()}`)
}

test('the worker is killed, then the first process: no acknowledged record is lost, and no retry creates a second one', {
  timeout,
}, async (t) => {
  if (findPrograms(t, 'proc')) await killTwoProcesses(t, `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`)
})

test('the same with records in PostgreSQL', { timeout }, async (t) => {
  if (!findPrograms(t, 'proc')) return
  const postgres = await startPostgres(t)
  if (postgres) await killTwoProcesses(t, postgres.url)
})
