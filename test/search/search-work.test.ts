/** A search takes a bounded number of steps for any query. Steps are counted, not timed, so they never vary. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQueries, tables } from '../../bench/relevance/queries.ts'
import { readExpensiveSearches, runRequest, type SearchRequest } from '../../bench/worst-search/expensive-searches.ts'
import { createRandom } from '../../bench/worst-search/random.ts'
import { createTexts } from '../../bench/worst-search/texts.ts'
import { stepsMax, WorkBudget } from '../../src/directory/search/search-limits.ts'
import { shippedDirectory, shippedTables } from '../support/data/shipped.ts'
import { often } from '../support/repetitions.ts'

const directory = shippedDirectory()
const work = new WorkBudget(stepsMax)
const lookups = directory.withIndexes(shippedTables(), work)

/** Includes the work after the budget is spent: the search scores and compares the banks found so far. */
const textStepsMax = 2 * stepsMax
/** Includes the work for later pages. */
const pageStepsMax = 3 * stepsMax

function run(request: SearchRequest): { rows: unknown[]; steps: number } {
  work.totalSteps = 0
  const rows = runRequest(request, lookups)
  return { rows, steps: work.totalSteps }
}

test('the most expensive known searches stay within the limit', () => {
  for (const request of readExpensiveSearches()) {
    const { steps } = run(request)
    // A search with a filter that also counts searches twice.
    const most = pageStepsMax + (request.facets ? textStepsMax : 0)
    assert.ok(steps <= most, `${steps} steps: ${request.text}`)
    const first = run({ ...request, status: 'any', offset: 0, limit: 10, facets: '' })
    assert.ok(first.steps <= textStepsMax, `${first.steps} steps: ${request.text}`)
  }
})

test('random texts stay within the limit, for any country, status and page', () => {
  const words = tables.flatMap(readQueries).flatMap(({ text }) => text.toLowerCase().split(' '))
  const common = ['bank', 'credit', 'union', 'of', 'first', 'national', 'b', 'c', 's', 'cr', 'bp', 'fnb', 'london']
  const random = createRandom(7)
  const texts = createTexts(words, common, random)
  for (let round = 0; round < often(200, 2_000); round++) {
    const request = {
      text: texts.random(),
      country: random.pick(['', 'NG', 'US', 'EU']),
      status: random.pick(['any', 'active', 'closed'] as const),
      offset: random.pick([0, 1000]),
      limit: random.pick([10, 100]),
      has: random.pick(['', 'bic']),
      facets: '',
    } as const
    const { steps } = run(request)
    assert.ok(steps <= pageStepsMax, `${steps} steps: ${JSON.stringify(request)}`)
    const counted = run({ ...request, country: '', facets: 'all' })
    assert.ok(counted.steps <= pageStepsMax + textStepsMax, `${counted.steps} steps: ${JSON.stringify(request)}`)
  }
})

test('a search that has spent its budget returns the banks it has found, and the same ones each time', () => {
  const spent = readExpensiveSearches().filter((request) => {
    run(request)
    return work.isSpent
  })
  assert.ok(spent.length > 5)
  for (const request of spent) {
    const { rows } = run({ ...request, offset: 0 })
    assert.ok(rows.length > 0, request.text)
    run({ ...request, text: 'first national bank of' })
    assert.deepEqual(run({ ...request, offset: 0 }).rows, rows)
  }
})
