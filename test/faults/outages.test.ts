/** Outages of the store and of the shared limits: lookups continue, and everything recovers without a restart. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@redis/client'
import { small, writeFolder } from '../support/data/small-data.ts'
import { often } from '../support/repetitions.ts'
import { missingParts, storedIds } from '../support/services/admin-commands.ts'
import { startLookups } from '../support/services/lookups.ts'
import { startPostgres } from '../support/services/postgres.ts'
import { issue, startListening } from '../support/services/processes.ts'
import { openOrders, startStorm } from '../support/services/record-orders.ts'
import { type Redis, startRedis } from '../support/services/redis.ts'
import { waitUntil } from '../support/wait-until.ts'

const rounds = often(1, 10)
const quota = 20

let addresses = 0
/** Returns the address of a new client, so that Redis has to be called. */
const newAddress = (): string => {
  addresses++
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Counts how many requests from one address are admitted. */
async function admitted(url: string, address: string): Promise<number> {
  const send = () => fetch(`${url}/v1/banks?country=aa`, { headers: { 'X-Forwarded-For': address } })
  const responses = await Promise.all(Array.from({ length: quota + 5 }, send))
  return responses.filter(({ status }) => status === 200).length
}

/** Polls: after a response delayed by a busy machine, the process uses its own limits for a second. */
async function waitUntilCountedIn(redis: Redis, url: string): Promise<void> {
  const client = createClient({ url: redis.url }).on('error', () => {})
  await client.connect()
  await waitUntil('the limits are shared again', async () => {
    const address = newAddress()
    const count = await admitted(url, address)
    return count === quota && Number(await client.get(`bank-lookup:limit:address:${address}`)) === quota
  }).finally(() => client.destroy())
}

test('PostgreSQL and Redis fail and recover under load: no lookup fails, and no acknowledged record is lost', {
  timeout: often(10 * 60_000, 60 * 60_000),
}, async (t) => {
  const postgres = await startPostgres(t)
  const redis = postgres && (await startRedis(t))
  if (!redis) return
  const settings = {
    DATA_DIR: writeFolder(t, small()),
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    RATE_LIMIT: `${quota},100000000`,
    TRUST_PROXY: '127.0.0.1',
  }
  const { key } = await issue(settings)
  const { url } = await startListening(t, settings)
  const unknown = () => ({ 'X-Forwarded-For': newAddress() })
  const known = () => ({ 'X-Public-Hash-Key': key })
  const lookups = await startLookups(t, url, [unknown, known, unknown, known])
  const orders = openOrders(key)
  const storm = startStorm(t, url, { orders, name: 'storm', callers: 4 })
  await missingParts(url, [])
  await waitUntilCountedIn(redis, url)
  for (let round = 0; round < rounds; round++) {
    await orders.more(50)
    const refused = orders.refused()
    await postgres.stop()
    await missingParts(url, ['store'])
    await waitUntil('creations get 503', () => orders.refused() >= refused + 20)
    await lookups.more(often(40, 100))

    redis.freeze()
    await missingParts(url, ['store', 'shared_limits'])
    assert.equal(await admitted(url, newAddress()), quota)
    await lookups.more(often(40, 100))

    await postgres.start()
    await missingParts(url, ['shared_limits'])
    await orders.more(50)
    redis.thaw()
    await missingParts(url, [])
    await waitUntilCountedIn(redis, url)

    await redis.stop()
    await missingParts(url, ['shared_limits'])
    assert.equal(await admitted(url, newAddress()), quota)
    await orders.more(50)
    await lookups.more(often(40, 100))
    await redis.start()
    await missingParts(url, [])
    await waitUntilCountedIn(redis, url)
  }
  await storm.stop()
  assert.deepEqual(await lookups.stop(), [])
  await orders.check(url, () => storedIds(settings))
  t.diagnostic(`rounds: ${rounds}; ${lookups.summary()}; ${orders.summary()}`)
})
