import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wrongCheckDigit } from './clabe.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

/** The rule as it is published, from the last digit to the first: the weights are then 7, 3 and 1. */
function checkDigitOf(number: string): bigint {
  let sum = 0n
  let rest = BigInt(number)
  for (let at = 0; at < 17; at++, rest /= 10n) sum += ((rest % 10n) * ([7n, 3n, 1n][at % 3] as bigint)) % 10n
  return (10n - (sum % 10n)) % 10n
}

test('of the ten possible check digits, only the published rule decides which one is right', () => {
  fc.assert(
    fc.property(digits(17), (number) => {
      const right = Array.from('0123456789').filter((digit) => wrongCheckDigit(number + digit) === null)
      assert.deepEqual(right, [String(checkDigitOf(number))])
    }),
  )
})

test('one wrong digit is always caught, and the position is that of the check digit', () => {
  fc.assert(
    fc.property(digits(17), fc.nat(16), fc.integer({ min: 1, max: 9 }), (number, at, change) => {
      const wrong = String((Number(number[at]) + change) % 10)
      const clabe = number.slice(0, at) + wrong + number.slice(at + 1) + checkDigitOf(number)
      assert.deepEqual(wrongCheckDigit(clabe), [17, 18])
    }),
  )
})
