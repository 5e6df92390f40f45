import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { postJson, shippedDirectory } from '../../test/support/services/service.ts'
import { createKeyCache } from '../keys/key-cache.ts'
import { createQuotaBreaker } from '../limits/circuit-breaker.ts'
import { createMemoryQuotaStore, type QuotaStore } from '../limits/quota-store.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { type Admission, createAdmission } from './admission/admission.ts'
import { createFastPath } from './fast-path.ts'
import { createResponseBudget } from './responses/response-budget.ts'
import { defaultRequestLimits } from './server.ts'
import { buildLists } from './snapshot/bank-lists.ts'
import { createPrebuiltResponses } from './snapshot/prebuilt-responses.ts'

const usual = [
  (url: string) => postJson(`${url}/v1/banks`, '{"country":"ng"}'),
  (url: string) => postJson(`${url}/v1/banks/`, '{"country":"UK"}', { 'Accept-Encoding': 'br' }),
  (url: string) => fetch(`${url}/v1/banks?country=ng`),
  (url: string) => fetch(`${url}/v1/banks/?country=NG`),
  (url: string) => fetch(`${url}/v1/supported-countries/`),
  (url: string) => fetch(`${url}/v1/supported-countries`, { method: 'POST' }),
]

const findKey = () => assert.fail('no key was sent')

async function start(
  t: TestContext,
  { door, framework, closing = () => false }: { door: Admission; framework: RequestListener; closing?: () => boolean },
): Promise<string> {
  const directory = shippedDirectory()
  const ready = createPrebuiltResponses(directory, await buildLists(directory, {}))
  const server = createServer(
    createFastPath({
      edition: () => ({ ready }),
      door,
      framework,
      closing,
      budget: createResponseBudget(defaultRequestLimits),
      isUncounted: () => false,
      respondOverLimit: () => false,
      metrics: createMetrics(),
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the usual requests never reach the framework, and while closing every request does', async (t) => {
  let isClosing = false
  const url = await start(t, {
    door: createAdmission({
      keys: createKeyCache(),
      findKey,
      quotas: 'off',
      addressOf: () => '',
      metrics: createMetrics(),
    }),
    framework: (_, response) => void response.writeHead(503).end(),
    closing: () => isClosing,
  })
  for (const ask of usual) assert.equal((await ask(url)).status, 200)
  isClosing = true
  for (const ask of usual) assert.equal((await ask(url)).status, 503)
})

test('nor do they while their counts are asked for; one that is refused then does, counted once', async (t) => {
  const counts = createMemoryQuotaStore()
  let asked = 0
  // Long enough for a body to arrive in the meantime.
  const slow: QuotaStore = {
    reserve: async (...question) => {
      asked++
      await setTimeout(5)
      return counts.reserve(...question)
    },
  }
  const door = createAdmission({
    keys: createKeyCache(),
    findKey,
    quotas: { anonymous: usual.length, keyed: 1 },
    addressOf: () => '192.0.2.1',
    metrics: createMetrics(),
    counts: createQuotaBreaker(slow, { onOpen: assert.fail, onClose: assert.fail }),
  })
  const url = await start(t, {
    door,
    framework: async (request, response) => {
      const { problem } = await door.visit(request)
      response.writeHead(problem?.status ?? 500).end(await text(request))
    },
  })
  for (const [at, ask] of usual.entries()) {
    const answer = await ask(url)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`;r=${usual.length - 1 - at};`))
  }
  assert.equal(asked, usual.length)
  const refused = await postJson(`${url}/v1/banks`, '{"country":"ng"}')
  assert.deepEqual([refused.status, await refused.text()], [429, '{"country":"ng"}'])
})
