import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstDay, isDate, isLater, lastDay } from './dates.ts'

test('a date is an existing year, month or day', () => {
  for (const text of ['2026', '2026-02', '2024-02-29', '1871-01-18']) assert.ok(isDate(text), text)
  for (const text of ['', '26', '2026-2', '2026-13', '2026-02-29', '2026-02-28T00', '2026-02-28 ', '14.11.2026'])
    assert.ok(!isDate(text), text)
})

test('an imprecise date ranges from its first day to its last', () => {
  assert.deepEqual(['2026', '2026-04', '2026-04-05'].map(firstDay), ['2026-01-01', '2026-04-01', '2026-04-05'])
  // April 31 is fine, because dates are only compared.
  assert.deepEqual(['2026', '2026-04', '2026-04-05'].map(lastDay), ['2026-12-31', '2026-04-31', '2026-04-05'])
})

test('a date is later than another only if both are precise enough to tell', () => {
  assert.ok(isLater('2026-03', '2026-02-28') && isLater('2027', '2026-12-31'))
  assert.ok(!isLater('2026', '2026-01-01') && !isLater('2026-03-01', '2026-03') && !isLater('2025', '2026'))
})
