import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BankLookupError } from './error.ts'
import { isTransient, parseRetryAfter, retryDelayMs, sleep } from './retry.ts'

test('Retry-After is a number of seconds or a date; anything else is ignored', () => {
  const now = Date.parse('2026-11-17T10:00:00Z')
  assert.equal(parseRetryAfter('42', now), 42_000)
  assert.equal(parseRetryAfter('0', now), 0)
  assert.equal(parseRetryAfter('Tue, 17 Nov 2026 10:00:07 GMT', now), 7_000)
  assert.equal(parseRetryAfter('Tue, 17 Nov 2026 09:00:00 GMT', now), 0)
  for (const value of ['soon', '', null]) assert.equal(parseRetryAfter(value, now), undefined)
})

test('the delay is never shorter than Retry-After, and doubles without it', () => {
  assert.equal(retryDelayMs(0, 3_000, 0), 3_000)
  assert.ok(retryDelayMs(5, 3_000, 0.999) <= 3_500)
  assert.deepEqual(
    [0, 1, 2].map((attempt) => retryDelayMs(attempt, undefined, 0.5)),
    [250, 500, 1_000],
  )
  const delays = new Set(Array.from({ length: 20 }, () => retryDelayMs(0, undefined)))
  assert.ok(delays.size > 10, 'the jitter spreads clients')
})

test('rate limits, overloads, restarts behind a proxy, timeouts and network failures are transient; all other errors are final', () => {
  const error = (code: string, status?: number) => new BankLookupError('', { code, ...(status && { status }) })
  for (const transient of [
    error('rate_limited', 429),
    error('lists_busy', 503),
    error('internal_error', 500),
    ...[408, 502, 504].map((status) => error('unexpected_response', status)),
    error('timeout'),
    error('network_error'),
  ])
    assert.ok(isTransient(transient), transient.code)
  for (const final of [
    error('bank_unknown', 404),
    ...[200, 501, 505].map((status) => error('unexpected_response', status)),
  ])
    assert.ok(!isTransient(final), `${final.status}`)
  assert.ok(!isTransient(new TypeError()))
})

test('a sleep ends at once when the signal is aborted, before or during it', async () => {
  const reason = new Error('stop')
  await assert.rejects(sleep(2 ** 31 - 1, AbortSignal.abort(reason)), reason)
  const controller = new AbortController()
  const sleeping = sleep(2 ** 31 - 1, controller.signal)
  controller.abort(reason)
  await assert.rejects(sleeping, reason)
  await sleep(0, undefined)
})
