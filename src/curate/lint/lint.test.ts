import assert from 'node:assert/strict'
import { test } from 'node:test'
import { first, formedTexts } from '../../../test/support/data/lint-fixtures.ts'
import { small } from '../../../test/support/data/small-data.ts'
import { dataFolder } from '../../../test/support/services/service.ts'
import { type Exceptions, exceptionsOf } from './exceptions.ts'
import { findingText, lint } from './lint.ts'
import { readTexts } from './read-files.ts'
import { readRecords } from './read-records.ts'
import { rules } from './rules.ts'

test('the shipped data keeps every rule, and needs every exception', () => {
  const texts = readTexts(dataFolder)
  // The newest list or correction is the latest day that is known whatever the clock of the machine says.
  const { sources, corrections } = readRecords(texts, '9999')
  const corrected = corrections.flatMap((line) => ('correction' in line ? [line.correction] : []))
  const [newest = ''] = [...sources.values(), ...corrected]
    .map(({ date }) => date)
    .sort()
    .reverse()
  const data = readRecords(texts, newest)
  const { findings, unneeded } = lint(data, rules, exceptionsOf)
  assert.deepEqual([...findings, ...unneeded].map(findingText), [])
  assert.ok(data.banks.length > 19_000)
  assert.ok(data.banks.flatMap(({ bank }) => bank.codes ?? []).length > 60_000)
  assert.ok(data.banks.filter(({ bank }) => bank.lei !== undefined).length > 5_000)
})

test('an exception lets its own subject pass and no other, and is found when nothing needs it', () => {
  const data = small()
  first(data).name = 'A Bank Plc'
  const linted = readRecords(formedTexts(data), '2026-02-01')
  const with_ = (...subjects: string[]) => {
    const exceptions: Exceptions = subjects.length > 0 ? [{ reason: 'It is so called.', subjects }] : []
    const { findings, unneeded } = lint(linted, rules, (rule) => (rule === 'legal-form' ? exceptions : []))
    return { findings: findings.map(({ bank }) => bank), unneeded: unneeded.map(findingText) }
  }
  const stale =
    'src/curate/lint/exceptions/legal-form.json the exception for "bb-only" is not needed any more; take it out [legal-form]'
  assert.deepEqual(with_(), { findings: ['aa-first'], unneeded: [] })
  assert.deepEqual(with_('aa-first'), { findings: [], unneeded: [] })
  assert.deepEqual(with_('bb-only'), { findings: ['aa-first'], unneeded: [stale] })
})

test('each exception says why in a sentence', () => {
  for (const { name } of rules) {
    for (const { reason } of exceptionsOf(name)) assert.match(reason, /^[A-Z].{20,}\.$/, name)
  }
})
