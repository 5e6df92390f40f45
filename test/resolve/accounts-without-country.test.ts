import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readings, summaryOf } from '../support/resolve-helpers.ts'

const numbers: [text: string, country: string, bank: string][] = [
  ['61109010140000071219812874', 'pl', 'pl-erste-bank-polska'],
  ['61 1090 1014 0000 0712 1981 2874', 'pl', 'pl-erste-bank-polska'],
  ['11773016-11111018-00000000', 'hu', 'hu-otp-bank'],
  ['11773016-11111018', 'hu', 'hu-otp-bank'],
  ['117730161111101800000000', 'hu', 'hu-otp-bank'],
  ['19-2000145399/0800', 'cz', 'cz-ceska-sporitelna'],
  ['2000145399 / 0800', 'cz', 'cz-ceska-sporitelna'],
  ['19-2000145399/0900', 'sk', 'sk-slovenska-sporitelna'],
]

test('a Polish, Hungarian, Czech or Slovak account number is read without its country as with it', () => {
  for (const [text, country, bank] of numbers) {
    const found = readings(text)
    assert.equal(summaryOf(found[0]), `account_number, valid, holder ${bank}`, text)
    assert.equal(found[0]?.parts.country, country.toUpperCase())
    assert.deepEqual(found, readings(text, country), text)
  }
  assert.equal(
    summaryOf(readings('account number 19-2000145399/0800')[0]),
    summaryOf(readings('19-2000145399/0800')[0]),
  )
})

test('16 digits alone and a bank code of two countries are only possible', () => {
  const [digits] = readings('1177301611111018')
  assert.equal(summaryOf(digits), 'account_number, possible, holder hu-otp-bank')
  assert.match(digits?.note ?? '', /also have 16 digits; add the country/)
  assert.deepEqual(readings('19-2000145399/5800').map(summaryOf), [
    'account_number, possible, holder cz-jt-banka',
    'account_number, possible, holder sk-jt-banka',
  ])
})

test('without its country, a number with wrong check digits or without a current bank code is not read', () => {
  for (const text of [
    '61109010140000071219812875',
    '11773016-11111019',
    '11773017-11111018-00000000',
    '19-2000145398/0800',
    '19-2000145398/0900',
    // No bank has these bank codes now.
    '19-2000145399/6800',
    '19-2000145399/9999',
    // A payment card and other numbers.
    '4111111111111111',
    '5555555555554444',
    '12345678-12345678',
  ]) {
    assert.ok(!readings(text).some(({ kind }) => kind === 'account_number'), text)
  }
})
