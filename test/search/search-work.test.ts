/** A search takes a bounded number of steps, whatever is typed. Steps are counted, not timed: the figures never vary. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQueries, tables } from '../../bench/relevance/queries.ts'
import { openRandom } from '../../bench/worst-search/random.ts'
import { openTexts } from '../../bench/worst-search/texts.ts'
import { type Asked, readWorst } from '../../bench/worst-search/worst.ts'
import { createFinder } from '../../src/directory/finder.ts'
import { buildIndexTables } from '../../src/directory/indexes.ts'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { stepsMax } from '../../src/directory/search/ranking/search-limits.ts'
import { WorkBudget } from '../../src/directory/search/work-budget.ts'
import { shippedDirectory } from '../support/services/service.ts'

const directory = shippedDirectory()
const work = new WorkBudget(stepsMax)
const finder = createFinder(directory.packed, runToEnd(buildIndexTables(directory.packed)), work)

/** With what a search still does once its budget is used up: it scores and compares the banks that it has. */
const textStepsMax = 2 * stepsMax
/** With the further pages that a request can ask for. */
const pageStepsMax = 3 * stepsMax

function ask({ country, ...rest }: Asked): { rows: string[]; steps: number } {
  work.totalSteps = 0
  const rows = finder.search({ ...rest, country: country === '' ? undefined : directory.findCountry(country) })
  return { rows, steps: work.totalSteps }
}

test('the costliest searches that are known keep within their steps', () => {
  for (const asked of readWorst()) {
    const { steps } = ask(asked)
    assert.ok(steps <= pageStepsMax, `${steps} steps: ${asked.text}`)
    const first = ask({ ...asked, status: 'any', offset: 0, limit: 10 })
    assert.ok(first.steps <= textStepsMax, `${first.steps} steps: ${asked.text}`)
  }
})

test('random texts keep within the steps of a search, for any country, status and page', () => {
  const words = tables.flatMap(readQueries).flatMap(({ text }) => text.toLowerCase().split(' '))
  const common = ['bank', 'credit', 'union', 'of', 'first', 'national', 'b', 'c', 's', 'cr', 'bp', 'fnb', 'london']
  const random = openRandom(7)
  const texts = openTexts(words, common, random)
  for (let round = 0; round < 400; round++) {
    const asked = {
      text: texts.random(),
      country: random.pick(['', 'NG', 'US', 'EU']),
      status: random.pick(['any', 'active', 'closed'] as const),
      offset: random.pick([0, 1000]),
      limit: random.pick([10, 100]),
    }
    const { steps } = ask(asked)
    assert.ok(steps <= pageStepsMax, `${steps} steps: ${JSON.stringify(asked)}`)
  }
})

test('a search that has used up its budget returns what it has found, and the same each time', () => {
  const spent = readWorst().filter((asked) => {
    ask(asked)
    return work.isSpent
  })
  assert.ok(spent.length > 5)
  for (const asked of spent) {
    const { rows } = ask({ ...asked, offset: 0 })
    assert.ok(rows.length > 0, asked.text)
    ask({ ...asked, text: 'first national bank of' })
    assert.deepEqual(ask({ ...asked, offset: 0 }).rows, rows)
  }
})
