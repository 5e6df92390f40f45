import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/refusal.ts'
import { check, format } from './sort-code.ts'

test('a sort code has a form and no proof', () => {
  for (const input of ['202959', '20-29-59', '20 29 59', '20\u201129\u201159']) {
    const verdict = check(input)
    assert.equal(verdict.verdict, 'not_checked')
    assert.equal(format(verdict.canonical), '20-29-59')
  }
})

test('a lost zero and letters for digits are mended', () => {
  assert.equal(refusal(check('70116')).suggestion, '070116')
  assert.equal(refusal(check('2O-29-S9')).suggestion, '202959')
  assert.equal(refusal(check('20-29-5X')).suggestion, null)
})
