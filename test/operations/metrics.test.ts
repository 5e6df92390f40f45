import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { storeOperations } from '../../src/bin/server/admin-metrics.ts'
import { addChannelMetrics } from '../../src/bin/server/channel/channel-follower.ts'
import { problems } from '../../src/http/errors/problems.ts'
import { keyModes } from '../../src/keys/key-format.ts'
import { render } from '../../src/metrics/exposition.ts'
import { everyMetric, type MetricName, metricDefinitions } from '../../src/metrics/metric-definitions.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { watchProcess } from '../../src/metrics/process-metrics.ts'
import { latencyBounds } from '../../src/metrics/request-metrics.ts'
import { type Family, figureOf, readExposition } from '../support/exposition.ts'
import { temporaryStore } from '../support/services/service.ts'

const nowMs = () => Date.parse('2026-11-15T12:00:00Z')
const data = {
  revision: '2026-11-14.3f9a1c20',
  countries: [
    { code: 'NG', kind: 'country', bank_count: 896 },
    { code: 'EU', kind: 'region', bank_count: 5000 },
  ],
}

/** Metrics with at least one event of each kind. */
function busyMetrics() {
  const metrics = createMetrics({ nowMs })
  metrics.dataLoaded(data)
  metrics.recordResponse(metrics.addRoute('/v1/banks'), 200, 0.00003)
  metrics.recordResponse(metrics.addRoute('/v1/banks/:id'), 404, 0.002)
  metrics.recordRejected(400)
  metrics.problem('key_in_url')
  metrics.problem('country_unsupported')
  metrics.count('bank_lookup_store_errors_total', 'create_record')
  metrics.gauge('bank_lookup_limiter_subjects', () => 3, 'address')
  metrics.gauge('bank_lookup_limiter_subjects', () => 1, 'key')
  metrics.gauge('bank_lookup_open_connections', () => 12)
  const time = '2026-11-15T11:00:00Z'
  const channel = { sequence: 7, revision: data.revision, published_at: time, checked_at: time, stale: false }
  addChannelMetrics(metrics, () => channel)
  metrics.count('bank_lookup_channel_checks_total', 'failed')
  metrics.gauge('bank_lookup_store_up', () => 1)
  metrics.gauge('bank_lookup_workers', () => 4, 'answering')
  metrics.gauge('bank_lookup_workers_replaced_total', () => 2, 'hung')
  return metrics
}

test('every metric of the table is exported with its type, help and labels, in a form that a strict parser accepts', (t) => {
  const metrics = busyMetrics()
  const watching = watchProcess(metrics)
  t.after(() => watching.stop())
  const families = readExposition(render(metrics.snapshot()))
  assert.deepEqual([...families.keys()], Object.keys(metricDefinitions))
  for (const [name, { type, help, samples }] of families) {
    const { labels, ...metric } = everyMetric[name as MetricName]
    assert.deepEqual({ type, help }, { type: metric.type, help: metric.help })
    assert.ok(name.endsWith('_total') === (type === 'counter'), name)
    for (const sample of samples) {
      const names = Object.keys(sample.labels).filter((label) => label !== 'le')
      assert.deepEqual(names, labels, name)
      assert.ok(Number.isFinite(sample.value), name)
    }
  }
})

test('each event appears in its metric', () => {
  const families = readExposition(render(busyMetrics().snapshot()))
  const expected: [string, Record<string, string>, number][] = [
    ['bank_lookup_requests_total', { route: '/v1/banks', status: '200' }, 1],
    ['bank_lookup_requests_total', { route: '/v1/banks', status: '500' }, 0],
    ['bank_lookup_requests_total', { route: '/v1/banks/:id', status: '404' }, 1],
    ['bank_lookup_requests_total', { route: 'unknown', status: '400' }, 1],
    ['bank_lookup_request_seconds_bucket', { route: '/v1/banks', le: '0.00005' }, 1],
    ['bank_lookup_request_seconds_bucket', { route: '/v1/banks/:id', le: '0.001' }, 0],
    ['bank_lookup_request_seconds_bucket', { route: '/v1/banks/:id', le: '0.0025' }, 1],
    ['bank_lookup_request_seconds_sum', { route: '/v1/banks/:id' }, 0.002],
    ['bank_lookup_data_info', { revision: data.revision }, 1],
    ['bank_lookup_data_age_seconds', {}, 36 * 3600],
    ['bank_lookup_data_loaded_timestamp_seconds', {}, nowMs() / 1000],
    ['bank_lookup_data_loads_total', { outcome: 'loaded' }, 1],
    ['bank_lookup_data_loads_total', { outcome: 'refused' }, 0],
    ['bank_lookup_channel_sequence', {}, 7],
    ['bank_lookup_channel_published_timestamp_seconds', {}, (nowMs() - 3_600_000) / 1000],
    ['bank_lookup_channel_checked_timestamp_seconds', {}, (nowMs() - 3_600_000) / 1000],
    ['bank_lookup_channel_checks_total', { outcome: 'failed' }, 1],
    ['bank_lookup_channel_checks_total', { outcome: 'succeeded' }, 0],
    ['bank_lookup_banks', { country: 'NG' }, 896],
    ['bank_lookup_key_refusals_total', { reason: 'key_in_url' }, 1],
    ['bank_lookup_key_refusals_total', { reason: 'key_missing' }, 0],
    ['bank_lookup_store_errors_total', { operation: 'create_record' }, 1],
    ['bank_lookup_limiter_subjects', { subject: 'address' }, 3],
    ['bank_lookup_limiter_subjects', { subject: 'key' }, 1],
  ]
  for (const [name, labels, value] of expected) {
    assert.equal(figureOf(families, name, labels), value, `${name} ${JSON.stringify(labels)}`)
  }
  assert.equal(figureOf(families, 'bank_lookup_banks', { country: 'EU' }), undefined)
})

