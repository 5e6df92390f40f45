import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readings, summaryOf } from '../support/resolve-helpers.ts'
import { nameAndNumberCases } from './name-and-number-cases.ts'

for (const [text, country, expected] of nameAndNumberCases) {
  test(`${text} (${country ?? 'no country'}) is read as ${expected}`, () => {
    assert.equal(summaryOf(readings(text, country)[0]), expected)
  })
}

test('the code of another bank next to an account number is named', () => {
  for (const country of [undefined, 'ng']) {
    const [account, code] = readings('zenith 058 1000000001', country)
    assert.equal(account?.canonical, '1000000001')
    assert.match(account?.note ?? '', /058 is a code of GTBank, another bank\./)
    assert.equal(summaryOf(code), 'ng_cbn, possible, holder ng-gtbank')
  }
})

test('a routing number and an account number with a name are two readings, not one number', () => {
  const found = readings('chase routing 021000021 account 123456789')
  assert.deepEqual(
    found.map((reading) => [summaryOf(reading), reading.canonical]),
    [
      ['us_aba, valid, holder us-jpmorgan-chase-bank', '021000021'],
      ['account_number, possible, possible us-jpmorgan-chase-bank', '123456789'],
    ],
  )
})

test('an account number that is wrong comes before the routing number next to it', () => {
  assert.deepEqual(readings('chase 021000021 123456789012345678').map(summaryOf), [
    'account_number, invalid, possible us-jpmorgan-chase-bank',
    'us_aba, valid, holder us-jpmorgan-chase-bank',
  ])
})
