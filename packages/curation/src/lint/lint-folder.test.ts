import assert from 'node:assert/strict'
import { test } from 'node:test'
import { first, formattedTexts, readTexts } from '../../../../test/support/data/lint-fixtures.ts'
import { small } from '../../../../test/support/data/small-data.ts'
import { type Exceptions, exceptionsOf, findingText, lint } from './lint-folder.ts'
import { rules } from './rules.ts'

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
    'packages/curation/src/lint/exceptions/legal-form.json the exception for "bb-only" is no longer needed; remove it [legal-form]'
  assert.deepEqual(lintWith(), { findings: ['aa-first'], unneeded: [] })
  assert.deepEqual(lintWith('aa-first'), { findings: [], unneeded: [] })
  assert.deepEqual(lintWith('bb-only'), { findings: ['aa-first'], unneeded: [stale] })
})

test('each exception gives its reason in a sentence', () => {
  for (const { name } of rules) {
    for (const { reason } of exceptionsOf(name)) assert.match(reason, /^[A-Z].{20,}\.$/, name)
  }
})
