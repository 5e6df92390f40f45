import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import forms from '../../data/account-forms.json' with { type: 'json' }
import { clabeDigitOf } from '../../test/support/account-check-digits.ts'
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import * as accountForm from './account-form.ts'
import { check, parts, wrongCheckDigit } from './clabe.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

test('of the ten possible check digits, only the published rule decides which one is right', () => {
  fc.assert(
    fc.property(digits(17), (number) => {
      const right = Array.from('0123456789').filter((digit) => wrongCheckDigit(number + digit) === null)
      assert.deepEqual(right, [clabeDigitOf(number)])
    }),
  )
})

test('one wrong digit is always caught, and the position is that of the check digit', () => {
  fc.assert(
    fc.property(digits(17), fc.nat(16), fc.integer({ min: 1, max: 9 }), (number, at, change) => {
      const wrong = String((Number(number[at]) + change) % 10)
      const clabe = number.slice(0, at) + wrong + number.slice(at + 1) + clabeDigitOf(number)
      assert.deepEqual(wrongCheckDigit(clabe), [17, 18])
    }),
  )
})

test('a CLABE has the form, the parts and the result of the account form in the data', () => {
  const form = forms.find(({ id }) => id === 'mx_clabe') as unknown as accountForm.AccountForm
  fc.assert(
    fc.property(digits(17), fc.nat(9), (number, digit) => {
      const [one, other] = [check(`${number}${digit}`), accountForm.check(`${number}${digit}`, form)]
      assert.deepEqual([one.passed, one.accountChecked, one.checks], [other.passed, other.accountChecked, other.checks])
      assert.deepEqual(parts(one.canonical), accountForm.parts(one.canonical, form))
    }),
  )
})

test('a lost zero and a swap are corrected, and the message names the wrong length', () => {
  const clabe = '002010000000000001'
  assert.equal(check('002 010 0000 0000 0001').passed, true)
  assert.equal(assertInvalid(check(clabe.slice(1))).suggestion, clabe)
  assert.equal(assertInvalid(check('020010000000000001')).suggestion, clabe)
  assert.equal(assertInvalid(check('00201')).message, 'A CLABE has 18 digits; this one has 5.')
})
