import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import forms from '../../data/account-forms.json' with { type: 'json' }
import { cbuDigitOf } from '../../test/support/account-check-digits.ts'
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import * as accountForm from './account-form.ts'
import { check, parts, wrongCheckDigit } from './cbu.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

test('each block has one right check digit, and the error is at the first wrong one', () => {
  fc.assert(
    fc.property(digits(7), digits(13), fc.nat(9), fc.nat(9), (branch, account, first, second) => {
      const expected =
        `${first}` !== cbuDigitOf(branch) ? [7, 8] : `${second}` !== cbuDigitOf(account) ? [21, 22] : null
      assert.deepEqual(wrongCheckDigit(`${branch}${first}${account}${second}`), expected)
      assert.equal(wrongCheckDigit(`${branch}${cbuDigitOf(branch)}${account}${cbuDigitOf(account)}`), null)
    }),
  )
})

test('a number passes if it has the form of a CBU or a CVU in the data, and has the same parts', () => {
  const [cbu, cvu] = ['ar_cbu', 'ar_cvu'].map((id) => forms.find((form) => form.id === id)) as unknown as [
    accountForm.AccountForm,
    accountForm.AccountForm,
  ]
  const banks = fc.oneof(
    digits(7),
    digits(4).map((provider) => `000${provider}`),
    fc.constant('0000000'),
  )
  fc.assert(
    fc.property(banks, digits(13), fc.nat(9), (bank, account, change) => {
      const last = (Number(cbuDigitOf(account)) + Math.max(0, change - 6)) % 10
      const number = `${bank}${cbuDigitOf(bank)}${account}${last}`
      const form = [cbu, cvu].find((one) => accountForm.check(number, one).passed)
      assert.equal(check(number).passed, form !== undefined)
      if (form) assert.deepEqual(parts(number), accountForm.parts(number, form))
    }),
  )
})

test('only zeros are invalid although the check digits match, and a lost zero is corrected', () => {
  assert.deepEqual(assertInvalid(check('0'.repeat(22))).reason, 'unassigned')
  assert.equal(assertInvalid(check('110001300000000000000')).suggestion, '0110001300000000000000')
  assert.equal(assertInvalid(check('0110001300000000000001')).accountChecked, true)
})
