import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { postJson, shippedDirectory } from '../../test/support/services/service.ts'
import { openKeyTable } from '../keys/key-cache.ts'
import { watchCounts } from '../limits/circuit-breaker.ts'
import { countInMemory, type SharedCounts } from '../limits/quota-store.ts'
import { openMetrics } from '../metrics/metrics.ts'
import { type Door, openDoor } from './admission/admission.ts'
import { answerAhead } from './fast-path.ts'
import { createResponseBudget } from './responses/response-budget.ts'
import { defaultLimits } from './server.ts'
import { makeLists } from './snapshot/bank-lists.ts'
import { openReadyAnswers } from './snapshot/prebuilt-responses.ts'

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
  { door, framework, closing = () => false }: { door: Door; framework: RequestListener; closing?: () => boolean },
): Promise<string> {
  const directory = shippedDirectory()
  const ready = openReadyAnswers(directory, await makeLists(directory, {}))
  const server = createServer(
    answerAhead({
      edition: () => ({ ready }),
      door,
      framework,
      closing,
      budget: createResponseBudget(defaultLimits),
      isUncounted: () => false,
      respondOverLimit: () => false,
      metrics: openMetrics(),
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
    door: openDoor({ keys: openKeyTable(), findKey, quotas: 'off', addressOf: () => '', metrics: openMetrics() }),
    framework: (_, response) => void response.writeHead(503).end(),
    closing: () => isClosing,
  })
  for (const ask of usual) assert.equal((await ask(url)).status, 200)
  isClosing = true
  for (const ask of usual) assert.equal((await ask(url)).status, 503)
})

test('nor do they while their counts are asked for; one that is refused then does, counted once', async (t) => {
  const counts = countInMemory()
  let asked = 0
  // Long enough for a body to arrive in the meantime.
  const slow: SharedCounts = {
    reserve: async (...question) => {
      asked++
      await setTimeout(5)
      return counts.reserve(...question)
    },
  }
  const door = openDoor({
    keys: openKeyTable(),
    findKey,
    quotas: { anonymous: usual.length, keyed: 1 },
    addressOf: () => '192.0.2.1',
    metrics: openMetrics(),
    counts: watchCounts(slow, { onGone: assert.fail, onBack: assert.fail }),
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
