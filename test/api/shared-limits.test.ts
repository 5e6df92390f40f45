import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createClient } from '@redis/client'
import { makeKey } from '../../src/keys/format.ts'
import { createQuotaBreaker } from '../../src/limits/circuit-breaker.ts'
import { createLocalLimiter } from '../../src/limits/local-limiter.ts'
import { createMemoryQuotaStore, type QuotaStore } from '../../src/limits/quota-store.ts'
import { openRedisQuotaStore, type RedisQuotaStore } from '../../src/limits/redis-quota-store.ts'
import { createSharedLimiter } from '../../src/limits/shared-limiter.ts'
import { waitForSingleQuota } from '../support/assert-single-quota.ts'
import { small, writeFolder } from '../support/data/small-data.ts'
import { startKeyedService } from '../support/services/keyed-service.ts'
import { freePort } from '../support/services/ports.ts'
import { startListening, temporaryFolder } from '../support/services/processes.ts'
import { startRedis } from '../support/services/redis.ts'
import { postJson, startService } from '../support/services/service.ts'
import { deadlineMs, waitUntil } from '../support/wait-until.ts'

/** More patient than a service: a machine that is busy with other tests is not what is tested here. */
function openCounts(
  t: TestContext,
  url: string,
  options: { windowMs?: number; timeoutMs?: number } = {},
): RedisQuotaStore {
  const counts = openRedisQuotaStore(url, { timeoutMs: 10_000, ...options })
  t.after(() => counts.close())
  return counts
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

test('processes that count in Redis share one quota exactly', async (t) => {
  const redis = await startRedis(t)
  if (!redis) return
  // Longer than the test takes, also on a busy machine.
  const windowMs = 10 * deadlineMs
  const pools = [openCounts(t, redis.url, { windowMs }), openCounts(t, redis.url, { windowMs })]
  const grants = await Promise.all(
    Array.from({ length: 200 }, (_, at) => (pools[at % 2] as QuotaStore).reserve('a', 100, (at % 3) + 1)),
  )
  assert.equal(sum(grants.map(({ granted }) => granted)), 100)
  for (const { resetMs } of grants) assert.ok(resetMs > 0 && resetMs < windowMs)
  const spent = grants.at(-1)
  assert.deepEqual([spent?.granted, spent?.remaining], [0, 0])
  assert.equal((await (pools[0] as QuotaStore).reserve('b', 100, 1)).remaining, 99)
})

test('the window of a count in Redis ends, and then the quota is whole again', async (t) => {
  const redis = await startRedis(t)
  if (!redis) return
  const windowMs = 500
  const counts = openCounts(t, redis.url, { windowMs })
  const first = await counts.reserve('a', 100, 100)
  assert.equal(first.granted, 100)
  assert.ok(first.resetMs > 0 && first.resetMs <= windowMs, `${first.resetMs} ms`)
  await waitUntil('the window ends', async () => (await counts.reserve('a', 100, 3)).remaining === 97)
})

test('what is kept in Redis has our prefix and an end, and then nothing is left behind', async (t) => {
  const redis = await startRedis(t)
  if (!redis) return
  const counts = openCounts(t, redis.url, { windowMs: 200 })
  await counts.reserve('nobody', 1, 0)
  const client = createClient({ url: redis.url }).on('error', () => {})
  await client.connect()
  t.after(() => client.destroy())
  assert.deepEqual(await client.keys('*'), [], 'to ask how things stand leaves nothing')
  for (let count = 0; count < 3; count++) await counts.reserve('address:192.0.2.1', 10, 2)
  const left = await client.pTTL('bank-lookup:limit:address:192.0.2.1')
  assert.ok(left <= 200, `${left} ms`)
  await waitUntil('nothing is left', async () => (await client.keys('*')).length === 0)
  // A key of ours that somebody made to stay is not believed.
  await client.set('bank-lookup:limit:a', '10')
  assert.equal((await counts.reserve('a', 10, 1)).granted, 1)
  assert.ok((await client.pTTL('bank-lookup:limit:a')) > 0)
})

test('a server that stops, or no longer answers, leaves each process its own limits until it is back', async (t) => {
  const redis = await startRedis(t)
  if (!redis) return
  const counts = openCounts(t, redis.url, { timeoutMs: 1_000 })
  let now = 0
  const told: string[] = []
  const watched = createQuotaBreaker(counts, {
    onOpen: () => void told.push('gone'),
    onClose: () => void told.push('back'),
    nowMs: () => now,
  })
  const [one, two] = [0, 1].map(() =>
    createSharedLimiter({ name: 'address', counts: watched, own: createLocalLimiter() }),
  )
  assert.ok(one && two)
  const remaining = async (limiter: typeof one, subject: string): Promise<number> =>
    (await limiter.take(subject, 10)).remaining
  // A failed attempt is followed by a pause, and what follows that is a question beside the request.
  const untilBack = async (): Promise<void> => {
    await waitUntil('the counts are back', () => {
      now += 1_001
      watched.isAvailable()
      return told.at(-1) === 'back'
    })
  }
  assert.deepEqual([await remaining(one, 'a'), await remaining(two, 'a')], [9, 8])
  await redis.stop()
  assert.deepEqual([await remaining(one, 'a'), await remaining(two, 'a'), await remaining(two, 'a')], [9, 9, 8])
  assert.deepEqual(told, ['gone'])
  await redis.start()
  await untilBack()
  assert.deepEqual([await remaining(one, 'b'), await remaining(two, 'b')], [9, 8])
  assert.deepEqual(told, ['gone', 'back'])

  redis.freeze()
  assert.deepEqual([await remaining(one, 'c'), await remaining(two, 'c')], [9, 9])
  redis.thaw()
  await untilBack()
  assert.deepEqual([await remaining(one, 'd'), await remaining(two, 'd')], [9, 8])
  assert.deepEqual(told, ['gone', 'back', 'gone', 'back'])
})

test('a wrong password, a closed port and a server that says nothing are failures within the time, and no more', async (t) => {
  const redis = await startRedis(t)
  if (!redis) return
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => silent.close())
  const { port } = silent.address() as { port: number }
  for (const [url, reason] of [
    [`redis://:wrong@127.0.0.1:${redis.port}`, /WRONGPASS|No response/],
    [`redis://127.0.0.1:${redis.port}`, /NOAUTH|No response/],
    [`redis://127.0.0.1:${await freePort()}`, /ECONNREFUSED|No response/],
    [`rediss://127.0.0.1:${redis.port}`, /./],
    [`redis://127.0.0.1:${port}`, /No response within 200 ms/],
  ] as const) {
    const counts = openRedisQuotaStore(url)
    for (let attempt = 0; attempt < 3; attempt++) await assert.rejects(counts.reserve('a', 1, 1), reason, url)
    counts.close()
  }
})

