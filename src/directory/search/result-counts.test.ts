import assert from 'node:assert/strict'
import { test } from 'node:test'
import { code } from '../../../test/support/data/small-data.ts'
import { createSmallSearch } from '../../../test/support/data/small-search.ts'
import { facetNames } from './search-schema.ts'
import { WorkBudget } from './work-budget.ts'

const oaks = {
  'aa-1': 'Oak One',
  'aa-2': { name: 'Oak Two', type: 'savings_bank' },
  'aa-3': { name: 'Oak Three', type: 'savings_bank', status: 'closed' },
  'aa-elm': 'Elm',
  'bb-1': { name: 'Oak Four', status: 'merged' },
}

test('all results are counted, not only those on the page, and values without results are left out', (t) => {
  const { finder } = createSmallSearch(t, oaks)
  const { page, total, isTotalCapped, facets } = finder.searchAndCount({ text: 'oak', limit: 1 }, facetNames)
  assert.equal(page.length, 1)
  assert.deepEqual({ total, isTotalCapped }, { total: 4, isTotalCapped: false })
  assert.deepEqual(facets, {
    country: [
      { value: 'AA', count: 3 },
      { value: 'BB', count: 1 },
    ],
    type: [
      { value: 'commercial_bank', count: 2 },
      { value: 'savings_bank', count: 2 },
    ],
    status: [
      { value: 'active', count: 2 },
      { value: 'closed', count: 1 },
      { value: 'merged', count: 1 },
    ],
  })
})

test('counting in steps gives the same counts, whatever other searches run between them', (t) => {
  const { finder } = createSmallSearch(t, oaks)
  const query = { text: 'oak', limit: 10, status: 'active' } as const
  const steps = finder.countInSteps(query, facetNames)
  let step = steps.next()
  assert.equal(step.done, false)
  for (; !step.done; step = steps.next()) finder.search({ text: 'elm', limit: 10 })
  assert.deepEqual(step.value, finder.searchAndCount(query, facetNames))
})

test('only the requested facets are counted', (t) => {
  const { finder } = createSmallSearch(t, oaks)
  assert.deepEqual(Object.keys(finder.searchAndCount({ text: 'oak', limit: 1 }, ['status']).facets), ['status'])
  assert.deepEqual(finder.searchAndCount({ text: 'oak', limit: 1 }, []).facets, {})
})

test('the counts of a type or a status ignore the filter on the same field, and apply the other one', (t) => {
  const { finder } = createSmallSearch(t, oaks)
  const query = { text: 'oak', limit: 10, status: 'active', types: ['savings_bank'] } as const
  const { total, facets } = finder.searchAndCount(query, facetNames)
  assert.equal(total, 1)
  assert.deepEqual(facets, {
    country: [{ value: 'AA', count: 1 }],
    type: [
      { value: 'commercial_bank', count: 1 },
      { value: 'savings_bank', count: 1 },
    ],
    status: [
      { value: 'active', count: 1 },
      { value: 'closed', count: 1 },
    ],
  })
})

test('a successor that several results share counts once', (t) => {
  const { finder } = createSmallSearch(t, {
    'aa-new': 'Elm',
    'aa-old-1': { name: 'Oak One', status: 'merged', successor: 'aa-new' },
    'aa-old-2': { name: 'Oak Two', status: 'merged', successor: 'aa-new' },
  })
  assert.equal(finder.searchAndCount({ text: 'oak', limit: 10 }, []).total, 3)
  assert.equal(finder.searchAndCount({ text: 'oak', limit: 10, status: 'active' }, []).total, 1)
})

test('a bank that matches by its name is counted even if codes alone fill the page', (t) => {
  const { finder } = createSmallSearch(t, {
    'aa-1': { name: 'Elm', codes: [code('123')] },
    'aa-2': { name: '123 Bank' },
  })
  assert.equal(finder.searchAndCount({ text: '123', limit: 1 }, []).total, 2)
})

test('a search that spends its work budget says that the total may be too low', (t) => {
  const { finder } = createSmallSearch(t, oaks, { work: new WorkBudget(1) })
  assert.equal(finder.searchAndCount({ text: 'oak', limit: 10 }, []).isTotalCapped, true)
})
