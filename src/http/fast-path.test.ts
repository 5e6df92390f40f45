import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { shippedTables } from '../../test/support/data/shipped.ts'
import { createMemoryQuotaStore } from '../../test/support/memory-quota-store.ts'
import { postJson, shippedDirectory } from '../../test/support/services/service.ts'
import { createKeyCache } from '../keys/key-cache.ts'
import { createQuotaBreaker, type QuotaStore } from '../limits/circuit-breaker.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { type Admission, createAdmission } from './admission/admission.ts'
import { createScheduler } from './admission/scheduler.ts'
import { createFastPath } from './fast-path.ts'
import { defaultRequestLimits } from './request-limits.ts'
import { createResponseBudget } from './responses/response-budget.ts'
import { buildSnapshot } from './snapshot/data-snapshot.ts'

const commonRequests = [
  (url: string) => postJson(`${url}/v1/banks`, '{"country":"ng"}'),
  (url: string) => postJson(`${url}/v1/banks/`, '{"country":"UK"}', { 'Accept-Encoding': 'br' }),
  (url: string) => fetch(`${url}/v1/banks?country=ng`),
  (url: string) => fetch(`${url}/v1/banks?country=South%20Africa`),
  (url: string) => postJson(`${url}/v1/banks`, '{"country":"gha"}'),
  (url: string) => fetch(`${url}/v1/banks/?country=NG`),
  (url: string) => fetch(`${url}/v1/supported-countries/`),
  (url: string) => fetch(`${url}/v1/supported-countries`, { method: 'POST' }),
  (url: string) => fetch(`${url}/v1/banks?country=gh&status=any&fields=id,name&sort=prominence`),
  (url: string) => fetch(`${url}/v1/banks/ng-gtbank`),
  (url: string) => fetch(`${url}/v1/search?q=acess+b%C3%A0nk&country=ng&limit=3`),
  (url: string) => postJson(`${url}/v1/resolve`, '{"identifier":"058","country":"ng"}'),
  (url: string) => postJson(`${url}/v1/resolve?fields=id,codes`, '{"identifier":"DE89 3704 0044 0532 0130 00"}'),
]

const findKey = () => assert.fail('no key was sent')

async function start(
  t: TestContext,
  {
    admission,
    framework,
    isClosing = () => false,
  }: { admission: Admission; framework: RequestListener; isClosing?: () => boolean },
): Promise<string> {
  const directory = shippedDirectory()
  const scheduler = createScheduler()
  const built = await buildSnapshot({
    directory,
    scheduler,
    baseUrl: '',
    openApi: async () => '',
    tables: shippedTables(),
    onCacheWriteError: assert.fail,
  })
  const server = createServer(
    createFastPath({
      snapshot: { get: () => built },
      scheduler,
      admission,
      framework,
      isClosing,
      limits: defaultRequestLimits,
      responseBudget: createResponseBudget(defaultRequestLimits),
      respondOverLimit: () => false,
      requestIdOf: () => 'id',
      metrics: createMetrics(),
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('common requests never reach the framework; while closing, every request does', async (t) => {
  let closing = false
  const url = await start(t, {
    admission: createAdmission({
      keys: createKeyCache(),
      findKey,
      quotas: 'off',
      quotaOf: () => 'api',
      addressOf: () => '',
      metrics: createMetrics(),
    }),
    framework: (_, response) => void response.writeHead(503).end(),
    isClosing: () => closing,
  })
  for (const send of commonRequests) assert.equal((await send(url)).status, 200)
  closing = true
  for (const send of commonRequests) assert.equal((await send(url)).status, 503)
})

test('with a slow quota store, common requests still take the fast path; a rejected one is counted once and passed on', async (t) => {
  const quotaStore = createMemoryQuotaStore()
  let reservations = 0
  // Slow enough for the body to arrive during the reservation.
  const slowStore: QuotaStore = {
    reserve: async (...request) => {
      reservations++
      await setTimeout(5)
      return quotaStore.reserve(...request)
    },
  }
  const admission = createAdmission({
    keys: createKeyCache(),
    findKey,
    quotas: { anonymous: commonRequests.length, keyed: 1 },
    quotaOf: () => 'api',
    addressOf: () => '192.0.2.1',
    metrics: createMetrics(),
    quotaBreaker: createQuotaBreaker(slowStore, { onOpen: assert.fail, onClose: assert.fail }),
  })
  const url = await start(t, {
    admission,
    framework: async (request, response) => {
      const { problem } = await admission.resultFor(request)
      response.writeHead(problem?.status ?? 500).end(await text(request))
    },
  })
  for (const [at, send] of commonRequests.entries()) {
    const response = await send(url)
    assert.equal(response.status, 200)
    assert.match(response.headers.get('ratelimit') ?? '', new RegExp(`;r=${commonRequests.length - 1 - at};`))
  }
  assert.equal(reservations, commonRequests.length)
  const rejected = await postJson(`${url}/v1/banks`, '{"country":"ng"}')
  assert.deepEqual([rejected.status, await rejected.text()], [429, '{"country":"ng"}'])
})
