import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createClient } from '@redis/client'
import { makeKey } from '../../src/keys/key-format.ts'
import { createQuotaBreaker, type QuotaStore } from '../../src/limits/circuit-breaker.ts'
import { createLocalLimiter } from '../../src/limits/local-limiter.ts'
import { openRedisQuotaStore, type RedisQuotaStore } from '../../src/limits/redis-quota-store.ts'
import { createSharedLimiter } from '../../src/limits/shared-limiter.ts'
import { waitForSingleQuota } from '../support/assert-single-quota.ts'
import { small, writeFolder } from '../support/data/small-data.ts'
import { createSmallDirectory } from '../support/data/small-directory.ts'
import { createMemoryQuotaStore } from '../support/memory-quota-store.ts'
import { startKeyedService } from '../support/services/keyed-service.ts'
import { freePort } from '../support/services/ports.ts'
import { startListening, temporaryFolder } from '../support/services/processes.ts'
import { startRedis } from '../support/services/redis.ts'
import { postJson, startService } from '../support/services/service.ts'
import { deadlineMs, waitUntil } from '../support/wait-until.ts'

const directory = createSmallDirectory()

/** Opens a quota store with a long timeout, because the machine may be busy with other tests. */
function openQuotaStore(
  t: TestContext,
  url: string,
  options: { windowMs?: number; timeoutMs?: number } = {},
): RedisQuotaStore {
  const quotaStore = openRedisQuotaStore(url, { timeoutMs: 10_000, ...options })
  t.after(() => quotaStore.close())
  return quotaStore
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

test('processes that share a Redis server share one quota exactly', async (t) => {
  const redis = await startRedis(t)
  if (!redis) return
  // Longer than the test takes, even on a busy machine.
  const windowMs = 10 * deadlineMs
  const stores = [openQuotaStore(t, redis.url, { windowMs }), openQuotaStore(t, redis.url, { windowMs })]
  const grants = await Promise.all(
    Array.from({ length: 200 }, (_, at) => (stores[at % 2] as QuotaStore).reserve('a', 100, (at % 3) + 1)),
  )
  assert.equal(sum(grants.map(({ granted }) => granted)), 100)
  for (const { resetMs } of grants) assert.ok(resetMs > 0 && resetMs < windowMs)
  const spent = grants.at(-1)
  assert.deepEqual([spent?.granted, spent?.remaining], [0, 0])
  assert.equal((await (stores[0] as QuotaStore).reserve('b', 100, 1)).remaining, 99)
  const lowered = await (stores[1] as QuotaStore).reserve('b', 1, 1)
  assert.deepEqual([lowered.granted, lowered.remaining], [0, 0], 'a quota that was lowered within a window')
})

test('a window in Redis expires, and then the full quota is available again', async (t) => {
  const redis = await startRedis(t)
  if (!redis) return
  const windowMs = 500
  const quotaStore = openQuotaStore(t, redis.url, { windowMs })
  const first = await quotaStore.reserve('a', 100, 100)
  assert.equal(first.granted, 100)
  assert.ok(first.resetMs > 0 && first.resetMs <= windowMs, `${first.resetMs} ms`)
  await waitUntil('the window ends', async () => (await quotaStore.reserve('a', 100, 3)).remaining === 97)
})

test('keys in Redis have our prefix and expire, so nothing is left behind', async (t) => {
  const redis = await startRedis(t)
  if (!redis) return
  const quotaStore = openQuotaStore(t, redis.url, { windowMs: 200 })
  await quotaStore.reserve('probe', 1, 0)
  const client = createClient({ url: redis.url }).on('error', () => {})
  await client.connect()
  t.after(() => client.destroy())
  assert.deepEqual(await client.keys('*'), [], 'a probe leaves no key')
  for (let count = 0; count < 3; count++) await quotaStore.reserve('address:192.0.2.1', 10, 2)
  const left = await client.pTTL('bank-lookup:limit:address:192.0.2.1')
  assert.ok(left <= 200, `${left} ms`)
  await waitUntil('nothing is left', async () => (await client.keys('*')).length === 0)
  // A key with our prefix but without expiry is replaced.
  await client.set('bank-lookup:limit:a', '10')
  assert.equal((await quotaStore.reserve('a', 10, 1)).granted, 1)
  assert.ok((await client.pTTL('bank-lookup:limit:a')) > 0)
})

test('while the Redis server is stopped or hangs, each process applies its own limits', async (t) => {
  const redis = await startRedis(t)
  if (!redis) return
  const quotaStore = openQuotaStore(t, redis.url, { timeoutMs: 1_000 })
  let now = 0
  const events: string[] = []
  const breaker = createQuotaBreaker(quotaStore, {
    onOpen: () => void events.push('gone'),
    onClose: () => void events.push('back'),
    nowMs: () => now,
  })
  const [one, two] = [0, 1].map(() =>
    createSharedLimiter({ name: 'address', counts: breaker, own: createLocalLimiter() }),
  )
  assert.ok(one && two)
  const remaining = async (limiter: typeof one, subject: string): Promise<number> =>
    (await limiter.take(subject, 10)).remaining
  // After a failure the circuit breaker pauses; the next request then starts a probe in the background.
  const untilBack = async (): Promise<void> => {
    await waitUntil('the quota store is back', () => {
      now += 1_001
      breaker.isAvailable()
      return events.at(-1) === 'back'
    })
  }
  assert.deepEqual([await remaining(one, 'a'), await remaining(two, 'a')], [9, 8])
  await redis.stop()
  assert.deepEqual([await remaining(one, 'a'), await remaining(two, 'a'), await remaining(two, 'a')], [9, 9, 8])
  assert.deepEqual(events, ['gone'])
  await redis.start()
  await untilBack()
  assert.deepEqual([await remaining(one, 'b'), await remaining(two, 'b')], [9, 8])
  assert.deepEqual(events, ['gone', 'back'])

  redis.freeze()
  assert.deepEqual([await remaining(one, 'c'), await remaining(two, 'c')], [9, 9])
  redis.thaw()
  await untilBack()
  assert.deepEqual([await remaining(one, 'd'), await remaining(two, 'd')], [9, 8])
  assert.deepEqual(events, ['gone', 'back', 'gone', 'back'])
})

test('a wrong password, a closed port and a silent server fail within the timeout', async (t) => {
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
    const quotaStore = openRedisQuotaStore(url)
    for (let attempt = 0; attempt < 3; attempt++) await assert.rejects(quotaStore.reserve('a', 1, 1), reason, url)
    quotaStore.close()
  }
})

