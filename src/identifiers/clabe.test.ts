import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clabeDigitOf } from '../../test/support/account-check-digits.ts'
import { wrongCheckDigit } from './clabe.ts'

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
