import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { venezuelanDigitsOf } from '../../test/support/account-check-digits.ts'
import { wrongCheckDigits } from './ve-account.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'))

test('of all pairs of check digits, only the one that the rule gives is right', () => {
  fc.assert(
    fc.property(digits(4), digits(4), digits(10), (bank, branch, account) => {
      const right = pairs.filter((pair) => wrongCheckDigits(bank + branch + pair + account) === null)
      assert.deepEqual(right, [venezuelanDigitsOf(bank, branch, account)])
    }),
  )
})

test('the position of a fault is that of the check digits', () => {
  assert.equal(wrongCheckDigits('01020000810000000000'), null)
  assert.deepEqual(wrongCheckDigits('01020000820000000000'), [8, 10])
})