/** A server that calls `reply` for each command. Returns its URL. */
async function startFakeRedis(t: TestContext, reply: (connection: Socket) => void): Promise<string> {
  const server = createServer((connection) => {
    connection
      .on('error', () => {})
      .on('data', (commands) => {
        for (const _ of String(commands).matchAll(/\*\d+\r\n/g)) reply(connection)
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('replies that are not a reservation count as an unavailable server', async (t) => {
  let reply = ''
  const url = await startFakeRedis(t, (connection) => connection.write(reply))
  const quotaStore = openQuotaStore(t, url, { windowMs: 60_000 })
  const numbers = (...all: number[]): string => `*${all.length}\r\n${all.map((one) => `:${one}\r\n`).join('')}`
  // More than the window: from a replica whose clock is slow.
  for (const leftMs of [60_000, 60_001, 120_000]) {
    reply = numbers(3, 7, leftMs)
    assert.deepEqual(await quotaStore.reserve('a', 10, 3), { granted: 3, remaining: 7, resetMs: 59_999 })
  }
  for (reply of [
    numbers(-5, -99_999, -1),
    numbers(4, 7, 60_000),
    numbers(3, 11, 60_000),
    numbers(3, 7, 120_001),
    numbers(3, 7),
    '*3\r\n$3\r\nNaN\r\n$8\r\nInfinity\r\n$4\r\n1e99\r\n',
    '+OK\r\n',
    '$-1\r\n',
  ]) {
    await assert.rejects(quotaStore.reserve('a', 10, 3), /not a reservation/, reply)
  }
})

test('a reply without end is cut off after a few megabytes, and the next call opens a new connection', async (t) => {
  const sent = Promise.withResolvers<number>()
  let isEndless = true
  const url = await startFakeRedis(t, (connection) => {
    if (!isEndless) {
      connection.write('*3\r\n:1\r\n:0\r\n:1\r\n')
      return
    }
    isEndless = false
    connection.once('close', () => sent.resolve(connection.bytesWritten))
    connection.write('$500000000\r\n')
    const piece = Buffer.alloc(64 * 1024, 'x')
    const sendMore = (): void => void (connection.writable && connection.write(piece, sendMore))
    sendMore()
  })
  const quotaStore = openQuotaStore(t, url)
  await assert.rejects(quotaStore.reserve('a', 1, 1))
  // The buffers of the two sockets hold some more.
  assert.ok((await sent.promise) < 50_000_000)
  assert.equal((await quotaStore.reserve('a', 1, 1)).granted, 1)
})

test('services with a shared quota store admit one quota together, on the fast path and through the framework', async (t) => {
  const quotaStore = createMemoryQuotaStore()
  const quotas = { anonymous: 6, keyed: 6 }
  const services = [
    await startService(t, { directory, quotas, quotaStore }),
    await startService(t, { directory, quotas, quotaStore }),
  ]
  const requests = [
    (url: string) => postJson(`${url}/v1/banks`, '{"country":"aa"}'),
    (url: string) => fetch(`${url}/v1/banks?country=aa`),
    (url: string) => fetch(`${url}/%zz`),
  ]
  const seen: string[] = []
  for (let round = 0; round < 8; round++) {
    const { url } = services[round % 2] as { url: string }
    const response = await (requests[round % 3] as (typeof requests)[0])(url)
    seen.push(`${response.status} ${response.headers.get('ratelimit')?.split(';')[1]}`)
    assert.equal(round < 6 || (await response.text()).includes('may send 6 requests per minute'), true)
  }
  const counted = ['200 r=5', '200 r=4', '400 r=3', '200 r=2', '200 r=1', '400 r=0']
  assert.deepEqual(seen, [...counted, '429 r=0', '429 r=0'])
})

test('services with a shared quota store share the quota of pages, too, and count it separately', async (t) => {
  const quotaStore = createMemoryQuotaStore()
  const quotas = { anonymous: 2, keyed: 2 }
  const services = [
    await startService(t, { directory, quotas, quotaStore }),
    await startService(t, { directory, quotas, quotaStore }),
  ]
  const statuses = async (path: string): Promise<number[]> => {
    const seen = []
    for (const { url } of [...services, ...services]) seen.push((await fetch(`${url}${path}`)).status)
    return seen
  }
  assert.deepEqual(await statuses('/coverage'), [200, 200, 429, 429])
  assert.deepEqual(await statuses('/v1/banks?country=aa'), [200, 200, 429, 429])
  assert.deepEqual(await statuses('/robots.txt'), [200, 200, 200, 200])
})

test('with a shared quota store, an invalid key still counts as one guess, and a valid key has its own quota', async (t) => {
  const quotas = { anonymous: 1_000, keyed: 2 }
  const { url, live } = await startKeyedService(t, { directory, quotas, quotaStore: createMemoryQuotaStore() })
  const send = (key: string) => fetch(`${url}/v1/banks?country=aa`, { headers: { 'X-Public-Hash-Key': key } })
  for (let guess = 0; guess < 60; guess++) assert.equal((await send(makeKey('live', randomBytes))).status, 401)
  assert.equal((await send(makeKey('live', randomBytes))).headers.get('error-code'), 'guesses_limited')
  assert.deepEqual([(await send(live)).status, (await send(live)).status, (await send(live)).status], [200, 200, 429])
})

test('a service that loses Redis logs it once and applies its own limits', async (t) => {
  const redis = await startRedis(t)
  if (!redis) return
  const quotaStore = openQuotaStore(t, redis.url)
  const lines: { level: number; msg: string }[] = []
  const log = { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } }
  const quotas = { anonymous: 40, keyed: 40 }
  const { url } = await startService(t, { directory, quotas, quotaStore, log })
  const send = () => fetch(`${url}/v1/banks?country=aa`).then(({ status }) => status)
  for (let request = 0; request < 3; request++) assert.equal(await send(), 200)
  await redis.stop()
  const statuses = await Promise.all(Array.from({ length: 41 }, send))
  assert.equal(statuses.filter((status) => status === 200).length >= 40, true)
  const warnings = lines.filter(({ level }) => level === 40).map(({ msg }) => msg)
  assert.deepEqual(warnings, ['shared rate limits are unavailable; this process counts requests on its own'])
  const { missing } = (await (await fetch(`${url}/readyz`)).json()) as { missing: string[] }
  assert.deepEqual(missing, ['shared_limits'])
})

test('two service processes with one Redis server share one quota per caller', async (t) => {
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
