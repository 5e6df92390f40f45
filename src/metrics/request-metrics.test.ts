import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createRequestMetrics, latencyBounds, unknownRoute } from './request-metrics.ts'

test('a latency equal to a bound belongs to the bucket of that bound, a slightly longer one to the next', () => {
  for (const [index, bound] of latencyBounds.entries()) {
    const metrics = createRequestMetrics()
    metrics.recordResponse(unknownRoute, 200, bound)
    metrics.recordResponse(unknownRoute, 200, bound * (1 + Number.EPSILON))
    const values = metrics.latencies()[0]?.values ?? []
    const expected = [...latencyBounds, Number.POSITIVE_INFINITY].map(
      (_, bucket) => +(bucket === index || bucket === index + 1),
    )
    assert.deepEqual(values.slice(0, -1), expected, `${bound} s`)
  }
})

test('a latency of zero is in the first bucket, one above all bounds in the last', () => {
  const metrics = createRequestMetrics()
  for (const seconds of [0, 10.5, 3600]) metrics.recordResponse(unknownRoute, 200, seconds)
  const values = metrics.latencies()[0]?.values ?? []
  assert.deepEqual([values.at(0), values.at(-2), values.at(-1)], [1, 2, 3610.5])
})

test('every request is in exactly one bucket and under one status of its own route', () => {
  const request = fc.record({
    route: fc.constantFrom('/v1/banks', '/v1/banks/:id', '/news/:entry'),
    status: fc.oneof(fc.integer({ min: 100, max: 599 }), fc.integer({ min: 0, max: 2000 })),
    seconds: fc.double({ min: 0, max: 60, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(request), (requests) => {
      const metrics = createRequestMetrics()
      for (const { route } of requests) metrics.addRoute(route)
      for (const { route, status, seconds } of requests) metrics.recordResponse(metrics.routeOf(route), status, seconds)
      for (const route of new Set(requests.map((request) => request.route))) {
        const own = requests.filter((request) => request.route === route)
        const histogram = metrics.latencies().find(({ labels }) => labels[0] === route)?.values ?? []
        assert.equal(sum(histogram.slice(0, -1)), own.length)
        const total = sum(own.map(({ seconds }) => seconds))
        assert.ok(Math.abs((histogram.at(-1) as number) - total) <= total * 1e-12)
        const counted = metrics.requests().filter(({ labels }) => labels[0] === route)
        assert.equal(sum(counted.flatMap(({ values }) => values)), own.length)
        for (const { labels, values } of counted) {
          const same = own.filter(({ status }) => (status >= 100 && status < 600 ? `${status}` : 'other') === labels[1])
          assert.deepEqual(values, [same.length], labels.join(' '))
        }
      }
    }),
  )
})

test('a route keeps its number when it is added again, and any other pattern has the number of unknown paths', () => {
  const metrics = createRequestMetrics()
  const number = metrics.addRoute('/v1/banks/:id')
  assert.equal(metrics.addRoute('/v1/banks/:id'), number)
  assert.equal(metrics.routeOf('/v1/banks/:id'), number)
  assert.notEqual(number, unknownRoute)
  assert.equal(metrics.routeOf('/v1/banks/ng-access-bank'), unknownRoute)
  assert.equal(metrics.routeOf(undefined), unknownRoute)
})

test('registering raw paths as patterns fails before it fills the memory', () => {
  const metrics = createRequestMetrics()
  assert.throws(() => {
    for (let number = 0; number < 1000; number++) metrics.addRoute(`/v1/banks/${number}`)
  }, /Too many routes/)
})

test('the first failure of a route is seen as an increase, because its counter already exists', () => {
  const metrics = createRequestMetrics()
  metrics.addRoute('/v1/search')
  const before = metrics.requests().find(({ labels }) => labels.join(' ') === '/v1/search 500')
  assert.deepEqual(before?.values, [0])
})

test('a malformed request is counted by its status and has no latency', () => {
  const metrics = createRequestMetrics()
  metrics.recordRejected(431)
  assert.deepEqual(
    metrics.requests().filter(({ values }) => values[0] !== 0),
    [{ labels: ['unknown', '431'], values: [1] }],
  )
  assert.deepEqual(metrics.latencies(), [])
})

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
