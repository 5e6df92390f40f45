import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { algerianKeyOf, ribKeyOf } from '../../test/support/account-check-digits.ts'
import { wrongAlgerianRibKey, wrongRibKey } from './rib-key.ts'

const keys = Array.from({ length: 100 }, (_, key) => String(key).padStart(2, '0'))

test('of all keys, only the one that the published formula gives is right', () => {
  for (const form of [/^[A-Z]{2}\d{8}[A-Z0-9]{12}$/, /^\d{21}$/, /^\d{22}$/]) {
    fc.assert(
      fc.property(fc.stringMatching(form), (text) => {
        const right = keys.filter((key) => wrongRibKey(text + key) === null)
        assert.deepEqual(right, [ribKeyOf(text)])
      }),
    )
  }
})

test('the formula with the weights 89, 15 and 3 for bank, branch and account gives the same key', () => {
  const part = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(part(99_999), part(99_999), part(99_999_999_999), (bank, branch, account) => {
      const sum = 89n * BigInt(bank) + 15n * BigInt(branch) + 3n * BigInt(account)
      const key = String(97n - (sum % 97n)).padStart(2, '0')
      const [bankText, branchText] = [bank, branch].map((code) => String(code).padStart(5, '0'))
      assert.equal(wrongRibKey(`${bankText}${branchText}${String(account).padStart(11, '0')}${key}`), null)
    }),
  )
})

test('in Algeria, the key covers the branch and the account only', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{18}$/), (number) => {
      const right = keys.filter((key) => wrongAlgerianRibKey(number + key) === null)
      assert.deepEqual(right, [algerianKeyOf(number)])
    }),
  )
})

test('the key of an Algerian postal account is the one of the published formula with the constant 85', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), (account) => {
      const number = String(account).padStart(10, '0')
      const key = 97n - ((BigInt(number) * 100n + 85n) % 97n)
      assert.equal(wrongAlgerianRibKey(`00799999${number}${String(key).padStart(2, '0')}`), null)
    }),
  )
})

test('two swapped digits are always caught', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{22}$/), fc.nat(20), (text, at) => {
      const swapped = `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`
      const expected = swapped === text ? null : [22, 24]
      assert.deepEqual(wrongRibKey(swapped + ribKeyOf(text)), expected)
    }),
  )
})
