import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cbuDigitOf } from '../../test/support/account-check-digits.ts'
import { wrongCheckDigit } from './cbu.ts'

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
