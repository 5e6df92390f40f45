import assert from 'node:assert/strict'
import { test } from 'node:test'
import table from '../../data/de-check-digits.json' with { type: 'json' }
import { germanCheckDigitNote, matchesMethod } from './de-check-digits.ts'
import vectors from './vectors/de-account.json' with { type: 'json' }

test('an account number matches its method as in the vectors', () => {
  for (const [method, account, expected] of vectors.accounts) {
    assert.equal(matchesMethod(String(method), String(account)), expected, `${method}: ${account}`)
  }
})

test('every method of the table has vectors that match and vectors that do not', () => {
  for (const method of Object.keys(table.methods)) {
    const results = new Set(vectors.accounts.filter(([name]) => name === method).map(([, , expected]) => expected))
    assert.ok(results.has(true) && results.has(false), method)
  }
})

test('a wrong digit in the customer number is noticed where a method has one weight for each position', () => {
  for (const [method, account] of [
    ['00', '0009290701'],
    ['63', '0123456600'],
  ] as const) {
    for (const at of [3, 4, 5, 6]) {
      const digit = (Number(account[at]) + 1) % 10
      assert.equal(matchesMethod(method, account.slice(0, at) + digit + account.slice(at + 1)), false)
    }
  }
})

test('a code is in the table once, and the codes of a method are sorted', () => {
  const codes = Object.values(table.methods).flat()
  assert.equal(new Set(codes).size, codes.length)
  assert.ok(codes.length > 2_300)
  for (const ofMethod of Object.values(table.methods)) assert.deepEqual(ofMethod.toSorted(), ofMethod)
})

test('only a mismatch at a bank code of the table has a note', () => {
  // 37040044 has method 13.
  assert.equal(germanCheckDigitNote('37040044', '0532013000'), null)
  assert.match(germanCheckDigitNote('37040044', '0532013100') ?? '', /method 13,/)
  // 10010010 has method 24, which is not one of the ten; 99999999 is no bank code.
  for (const code of ['10010010', '99999999']) assert.equal(germanCheckDigitNote(code, '1234567890'), null)
})
