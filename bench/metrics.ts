/**
 * `npx node bench/metrics.ts`, not part of any npm script: compares the cost of measuring a request with our metrics and with
 * `prom-client`, alternating, in one process. `prom-client` is not a dependency: run this file from a folder where it is
 * installed (`npm install prom-client`), or it is left out.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { render } from '../src/metrics/exposition.ts'
import { createMetrics } from '../src/metrics/metrics.ts'
import { latencyBounds } from '../src/metrics/request-metrics.ts'
import { median } from './median.ts'

const observations = 1_000_000
const scrapes = 50
const rounds = 7

interface Child {
  inc(): void
  observe(seconds: number): void
}
interface Family extends Child {
  labels(...values: string[]): Child
}
interface PromClient {
  Registry: new () => { metrics(): Promise<string> }
  Counter: new (options: object) => Family
  Histogram: new (options: object) => Family
}

/** `at` counts the observations and selects a route and a status. */
type Observe = (at: number, seconds: number) => void

const routes = [
  '/v1/banks',
  '/v1/banks/:id',
  '/v1/search',
  '/v1/resolve',
  '/v1/supported-countries/',
  '/',
  '/news',
  '/docs',
]
const statuses = [200, 200, 200, 304, 200, 404, 200, 429]

/** Mostly short, like real ones: 20 µs to 3 ms. */
const seconds = Float64Array.from({ length: 1024 }, (_, at) => 0.00002 * 1.005 ** at)

function ours(): { observe: Observe; scrape: () => string } {
  const metrics = createMetrics()
  const numbers = routes.map((pattern) => metrics.addRoute(pattern))
  return {
    observe: (at, duration) => metrics.recordResponse(numbers[at & 7] as number, statuses[at & 7] as number, duration),
    scrape: () => render(metrics.snapshot()),
  }
}

/** As its documentation shows it (`usual`), and with each pair of labels looked up once (`cached`). */
function theirs({
  Registry,
  Counter,
  Histogram,
}: PromClient): Record<'usual' | 'cached', Observe> & { scrape: () => Promise<string> } {
  const registry = new Registry()
  const registers = [registry]
  const counter = new Counter({ name: 'requests_total', help: 'x', labelNames: ['route', 'status'], registers })
  const buckets = [...latencyBounds]
  const histogram = new Histogram({ name: 'request_seconds', help: 'x', labelNames: ['route'], buckets, registers })
  const texts = statuses.map(String)
  const counts = routes.map((route, at) => counter.labels(route, texts[at] as string))
  const times = routes.map((route) => histogram.labels(route))
  return {
    usual: (at, duration) => {
      counter.labels(routes[at & 7] as string, texts[at & 7] as string).inc()
      histogram.labels(routes[at & 7] as string).observe(duration)
    },
    cached: (at, duration) => {
      counts[at & 7]?.inc()
      times[at & 7]?.observe(duration)
    },
    scrape: () => registry.metrics(),
  }
}

function nanosecondsEach(observe: Observe): number {
  const start = performance.now()
  for (let at = 0; at < observations; at++) observe(at, seconds[at & 1023] as number)
  return ((performance.now() - start) * 1e6) / observations
}

async function microsecondsEach(scrape: () => string | Promise<string>): Promise<number> {
  const start = performance.now()
  for (let number = 0; number < scrapes; number++) await scrape()
  return ((performance.now() - start) * 1e3) / scrapes
}

function findPromClient(): PromClient | undefined {
  try {
    return createRequire(join(process.cwd(), 'here.js'))('prom-client') as PromClient
  } catch {
    return undefined
  }
}

const promClient = findPromClient()
if (!promClient) console.log('prom-client is not installed in this folder and is left out')
const we = ours()
const they = promClient && theirs(promClient)
const measures: Record<string, () => number | Promise<number>> = {
  'observe, ours, ns': () => nanosecondsEach(we.observe),
  ...(they && {
    'observe, prom-client, ns': () => nanosecondsEach(they.usual),
    'observe, prom-client with cached labels, ns': () => nanosecondsEach(they.cached),
  }),
  // Both libraries have to read the clock, so its cost is shown separately.
  'reading the clock once, ns': () => nanosecondsEach(() => performance.now()),
  'scrape, ours, µs': () => microsecondsEach(we.scrape),
  ...(they && { 'scrape of these two metrics, prom-client, µs': () => microsecondsEach(they.scrape) }),
}
const measured = new Map<string, number[]>(Object.keys(measures).map((name) => [name, []]))
// The first round is a warm-up.
for (let round = 0; round <= rounds; round++) {
  for (const [name, measure] of Object.entries(measures)) {
    const value = await measure()
    if (round > 0) measured.get(name)?.push(value)
  }
}
console.log(`observing a request and scraping, medians of ${rounds} rounds (least to most)`)
for (const [name, values] of measured) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  console.log(`${name.padEnd(46)} ${median(values).toFixed(1).padStart(7)} (${least.toFixed(1)} to ${most.toFixed(1)})`)
}
