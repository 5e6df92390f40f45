import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createRequestMetrics, latencyBounds, unknownRoute } from './request-metrics.ts'

test('a request as long as a bound belongs to the bucket of that bound, a trifle more to the next', () => {
  for (const [at, bound] of latencyBounds.entries()) {
    const figures = createRequestMetrics()
    figures.recordResponse(unknownRoute, 200, bound)
    figures.recordResponse(unknownRoute, 200, bound * (1 + Number.EPSILON))
    const values = figures.latencies()[0]?.values ?? []
    const expected = [...latencyBounds, Number.POSITIVE_INFINITY].map(
      (_, bucket) => +(bucket === at || bucket === at + 1),
    )
    assert.deepEqual(values.slice(0, -1), expected, `${bound} s`)
  }
})

test('what takes no time is in the first bucket, what takes longer than every bound in the last', () => {
  const figures = createRequestMetrics()
  for (const seconds of [0, 10.5, 3600]) figures.recordResponse(unknownRoute, 200, seconds)
  const values = figures.latencies()[0]?.values ?? []
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
      const figures = createRequestMetrics()
      for (const { route } of requests) figures.addRoute(route)
      for (const { route, status, seconds } of requests) figures.recordResponse(figures.routeOf(route), status, seconds)
      for (const route of new Set(requests.map((one) => one.route))) {
        const mine = requests.filter((one) => one.route === route)
        const histogram = figures.latencies().find(({ labels }) => labels[0] === route)?.values ?? []
        assert.equal(sum(histogram.slice(0, -1)), mine.length)
        const total = sum(mine.map(({ seconds }) => seconds))
        assert.ok(Math.abs((histogram.at(-1) as number) - total) <= total * 1e-12)
        const counted = figures.requests().filter(({ labels }) => labels[0] === route)
        assert.equal(sum(counted.flatMap(({ values }) => values)), mine.length)
        for (const { labels, values } of counted) {
          const same = mine.filter(
            ({ status }) => (status >= 100 && status < 600 ? `${status}` : 'other') === labels[1],
          )
          assert.deepEqual(values, [same.length], labels.join(' '))
        }
      }
    }),
  )
})

test('a route has one number however often it is added, and what is no route has that of unknown paths', () => {
  const figures = createRequestMetrics()
  const number = figures.addRoute('/v1/banks/:id')
  assert.equal(figures.addRoute('/v1/banks/:id'), number)
  assert.equal(figures.routeOf('/v1/banks/:id'), number)
  assert.notEqual(number, unknownRoute)
  assert.equal(figures.routeOf('/v1/banks/ng-access-bank'), unknownRoute)
  assert.equal(figures.routeOf(undefined), unknownRoute)
})

test('paths that are taken for patterns are noticed before they fill the memory', () => {
  const figures = createRequestMetrics()
  assert.throws(() => {
    for (let number = 0; number < 1000; number++) figures.addRoute(`/v1/banks/${number}`)
  }, /more than 64 routes/)
})

test('the first failure of a route is a rise: its counter was there before', () => {
  const figures = createRequestMetrics()
  figures.addRoute('/v1/search')
  const before = figures.requests().find(({ labels }) => labels.join(' ') === '/v1/search 500')
  assert.deepEqual(before?.values, [0])
})

test('what never became a request counts by its status and takes no time', () => {
  const figures = createRequestMetrics()
  figures.recordRejected(431)
  assert.deepEqual(
    figures.requests().filter(({ values }) => values[0] !== 0),
    [{ labels: ['unknown', '431'], values: [1] }],
  )
  assert.deepEqual(figures.latencies(), [])
})

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
