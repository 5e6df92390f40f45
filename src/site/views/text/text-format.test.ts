import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCount, formatDate, formatMonth, isOld, pluralOf } from './text-format.ts'

test('dates are as precise as they are known', () => {
  assert.equal(formatDate('2026-10-09'), '9 Oct 2026')
  assert.equal(formatDate('2023-03'), 'Mar 2023')
  assert.equal(formatDate('2020'), '2020')
  assert.equal(formatMonth('2026-10-09'), 'Oct 2026')
})

test('a list is old after 12 months; a year without a month is old only after its last day plus 12 months', () => {
  const today = new Date('2026-11-17')
  for (const date of ['2025-11-16', '2025-10', '2024', '2018-01']) assert.ok(isOld(date, today), date)
  for (const date of ['2025-11-17', '2025-11', '2025-12-31', '2025', '2026']) assert.ok(!isOld(date, today), date)
})

test('counts have separators and plurals', () => {
  assert.equal(formatCount(1, 'bank'), '1 bank')
  assert.equal(formatCount(1_234, 'bank'), '1,234 banks')
  assert.equal(pluralOf('Trust company'), 'Trust companies')
  assert.equal(pluralOf('Foreign branch'), 'Foreign branches')
  assert.equal(pluralOf('Savings and loans'), 'Savings and loans')
  assert.equal(pluralOf('Mobile money'), 'Mobile money')
})
