import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSmallSearch } from '../../../test/support/data/small-search.ts'
import { mostlySpentShare, WorkBudget } from './search-limits.ts'

test('a budget is mostly spent before it is fully spent, and each search starts with a full budget', () => {
  const work = new WorkBudget(100)
  work.add(100 * mostlySpentShare)
  assert.deepEqual([work.isMostlySpent, work.isSpent], [true, false])
  work.add(100)
  assert.equal(work.isSpent, true)
  work.startSearch()
  assert.deepEqual([work.isMostlySpent, work.isSpent], [false, false])
  assert.equal(work.totalSteps, 100 * mostlySpentShare + 100)
})

const banks = { 'aa-access': 'Access Bank', 'aa-maple': 'Maple Bank' }

test('a search without any budget tries neither rewrites nor misspellings', (t) => {
  const { search, options, idOf } = createSmallSearch(t, banks, { work: new WorkBudget(1) })
  const rewrites: string[] = []
  const find = (text: string): string[] =>
    search(text, { ...options, limit: 30 }, ({ words }) => rewrites.push(words.join(' '))).best.map(({ bank }) =>
      idOf(bank),
    )
  assert.deepEqual(find('maplle'), [])
  assert.deepEqual(find('accessbank'), [])
  assert.deepEqual(rewrites, ['maplle', 'accessbank'])
})

test('the same search takes the same steps each time', (t) => {
  const work = new WorkBudget(Number.POSITIVE_INFINITY)
  const { search, options } = createSmallSearch(t, banks, { work })
  const steps = ['access', 'maple', 'acess', 'access'].map((text) => {
    search(text, { ...options, limit: 30 })
    return work.steps
  })
  assert.equal(steps[3], steps[0])
  assert.ok((steps[2] as number) > (steps[0] as number))
})
