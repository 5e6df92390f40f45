import assert from 'node:assert/strict'
import { test } from 'node:test'
import countries from '../../data/countries.json' with { type: 'json' }
import schemes from '../../data/schemes.json' with { type: 'json' }
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import * as accountNumber from './account-number.ts'
import * as bankCode from './bank-code.ts'
import type { Check } from './verdict.ts'

function check(input: string, code: string): Check {
  const country = countries.find((candidate) => candidate.code === code) ?? assert.fail(code)
  return accountNumber.check(input, { name: country.name, pattern: country.account_number.pattern })
}

const checkCode = (input: string, id: string): Check =>
  bankCode.check(input, schemes.find((scheme) => scheme.id === id) ?? assert.fail(id))

test('a well-formed account number passes, and its account is not checked', () => {
  for (const [number, country] of [
    ['1441000565393', 'GH'],
    ['62 0000 0000', 'ZA'],
    ['0150-3456-7890', 'TZ'],
    ['9030001234567', 'UG'],
  ] as const) {
    const { passed, accountChecked } = check(number, country)
    assert.deepEqual([passed, accountChecked], [true, false], country)
  }
})

test('a wrong length or a character that is not allowed is invalid, with a suggestion', () => {
  assert.equal(
    assertInvalid(check('144100056', 'GH')).message,
    'An account number (Ghana) has 10 to 16 digits; this one has 9.',
  )
  const { reason, at, suggestion } = assertInvalid(check('144100O565', 'GH'))
  assert.deepEqual({ reason, at, suggestion }, { reason: 'format', at: [6, 7], suggestion: '1441000565' })
})

test('codes must match the pattern of their scheme', () => {
  assert.equal(checkCode('632005', 'za_branch').passed, true)
  assert.equal(checkCode('13-01-00', 'gh_sort').canonical, '130100')
  assert.equal(assertInvalid(checkCode('63200', 'za_branch')).suggestion, '063200')
  assert.equal(assertInvalid(checkCode('12', 'tz_bot')).suggestion, '012')
  assert.equal(assertInvalid(checkCode('400123', 'gh_gip')).reason, 'format')
})

// Minimum and maximum length are parsed from the pattern.
test('the check can parse every pattern in the data', () => {
  const known = /^\^(?:(?:\\d|\[[^\]]*\]|\w)(?:\{\d+(?:,\d+)?\})?)+\$$/
  for (const { pattern, ...scheme } of schemes) {
    // Codes that have their own module do not use the pattern.
    if (!('identifier' in scheme)) assert.match(pattern, known)
  }
  for (const { account_number } of countries) assert.match(account_number.pattern, known)
})