test('services that share their counts admit a quota once, on either way, and answer the same', async (t) => {
  const counts = createMemoryQuotaStore()
  const quotas = { anonymous: 6, keyed: 6 }
  const services = [await startService(t, { quotas, counts }), await startService(t, { quotas, counts })]
  const ask = [
    (url: string) => postJson(`${url}/v1/banks`, '{"country":"gh"}'),
    (url: string) => fetch(`${url}/v1/banks?country=gh`),
    (url: string) => fetch(`${url}/%zz`),
  ]
  const seen: string[] = []
  for (let round = 0; round < 8; round++) {
    const { url } = services[round % 2] as { url: string }
    const answer = await (ask[round % 3] as (typeof ask)[0])(url)
    seen.push(`${answer.status} ${answer.headers.get('ratelimit')?.split(';')[1]}`)
    assert.equal(round < 6 || (await answer.text()).includes('has sent its 6 requests of the minute'), true)
  }
  const counted = ['200 r=5', '200 r=4', '400 r=3', '200 r=2', '200 r=1', '400 r=0']
  assert.deepEqual(seen, [...counted, '429 r=0', '429 r=0'])
})

test('where counts are shared, a wrong key is still one guess, and a right one has a quota of its own', async (t) => {
  const quotas = { anonymous: 1_000, keyed: 2 }
  const { url, live } = await startKeyedService(t, { quotas, counts: createMemoryQuotaStore() })
  const ask = (key: string) => fetch(`${url}/v1/banks?country=va`, { headers: { 'X-Public-Hash-Key': key } })
  for (let guess = 0; guess < 60; guess++) assert.equal((await ask(makeKey('live', randomBytes))).status, 401)
  assert.equal((await ask(makeKey('live', randomBytes))).headers.get('error-code'), 'guesses_limited')
  assert.deepEqual([(await ask(live)).status, (await ask(live)).status, (await ask(live)).status], [200, 200, 429])
})

test('a service whose Redis is gone says so once and answers every request by its own limits', async (t) => {
  const redis = await startRedis(t)
  if (!redis) return
  const counts = openCounts(t, redis.url)
  const lines: { level: number; msg: string }[] = []
  const log = { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } }
  const quotas = { anonymous: 40, keyed: 40 }
  const { url } = await startService(t, { quotas, counts, log })
  const ask = () => fetch(`${url}/v1/banks?country=gh`).then(({ status }) => status)
  for (let request = 0; request < 3; request++) assert.equal(await ask(), 200)
  await redis.stop()
  const statuses = await Promise.all(Array.from({ length: 41 }, ask))
  assert.equal(statuses.filter((status) => status === 200).length >= 40, true)
  const warnings = lines.filter(({ level }) => level === 40).map(({ msg }) => msg)
  assert.deepEqual(warnings, ['shared limits are not available; this process counts on its own'])
  const { missing } = (await (await fetch(`${url}/readyz`)).json()) as { missing: string[] }
  assert.deepEqual(missing, ['shared_limits'])
})

test('two services over one Redis, each a process of its own, give a caller one quota', async (t) => {
  const redis = await startRedis(t)
  if (!redis) return
  const settings = { REDIS_URL: redis.url, RATE_LIMIT: '10,10', TRUST_PROXY: '127.0.0.1' }
  const start = () =>
    startListening(t, {
      ...settings,
      DATA_DIR: writeFolder(t, small()),
      DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`,
    })
  const services = [await start(), await start()]
  await waitForSingleQuota(10, async (number, headers) => {
    const { url } = services[number % 2] as { url: string }
    return (await fetch(`${url}/v1/banks?country=aa`, { headers })).status
  })
})
