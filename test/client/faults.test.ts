/** The client against the real service with faults in between: rate limits, overloads, resets, slow responses. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { BankLookupClient, BankLookupError } from '../../packages/client/src/index.ts'
import { type Fault, startFaultProxy } from '../support/services/fault-proxy.ts'
import { startKeyedService } from '../support/services/keyed-service.ts'
import { freePort } from '../support/services/ports.ts'
import { startService } from '../support/services/service.ts'
import { deadlineMs, waitUntil } from '../support/wait-until.ts'

const limited = (seconds: string): Fault => ({
  status: 429,
  headers: { 'error-code': 'rate_limited', 'retry-after': seconds },
  text: 'Rate limit exceeded.',
})
const busy: Fault = { status: 503, headers: { 'error-code': 'lists_busy', 'retry-after': '0' }, text: 'Busy.' }
/** A page of a proxy. */
const broken = (status: number): Fault => ({ status, headers: { 'retry-after': '0' }, text: '<h1>Error</h1>' })

type Call = (client: BankLookupClient) => Promise<unknown>
const safeCalls: Record<string, Call> = {
  listBanks: (client) => client.listBanks('va'),
  resolve: (client) => client.resolve('058'),
  'resolve of a list': (client) => client.resolve(['058', '044']),
  checkAccounts: (client) => client.checkAccounts([{ country: 'ng', method: 'ng_nuban', fields: { bank: '044' } }]),
}

// Most of the time is spent waiting for a retry or a timeout, so the tests run at the same time.
describe('the client, with faults on the way', { concurrency: true }, () => {
  for (const [name, call] of Object.entries(safeCalls)) {
    test(`${name} is repeated after a 408, 429, 500, 502, 503 and 504, a reset and a response that breaks off`, async (t) => {
      const { url } = await startService(t)
      // The delay without `Retry-After` grows with each attempt, so the resets come first.
      const statuses = [limited('0'), busy, ...[408, 500, 502, 504].map(broken)]
      const faults: Fault[] = ['reset', 'lose the response', 'cut the response', ...statuses]
      const proxy = await startFaultProxy(t, url, faults)
      const expected = await call(new BankLookupClient({ baseUrl: url }))
      assert.deepEqual(await call(new BankLookupClient({ baseUrl: proxy.url, retries: 9 })), expected)
      assert.equal(proxy.requests.length, 10)
      assert.equal(new Set(proxy.requests.map(({ method, url, body }) => `${method} ${url} ${body}`)).size, 1)
    })
  }

  test('Retry-After is honoured', async (t) => {
    const { url } = await startService(t)
    const proxy = await startFaultProxy(t, url, [limited('1')])
    await new BankLookupClient({ baseUrl: proxy.url }).listBanks('va')
    const [first, second] = proxy.requests.map(({ at }) => at) as [number, number]
    assert.ok(second - first >= 999, `${second - first} ms`)
  })

  test('a request is repeated twice by default, and then fails with the last error', async (t) => {
    const { url } = await startService(t)
    const proxy = await startFaultProxy(t, url, Array<Fault>(9).fill(limited('0')))
    const client = new BankLookupClient({ baseUrl: proxy.url })
    await assert.rejects(client.search('access'), { code: 'rate_limited', status: 429, retryAfterMs: 0 })
    assert.equal(proxy.requests.length, 3)
    await assert.rejects(client.search('access', { retries: 0 }), { code: 'rate_limited' })
    assert.equal(proxy.requests.length, 4)
  })

  test('a request fails at once if the service asks to wait too long, or if the error is final', async (t) => {
    const { url } = await startService(t)
    const proxy = await startFaultProxy(t, url, [limited('61'), limited('3'), { status: 501 }])
    await assert.rejects(new BankLookupClient({ baseUrl: proxy.url }).listBanks('va'), { retryAfterMs: 61_000 })
    const impatient = new BankLookupClient({ baseUrl: proxy.url, retryAfterMaxMs: 2_000 })
    await assert.rejects(impatient.listBanks('va'), { retryAfterMs: 3_000 })
    await assert.rejects(impatient.listBanks('va'), { status: 501 })
    await assert.rejects(impatient.getBank('va-nowhere'), { code: 'bank_unknown' })
    assert.equal(proxy.requests.length, 4)
  })

  test('a list that exceeds the quota waits between its batches, and loses no result', async (t) => {
    const { url } = await startService(t)
    const proxy = await startFaultProxy(t, url, ['none', limited('1'), 'reset'])
    const client = new BankLookupClient({ baseUrl: proxy.url })
    const results = await client.resolve(Array<string>(1_500).fill('058'), { country: 'ng' })
    assert.equal(results.length, 1_500)
    assert.ok(results.every(({ readings }) => readings[0]?.banks[0]?.id === 'ng-gtbank'))
    const sizes = proxy.requests.map(({ body }) => JSON.parse(body).identifiers.length)
    assert.deepEqual(sizes, [1_000, 500, 500, 500])
  })

  test('the quota of the service for batches is an error with the time to wait', async (t) => {
    const { url } = await startService(t, { quotas: { anonymous: 60, keyed: 60 } })
    const client = new BankLookupClient({ baseUrl: url, retryAfterMaxMs: 0 })
    const identifiers = Array<string>(1_500).fill('058')
    // 1,000 identifiers count as 50 requests, so the second batch exceeds the quota.
    const error = await client.resolve(identifiers).catch((reason: unknown) => reason)
    assert.ok(error instanceof BankLookupError)
    assert.equal(error.code, 'batch_limited')
    assert.ok((error.retryAfterMs ?? 0) > 0 && (error.retryAfterMs ?? 0) <= 60_000)
  })

  test('an unreachable service is a network error with its cause', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const client = new BankLookupClient({ baseUrl, retries: 1 })
    const error = await client.supportedCountries().catch((reason: unknown) => reason)
    assert.ok(error instanceof BankLookupError)
    assert.deepEqual([error.code, error.status], ['network_error', 0])
    assert.match(error.message, /^Cannot reach http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/)
    assert.ok(error.cause instanceof Error)
  })

  test('a signal aborts a request before, during and between attempts, with its own reason', async (t) => {
    const { url } = await startService(t)
    const proxy = await startFaultProxy(t, url, ['hang', limited('30')])
    const client = new BankLookupClient({ baseUrl: proxy.url })
    const reason = new Error('The user left.')
    await assert.rejects(client.listBanks('va', { signal: AbortSignal.abort(reason) }), reason)
    assert.equal(proxy.requests.length, 0)
    for (const count of [1, 2]) {
      const controller = new AbortController()
      const call = client.listBanks('va', { signal: controller.signal })
      await waitUntil('the request arrived', () => proxy.requests.length === count)
      controller.abort(reason)
      await assert.rejects(call, reason)
    }
    await assert.rejects(client.listBanks('va', { signal: AbortSignal.abort() }), { name: 'AbortError' })
  })

  test('a creation is repeated with the same Idempotency-Key, and creates one record', async (t) => {
    const { url, live, store } = await startKeyedService(t)
    const faults: Fault[] = ['reset', 'lose the response', 'cut the response', { ...busy }]
    const proxy = await startFaultProxy(t, url, faults)
    const client = new BankLookupClient({ baseUrl: proxy.url, key: live, retries: 4 })
    const record = await client.createRecord()
    assert.deepEqual(await store.listRecords({ limit: 10 }), [record])
    const keys = proxy.requests.map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 5)
    assert.equal(new Set(keys).size, 1)
    assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/)

    // Each call is a new record, unless the caller says that it is the same.
    const other = await client.createRecord({ idempotencyKey: 'order-7421' })
    assert.deepEqual(await client.createRecord({ idempotencyKey: 'order-7421' }), other)
    await client.createRecord()
    assert.equal((await store.listRecords({ limit: 10 })).length, 3)
  })
})

