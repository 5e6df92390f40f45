import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wrongCheckDigit } from './cbu.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

/** From the last digit of a block to the first, the weights are 3, 1, 7 and 9. */
function checkDigitOf(block: string): bigint {
  let sum = 0n
  let rest = BigInt(block)
  for (let at = 0; rest > 0n; at++, rest /= 10n) sum += (rest % 10n) * ([3n, 1n, 7n, 9n][at % 4] as bigint)
  return (10n - (sum % 10n)) % 10n
}

test('each block has one right check digit, and the error is at the first wrong one', () => {
  fc.assert(
    fc.property(digits(7), digits(13), fc.nat(9), fc.nat(9), (branch, account, first, second) => {
      const expected =
        BigInt(first) !== checkDigitOf(branch) ? [7, 8] : BigInt(second) !== checkDigitOf(account) ? [21, 22] : null
      assert.deepEqual(wrongCheckDigit(`${branch}${first}${account}${second}`), expected)
      assert.equal(wrongCheckDigit(`${branch}${checkDigitOf(branch)}${account}${checkDigitOf(account)}`), null)
    }),
  )
})