test('the bounds of the histogram are written without rounding', () => {
  const samples = readExposition(render(busyMetrics().snapshot())).get('bank_lookup_request_seconds')?.samples ?? []
  const bounds = samples
    .filter(({ labels }) => labels.route === '/v1/banks' && labels.le)
    .map(({ labels }) => labels.le)
  assert.deepEqual(bounds, [...latencyBounds.map(String), '+Inf'])
  assert.ok(bounds.includes('0.00005') && bounds.includes('10'))
})

test('after new data only its revision is exported, and a gauge without a value is omitted', () => {
  const metrics = createMetrics({ nowMs })
  metrics.gauge('bank_lookup_store_up', () => undefined)
  const before = readExposition(render(metrics.snapshot()))
  for (const name of ['bank_lookup_data_info', 'bank_lookup_store_up']) assert.ok(!before.has(name), name)
  for (const revision of ['2026-11-14.aaaaaaaa', 'undated.bbbbbbbb']) metrics.dataLoaded({ ...data, revision })
  const after = readExposition(render(metrics.snapshot()))
  assert.deepEqual(
    after.get('bank_lookup_data_info')?.samples.map(({ labels }) => labels.revision),
    ['undated.bbbbbbbb'],
  )
  assert.equal(figureOf(after, 'bank_lookup_data_loads_total', { outcome: 'loaded' }), 2)
  assert.ok(!after.has('bank_lookup_data_age_seconds'))
})

test('any label value survives a round trip', () => {
  const special = fc.constantFrom('\\', '"', '\n', '\\n', '\r', '{', '}', ',', '=', ' ', '#', 'a', 'é', '😀')
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: special }))
  fc.assert(
    fc.property(text, text, (route, status) => {
      const written = render({ bank_lookup_requests_total: [{ labels: [route, status], values: [7] }] })
      const read = readExposition(Buffer.from(written).toString())
      assert.deepEqual(read.get('bank_lookup_requests_total')?.samples, [
        { name: 'bank_lookup_requests_total', labels: { route, status }, value: 7 },
      ])
    }),
  )
})

const observations = fc.array(
  fc.record({
    route: fc.constantFrom('/v1/banks', '/v1/search', '/news/:entry'),
    status: fc.constantFrom(200, 304, 404, 500),
    // Sums of eighths are exact, so that they can be compared.
    seconds: fc.integer({ min: 0, max: 160 }).map((eighths) => eighths / 8),
  }),
)

test('counters never decrease', () => {
  fc.assert(
    fc.property(observations, (requests) => {
      const metrics = createMetrics({ nowMs })
      let before = new Map<string, Family>()
      for (const { route, status, seconds } of requests) {
        metrics.recordResponse(metrics.addRoute(route), status, seconds)
        metrics.problem('key_refused')
        const after = readExposition(render(metrics.snapshot()))
        for (const { type, samples } of before.values()) {
          if (type === 'gauge') continue
          for (const { name, labels, value } of samples) {
            assert.ok((figureOf(after, name, labels) ?? -1) >= value, `${name} ${JSON.stringify(labels)}`)
          }
        }
        before = after
      }
    }),
    { numRuns: 20 },
  )
})

test('label values match the tables that they repeat', (t) => {
  const reasons = metricDefinitions.bank_lookup_key_refusals_total.values
  assert.deepEqual(metricDefinitions.bank_lookup_records_created_total.values, [...keyModes].sort().reverse())
  const refusals = Object.entries(problems).filter(([code, { status }]) => status === 401 || /^key_|guesses/.test(code))
  assert.deepEqual([...reasons].sort(), refusals.map(([code]) => code).sort())
  const operations = Object.keys(temporaryStore(t))
  assert.ok(Object.keys(storeOperations).every((name) => operations.includes(name)))
  assert.deepEqual(
    [...metricDefinitions.bank_lookup_store_errors_total.values].sort(),
    Object.values(storeOperations).sort(),
  )
})
