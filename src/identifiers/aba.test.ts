import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { check, compact } from './aba.ts'

const checkDigit = (eight: string): number => {
  const sum = [3, 7, 1, 3, 7, 1, 3, 7].reduce((total, weight, at) => total + weight * Number(eight[at]), 0)
  return (10 - (sum % 10)) % 10
}
const numbers = fc
  .stringMatching(/^\d{8}$/)
  .map((eight) => `${eight}${checkDigit(eight)}`)
  .filter((number) => number !== '000000000')

test('a number of a known bank is accepted, however it is written', () => {
  for (const input of ['021000021', ' 0210-0002-1 ', '0210 0002 1']) {
    assert.deepEqual(check(input), { verdict: 'accepted', canonical: '021000021' })
  }
})

test('nine zeros, which pass the checksum, are refused', () => {
  assert.equal((check('000000000') as { reason: string }).reason, 'unassigned')
})

test('one wrong digit is always caught', () => {
  fc.assert(
    fc.property(numbers, fc.nat(8), fc.integer({ min: 1, max: 9 }), (number, at, shift) => {
      const digit = (Number(number[at]) + shift) % 10
      const wrong = number.slice(0, at) + digit + number.slice(at + 1)
      assert.equal(check(wrong).verdict, 'refused')
    }),
  )
})

test('whatever is not nine digits is refused for its format, and nothing crashes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (input) => {
      if (!/^\d{9}$/.test(compact(input))) assert.equal((check(input) as { reason: string }).reason, 'format')
    }),
  )
})
