import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import { check, parts } from './aba.ts'
import vectors from './vectors/aba.json' with { type: 'json' }
import { passed } from './verdict.ts'

const starts = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 21, max: 32 }),
  fc.integer({ min: 61, max: 72 }),
  fc.constant(80),
)
const numbers = fc.tuple(starts, fc.stringMatching(/^\d{6}$/)).map(([start, six]) => {
  const eight = String(start).padStart(2, '0') + six
  const sum = [3, 7, 1, 3, 7, 1, 3, 7].reduce((total, weight, at) => total + weight * Number(eight[at]), 0)
  return `${eight}${(10 - (sum % 10)) % 10}`
})

test('every published number passes or fails as its publisher says', () => {
  for (const { number, valid } of vectors.numbers) assert.equal(check(number).passed, valid, number)
})

test('a number of a known bank is valid, however it is written', () => {
  for (const input of ['021000021', ' 0210-0002-1 ', '0210\u00a00002\u20111']) {
    assert.deepEqual(check(input), passed('021000021', ['length', 'structure', 'checksum', 'range']))
  }
})

test('nine zeros and unassigned starts are invalid, though the checksum holds', () => {
  assert.equal(assertInvalid(check('000000000')).reason, 'unassigned')
  const { reason, message, at } = assertInvalid(check('500000005'))
  assert.deepEqual(
    { reason, message, at },
    { reason: 'unassigned', message: 'No routing number begins with 50.', at: [0, 2] },
  )
})

test('an account of the Treasury may begin with 15', () => {
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

test('the fault is named with its place', () => {
  const { message, at } = assertInvalid(check('02100002?'))
  assert.equal(message, 'Characters 1 to 9 of a routing number are digits; character 9 is "?".')
  assert.deepEqual(at, [8, 9])
  assert.equal(assertInvalid(check('0210000')).message, 'A routing number has 9 digits; this one has 7.')
  assert.equal(
    assertInvalid(check('nothing')).message,
    'A routing number has 9 digits; this one has 7 characters, not only digits.',
  )
})

test('a lost zero, letters for digits and a doubled digit are corrected', () => {
  assert.equal(assertInvalid(check('21000021')).suggestion, '021000021')
  assert.equal(assertInvalid(check('O2lOOOO2I')).suggestion, '021000021')
  assert.equal(assertInvalid(check('1210002488')).suggestion, '121000248')
  assert.equal(assertInvalid(check('021000022')).suggestion, null)
})

test('its parts', () => {
  assert.deepEqual(parts('021000021'), { federal_reserve_symbol: '0210', institution: '0002', check_digit: '1' })
})
