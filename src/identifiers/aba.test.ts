import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import { check, parts } from './aba.ts'
import vectors from './vectors/aba.json' with { type: 'json' }
import { passed } from './verdict.ts'

const prefixes = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 21, max: 32 }),
  fc.integer({ min: 61, max: 72 }),
  fc.constant(80),
)
const numbers = fc.tuple(prefixes, fc.stringMatching(/^\d{6}$/)).map(([prefix, six]) => {
  const eight = String(prefix).padStart(2, '0') + six
  const sum = [3, 7, 1, 3, 7, 1, 3, 7].reduce((total, weight, at) => total + weight * Number(eight[at]), 0)
  return `${eight}${(10 - (sum % 10)) % 10}`
})

test('every published number passes or fails as its publisher says', () => {
  for (const { number, valid } of vectors.numbers) assert.equal(check(number).passed, valid, number)
})

test('a routing number is valid with any separators', () => {
  for (const input of ['021000021', ' 0210-0002-1 ', '0210\u00a00002\u20111']) {
    assert.deepEqual(check(input), passed('021000021', ['length', 'structure', 'checksum', 'range']))
  }
})

test('nine zeros and unassigned prefixes are invalid even though the checksum matches', () => {
  assert.equal(assertInvalid(check('000000000')).reason, 'unassigned')
  const { reason, message, at } = assertInvalid(check('500000005'))
  assert.deepEqual(
    { reason, message, at },
    { reason: 'unassigned', message: 'No routing number starts with 50.', at: [0, 2] },
  )
})

test('a Treasury account may start with 15', () => {
  assert.deepEqual(check('154000008'), passed('154000008', ['length', 'structure', 'checksum', 'range']))
  assert.equal(assertInvalid(check('140000009')).reason, 'unassigned')
})

test('one wrong digit is always caught', () => {
  fc.assert(
    fc.property(numbers, fc.nat(8), fc.integer({ min: 1, max: 9 }), (number, at, shift) => {
      assert.equal(check(number).passed, true)
      const digit = (Number(number[at]) + shift) % 10
      assert.equal(check(number.slice(0, at) + digit + number.slice(at + 1)).passed, false)
    }),
  )
})

test('the message names the wrong characters and their position', () => {
  const { message, at } = assertInvalid(check('02100002?'))
  assert.equal(message, 'Characters 1 to 9 of a routing number must be digits; character 9 is "?".')
  assert.deepEqual(at, [8, 9])
  assert.equal(assertInvalid(check('0210000')).message, 'A routing number has 9 digits; this one has 7.')
  assert.equal(
    assertInvalid(check('nothing')).message,
    'A routing number has 9 digits; this one has 7 characters, and not all are digits.',
  )
})

test('a lost zero, letters typed for digits and a doubled digit are corrected', () => {
  assert.equal(assertInvalid(check('21000021')).suggestion, '021000021')
  assert.equal(assertInvalid(check('O2lOOOO2I')).suggestion, '021000021')
  assert.equal(assertInvalid(check('1210002488')).suggestion, '121000248')
  assert.equal(assertInvalid(check('021000022')).suggestion, null)
})

test('parts returns the Federal Reserve symbol, the institution and the check digit', () => {
  assert.deepEqual(parts('021000021'), { federal_reserve_symbol: '0210', institution: '0002', check_digit: '1' })
})
