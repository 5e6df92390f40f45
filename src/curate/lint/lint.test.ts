import assert from 'node:assert/strict'
import { test } from 'node:test'
import { first, formattedTexts, readTexts } from '../../../test/support/data/lint-fixtures.ts'
import { small } from '../../../test/support/data/small-data.ts'
import { dataFolder } from '../../../test/support/services/service.ts'
import { readFiles } from '../../dataset/data-files.ts'
import { type Exceptions, exceptionsOf } from './exceptions.ts'
import { findingText, lint } from './lint.ts'
import { readRecords } from './read-records.ts'
import { rules } from './rules.ts'

test('the shipped data passes every rule and needs every exception', () => {
  const files = readFiles(dataFolder)
  // The date of the newest list or correction replaces today, so that the test does not depend on the clock.
  const dated = [files.get('sources.json'), files.get('corrections.jsonl')].join('\n')
  const [newest = ''] = [...dated.matchAll(/"date": ?"([-\d]+)"/g)]
    .map(([, date = '']) => date)
    .sort()
    .reverse()
  const data = readRecords(files, newest)
  const { findings, unneeded } = lint(data, rules, exceptionsOf)
  assert.deepEqual([...findings, ...unneeded].map(findingText), [])
  assert.ok(data.banks.length > 19_000)
  assert.ok(data.banks.flatMap(({ bank }) => bank.codes ?? []).length > 60_000)
  assert.ok(data.banks.filter(({ bank }) => bank.lei !== undefined).length > 5_000)
})

test('an exception allows only its own subject, and is a finding if it is not needed', () => {
  const data = small()
  first(data).name = 'A Bank Plc'
  const records = readTexts(formattedTexts(data))
  const lintWith = (...subjects: string[]) => {
    const exceptions: Exceptions = subjects.length > 0 ? [{ reason: 'That is its name.', subjects }] : []
    const { findings, unneeded } = lint(records, rules, (rule) => (rule === 'legal-form' ? exceptions : []))
    return { findings: findings.map(({ bank }) => bank), unneeded: unneeded.map(findingText) }
  }
  const stale =
    'src/curate/lint/exceptions/legal-form.json the exception for "bb-only" is no longer needed; remove it [legal-form]'
  assert.deepEqual(lintWith(), { findings: ['aa-first'], unneeded: [] })
  assert.deepEqual(lintWith('aa-first'), { findings: [], unneeded: [] })
  assert.deepEqual(lintWith('bb-only'), { findings: ['aa-first'], unneeded: [stale] })
})

test('each exception gives its reason in a sentence', () => {
  for (const { name } of rules) {
    for (const { reason } of exceptionsOf(name)) assert.match(reason, /^[A-Z].{20,}\.$/, name)
  }
})
