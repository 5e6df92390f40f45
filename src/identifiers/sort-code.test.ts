import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import { check, format } from './sort-code.ts'

test('a sort code has a format but no check digit', () => {
  for (const input of ['202959', '20-29-59', '20 29 59', '20\u201129\u201159']) {
    const result = check(input)
    assert.deepEqual([result.passed, result.checks], [true, ['length', 'structure']])
    assert.equal(format(result.canonical), '20-29-59')
  }
})

test('a lost zero and letters typed for digits are corrected', () => {
  assert.equal(assertInvalid(check('70116')).suggestion, '070116')
  assert.equal(assertInvalid(check('2O-29-S9')).suggestion, '202959')
  assert.equal(assertInvalid(check('20-29-5X')).suggestion, null)
})
