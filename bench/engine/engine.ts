/**
 * Measures the search engine alone, without HTTP: time, steps and allocation of each query.
 *
 * npx node bench/engine/engine.ts                         the relevance tables, and well-known names as people type them
 * npx node bench/engine/engine.ts --base <checkout>       the same, alternating with another checkout
 * npx node bench/engine/engine.ts --facets                the same, alternating with searches that count all results
 * npx node bench/engine/engine.ts --compare <checkout>    lists every query for which the two return different JSON
 * npx node bench/engine/engine.ts --data <folder>         other data, for example from bench/scale/scaled-data.ts
 *
 * The time of a query is the minimum of several runs, which excludes garbage collection and other load. The CPU clock
 * of the thread would exclude them too, but it is too coarse on some machines.
 */

import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { getHeapStatistics } from 'node:v8'
import { type Engine, openEngine } from './checkout.ts'
import { type EngineQuery, engineQueries } from './engine-queries.ts'

const { values: options } = parseArgs({
  options: {
    base: { type: 'string' },
    facets: { type: 'boolean' },
    compare: { type: 'string' },
    data: { type: 'string' },
  },
})
const here = fileURLToPath(new URL('../..', import.meta.url))
const data = options.data ?? `${here}/data`

const other = options.base ?? options.compare
const engines = new Map<string, Engine>()
if (other !== undefined) engines.set('base', await openEngine(other, data))
const own = await openEngine(here, data)
engines.set('this', own)
if (options.facets) engines.set('facets', { ...own, search: own.searchAndCount })

const runs = 4
const limit = 10
const groups = engineQueries(own.banks())

interface Cost {
  ms: number
  steps: number
}

function measure({ search, work }: Engine, query: EngineQuery): Cost {
  work.totalSteps = 0
  const before = performance.now()
  search({ ...query, limit })
  return { ms: performance.now() - before, steps: work.totalSteps }
}

const quantile = (costs: readonly number[], share: number): number =>
  costs.toSorted((a, b) => a - b)[Math.min(costs.length - 1, Math.floor(costs.length * share))] as number

/** The median growth of the heap, in kB per query. A garbage collection in between makes a sample negative or small. */
function allocated({ search }: Engine, queries: readonly EngineQuery[]): number {
  const perSample = 20
  const samples: number[] = []
  for (let from = 0; from < queries.length; from += perSample) {
    const sample = queries.slice(from, from + perSample)
    const before = getHeapStatistics().used_heap_size
    for (const query of sample) search({ ...query, limit })
    const bytes = getHeapStatistics().used_heap_size - before
    if (bytes > 0) samples.push(bytes / sample.length / 1000)
  }
  return quantile(samples, 0.5)
}

function printRow(cells: readonly (string | number)[]): void {
  const [group, engine, ...figures] = cells
  const columns = figures.map((figure) => (typeof figure === 'number' ? figure.toFixed(3) : figure).padStart(9))
  console.log(`${String(group).padEnd(16)} ${String(engine).padEnd(6)} ${columns.join('')}`)
}

function report(group: string, queries: readonly EngineQuery[], costs: ReadonlyMap<string, Cost[]>): void {
  for (const [name, ofEngine] of costs) {
    const times = ofEngine.map(({ ms }) => ms)
    const mean = (figures: number[]): number => figures.reduce((sum, figure) => sum + figure, 0) / figures.length
    const steps = Math.round(mean(ofEngine.map((cost) => cost.steps)))
    const kilobytes = allocated(engines.get(name) as Engine, queries)
    const quantiles = [0.5, 0.9, 0.99].map((share) => quantile(times, share))
    printRow([group, name, ...quantiles, mean(times), Math.max(...times), String(steps), kilobytes.toFixed(1)])
  }
}

if (options.compare === undefined) measureAll()
else compareResults(engines.get('base') as Engine, own)

function measureAll(): void {
  for (const queries of groups.values()) {
    for (const engine of engines.values()) for (const query of queries) engine.search({ ...query, limit })
  }
  printRow(['ms per query', '', 'p50', 'p90', 'p99', 'mean', 'max', 'steps', 'kB'])
  const all = new Map([...engines.keys()].map((name) => [name, [] as Cost[]]))
  for (const [group, queries] of groups) {
    const costs = measureGroup(queries)
    report(group, queries, costs)
    for (const [name, ofGroup] of costs) all.get(name)?.push(...ofGroup)
  }
  report('all', [...groups.values()].flat(), all)
}

/** Keyed by engine. The engines take turns, so that both see the same load of the machine. */
function measureGroup(queries: readonly EngineQuery[]): Map<string, Cost[]> {
  const costs = new Map([...engines.keys()].map((name) => [name, [] as Cost[]]))
  for (const query of queries) {
    const best = new Map<string, Cost>()
    for (let run = 0; run < runs; run++) {
      // Alternate the order: the engine that runs second profits from a processor that is already busy.
      const order = run % 2 === 0 ? [...engines] : [...engines].reverse()
      for (const [name, engine] of order) {
        const cost = measure(engine, query)
        if (cost.ms < (best.get(name)?.ms ?? Number.POSITIVE_INFINITY)) best.set(name, cost)
      }
    }
    for (const [name, cost] of best) costs.get(name)?.push(cost)
  }
  return costs
}

/** Compares the JSON of every query with and without its country, and for several pages and filters. */
function compareResults(before: Engine, now: Engine): void {
  const pages = [{ limit: 10 }, { limit: 50 }, { limit: 10, status: 'active' }, { limit: 20, offset: 50 }] as const
  let [compared, different] = [0, 0]
  for (const { text, country } of [...groups.values()].flat()) {
    for (const of of new Set([country, ''])) {
      for (const page of pages) {
        const query = { text, country: of, ...page }
        compared++
        if (before.search(query).join() === now.search(query).join()) continue
        different++
        console.log(`different: ${JSON.stringify(query)}`)
      }
    }
  }
  console.log(`${compared} searches compared, ${different} different`)
}