test('a response that does not come in time is a timeout, also in the middle of its body', async (t) => {
  const { url } = await startService(t)
  const proxy = await startFaultProxy(t, url, ['hang', 'stall', 'hang'])
  let [sent, started] = [0, Promise.withResolvers<void>()]
  const client = new BankLookupClient({
    baseUrl: proxy.url,
    retries: 0,
    fetch: async (...request) => {
      sent++
      const response = await fetch(...request)
      started.resolve()
      return response
    },
  })
  // The test moves the clock of the client, so that neither a slow machine nor a long timeout matters.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const arrived = async (count: number): Promise<void> => {
    const end = performance.now() + deadlineMs
    while (proxy.requests.length < count && performance.now() < end) await setImmediate()
    assert.equal(proxy.requests.length, count)
  }
  const hanging = client.listBanks('va')
  await arrived(1)
  t.mock.timers.tick(30_000)
  const message = `No response from ${proxy.url} within 30000 ms.`
  await assert.rejects(hanging, { name: 'BankLookupError', code: 'timeout', status: 0, message })

  started = Promise.withResolvers()
  const stalling = client.listBanks('gh', { timeoutMs: 5_000 })
  let isOver = false
  stalling.catch(() => {
    isOver = true
  })
  await started.promise
  t.mock.timers.tick(4_999)
  await setImmediate()
  assert.equal(isOver, false)
  t.mock.timers.tick(1)
  await assert.rejects(stalling, { code: 'timeout', message: /within 5000 ms/ })

  const repeated = client.listBanks('gh', { timeoutMs: 5_000, retries: 1 })
  await arrived(3)
  t.mock.timers.tick(5_000)
  // Ends the delay before the second attempt, and stops before the timeout of that attempt.
  for (let round = 0; sent < 4 && round < 1_000; round++) {
    t.mock.timers.tick(100)
    await setImmediate()
  }
  assert.equal((await repeated).country, 'GH')
  assert.equal(proxy.requests.length, 4)
})
