import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import { check, format } from './se-clearing.ts'

test('a clearing number has four digits, and no check digit', () => {
  const result = check('5000')
  assert.deepEqual([result.passed, result.canonical, result.checks], [true, '5000', ['length', 'structure']])
  assert.equal(format('5000'), '5000')
})

test('the fifth digit of a number that starts with 8 is checked', () => {
  for (const input of ['8327-9', '83279', '8327 9']) {
    const result = check(input)
    assert.deepEqual([result.passed, result.checks.at(-1)], [true, 'checksum'])
    assert.equal(format(result.canonical), '8327-9')
  }
  for (const digit of '012345678') {
    const { reason, at } = assertInvalid(check(`8327-${digit}`))
    assert.deepEqual([reason, at], ['checksum', [4, 5]])
  }
})

test('a wrong number of digits is invalid, with the reason length', () => {
  for (const input of ['500', '50001', '832791', '']) assert.equal(assertInvalid(check(input)).reason, 'length')
  assert.equal(
    assertInvalid(check('50001')).message,
    'A clearing number has 4 digits, or 5 if it starts with 8; this one has 5.',
  )
})

test('letters typed for digits are corrected', () => {
  assert.equal(assertInvalid(check('S000')).suggestion, '5000')
  assert.equal(assertInvalid(check('8327-g')).suggestion, null)
})
