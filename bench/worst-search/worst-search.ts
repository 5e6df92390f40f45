/**
 * Measures the most expensive known searches, in thread CPU time and in steps, and the queries in `bench/relevance/`.
 *
 * npx node bench/worst-search/worst-search.ts                measure
 * npx node bench/worst-search/worst-search.ts --hunt 60      then hunt for worse searches for 60 seconds, by CPU time
 *   --by-steps                                           hunt by steps
 *   --seed 2                                             hunt with other random choices
 *   --text-only                                          vary only the text
 *
 * Add the worse ones to `worst.tsv`.
 */
import { parseArgs } from 'node:util'
import { buildIndexTables } from '../../src/directory/indexes.ts'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { stepsMax, WorkBudget } from '../../src/directory/search/search-limits.ts'
import { foldWords } from '../../src/directory/search/text/tokenizer.ts'
import { shippedDirectory } from '../../test/support/services/service.ts'
import { readQueries, tables } from '../relevance/queries.ts'
import { threadCpuMs } from '../thread-cpu.ts'
import { readExpensiveSearches, runRequest, type SearchRequest } from './expensive-searches.ts'
import { hunt, type MeasuredSearch } from './hunt.ts'

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      hunt: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      'by-steps': { type: 'boolean', default: false },
      'text-only': { type: 'boolean', default: false },
    },
  })
  const directory = shippedDirectory()
  const work = new WorkBudget(stepsMax)
  const lookups = directory.withIndexes(runToEnd(buildIndexTables(directory.packed)), work)
  const search = (request: SearchRequest): void => void runRequest(request, lookups)
  const countSteps = (request: SearchRequest): number => {
    work.totalSteps = 0
    search(request)
    return work.totalSteps
  }
  const measure = createMeasure(search, countSteps)
  const usual = tables.flatMap(readQueries).map(({ text, country }): SearchRequest => {
    return { text, country, status: 'any', offset: 0, limit: 10, has: '', facets: '' }
  })
  for (const request of usual) search(request)
  report('relevance', usual.filter((_, at) => at % 20 === 0).map(measure))
  report('worst known', readExpensiveSearches().map(measure))
  if (values.hunt !== '0') {
    const found = hunt({
      ...vocabularyOf(),
      countries: [...directory.packed.banks.keys(), 'EU'],
      measure: (request, isCareful) =>
        values['by-steps'] ? countSteps(request) : cpuMs(() => search(request), isCareful ? 10 : 4, isCareful ? 3 : 1),
      seed: Number(values.seed),
      seconds: Number(values.hunt),
      isTextOnly: values['text-only'],
    })
    report(
      'found now',
      found.map(({ request }) => measure(request)),
    )
  }

  function vocabularyOf(): { words: string[]; common: string[] } {
    const counts = new Map<string, number>()
    for (const { rows } of directory.packed.banks.values()) {
      const listed: { name: string; aliases: string[]; city: string | null }[] = JSON.parse(
        `[${Buffer.from(rows).toString().replace(/,$/, '')}]`,
      )
      const texts = listed.flatMap(({ name, aliases, city }) => [name, ...aliases, city ?? ''])
      for (const { text } of texts.flatMap(foldWords)) counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word)
    return { words: byCount, common: [...byCount.slice(0, 150), ...'cr bp bs mfb bcc fnb fcu vr 1st cu tr'.split(' ')] }
  }
}

interface MeasuredSteps extends MeasuredSearch {
  steps: number
}

function createMeasure(
  search: (request: SearchRequest) => void,
  countSteps: (request: SearchRequest) => number,
): (request: SearchRequest) => MeasuredSteps {
  return (request) => ({ request, cost: cpuMs(() => search(request), 20, 3), steps: countSteps(request) })
}

/** The shortest of several batches: one call is too short, and other processes may disturb it. */
function cpuMs(work: () => void, batchMs: number, batches: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let batch = 0; batch < batches; batch++) {
    const before = threadCpuMs()
    let [spent, calls] = [0, 0]
    while (spent < batchMs) {
      work()
      calls++
      spent = threadCpuMs() - before
    }
    least = Math.min(least, spent / calls)
  }
  return least
}

function report(title: string, measured: MeasuredSteps[]): void {
  const costs = measured.map(({ cost }) => cost).sort((a, b) => a - b)
  const at = (share: number): string => (costs[Math.floor((costs.length - 1) * share)] ?? 0).toFixed(2)
  console.log(`${title}: ${costs.length} searches, CPU ms p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`)
  for (const { request, cost, steps } of measured.toSorted((a, b) => b.cost - a.cost).slice(0, 12)) {
    const { text, country, status, offset, limit, has, facets } = request
    const row = [text, country, status, offset, limit, has, facets].join('\t')
    console.log(`  ${cost.toFixed(2)} ms, ${steps} steps: ${row}`)
  }
}
