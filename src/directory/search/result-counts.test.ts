import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSearch } from '../../../test/support/data/run-search.ts'
import { code, rail } from '../../../test/support/data/small-data.ts'
import { createSmallSearch } from '../../../test/support/data/small-search.ts'
import type { SearchQuery } from '../searcher.ts'
import { WorkBudget } from './search-limits.ts'
import { facetNames } from './search-schema.ts'

const oaks = {
  'aa-1': 'Oak One',
  'aa-2': { name: 'Oak Two', type: 'savings_bank' },
  'aa-3': { name: 'Oak Three', type: 'savings_bank', status: 'closed' },
  'aa-elm': 'Elm',
  'bb-1': { name: 'Oak Four', status: 'merged' },
}

test('all results are counted, not only those on the page, and values without results are left out', (t) => {
  const { lookups } = createSmallSearch(t, oaks)
  const query = { text: 'oak', limit: 1, facets: facetNames }
  const { banks, total, total_capped: isTotalCapped, facets } = runSearch(lookups, query)
  assert.equal(banks.length, 1)
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
    rail: [],
    region: [],
  })
})

test('counting in steps gives the same counts, whatever other searches run between them', (t) => {
  const { lookups } = createSmallSearch(t, oaks)
  const query = { text: 'oak', limit: 10, status: 'active', facets: facetNames } as const
  const steps = lookups.search(query)
  let step = steps.next()
  assert.equal(step.done, false)
  for (; !step.done; step = steps.next()) runSearch(lookups, { text: 'elm', limit: 10 })
  assert.deepEqual(JSON.parse(step.value), runSearch(lookups, query))
})

test('only the requested facets are counted', (t) => {
  const { lookups } = createSmallSearch(t, oaks)
  assert.deepEqual(Object.keys(runSearch(lookups, { text: 'oak', limit: 1, facets: ['status'] }).facets), ['status'])
  assert.deepEqual(runSearch(lookups, { text: 'oak', limit: 1, facets: [] }).facets, {})
})

test('the counts of a type or a status ignore the filter on the same field, and apply the other one', (t) => {
  const { lookups } = createSmallSearch(t, oaks)
  const query = { text: 'oak', limit: 10, status: 'active', types: ['savings_bank'], facets: facetNames } as const
  const { total, facets } = runSearch(lookups, query)
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
    rail: [],
    region: [],
  })
})

test('banks without a region are left out of its counts, which ignore the filter on it', (t) => {
  const { lookups } = createSmallSearch(t, {
    'aa-1': { name: 'Oak One', region: 'NL' },
    'aa-2': { name: 'Oak Two', region: 'NL', type: 'savings_bank' },
    'aa-3': { name: 'Oak Three', region: 'SL' },
    'aa-4': 'Oak Four',
    'bb-1': { name: 'Oak Five', region: 'NL' },
  })
  const query = { text: 'oak', limit: 10, region: 'SL', facets: ['region', 'type'] } as const
  const { banks, total, facets } = runSearch(lookups, query)
  assert.deepEqual([banks.map(({ id }) => id), total], [['aa-3'], 1])
  assert.deepEqual(facets, {
    region: [
      { value: 'NL', count: 3 },
      { value: 'SL', count: 1 },
    ],
    type: [{ value: 'commercial_bank', count: 1 }],
  })
})

test('a bank counts for each of its rails, whatever rail the search selects, and the other filters apply', (t) => {
  const rails = [rail('aa_instant'), rail('aa_wire'), rail('bb_wire')]
  const banks = {
    'aa-1': { name: 'Oak One', rails: ['aa_wire'] },
    'aa-2': { name: 'Oak Two', rails: ['aa_instant', 'aa_wire'] },
    'aa-3': { name: 'Oak Three', rails: ['aa_instant'], status: 'closed' },
    'aa-elm': { name: 'Elm', rails: ['aa_instant'] },
  }
  const { lookups, ids } = createSmallSearch(t, banks, {}, rails)
  const selected = lookups.packed.rails.find(({ id }) => id === 'aa_instant')
  const count = (query: Partial<SearchQuery>) => {
    const { total, facets } = runSearch(lookups, { text: 'oak', limit: 10, facets: ['rail', 'status'], ...query })
    return [total, facets.rail]
  }
  const all = [
    { value: 'aa_instant', count: 2 },
    { value: 'aa_wire', count: 2 },
  ]
  assert.deepEqual(count({}), [3, all])
  assert.deepEqual(count({ rail: selected }), [2, all])
  const active = [
    { value: 'aa_wire', count: 2 },
    { value: 'aa_instant', count: 1 },
  ]
  assert.deepEqual(count({ rail: selected, status: 'active' }), [1, active])
  assert.deepEqual(ids('oak', { rail: selected }), ['aa-2', 'aa-3'])
})

test('a successor that several results share counts once', (t) => {
  const { lookups } = createSmallSearch(t, {
    'aa-new': 'Elm',
    'aa-old-1': { name: 'Oak One', status: 'merged', successor: 'aa-new' },
    'aa-old-2': { name: 'Oak Two', status: 'merged', successor: 'aa-new' },
  })
  assert.equal(runSearch(lookups, { text: 'oak', limit: 10, facets: [] }).total, 3)
  assert.equal(runSearch(lookups, { text: 'oak', limit: 10, status: 'active', facets: [] }).total, 1)
})

test('a bank that matches by its name is counted even if codes alone fill the page', (t) => {
  const { lookups } = createSmallSearch(t, {
    'aa-1': { name: 'Elm', codes: [code('123')] },
    'aa-2': { name: '123 Bank' },
  })
  assert.equal(runSearch(lookups, { text: '123', limit: 1, facets: [] }).total, 2)
})

test('a search that spends its work budget says that the total may be too low', (t) => {
  const { lookups } = createSmallSearch(t, oaks, { work: new WorkBudget(1) })
  assert.equal(runSearch(lookups, { text: 'oak', limit: 10, facets: [] }).total_capped, true)
})
