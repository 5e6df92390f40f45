import assert from 'node:assert/strict'
import { test } from 'node:test'
import countries from '../../data/countries.json' with { type: 'json' }
import schemes from '../../data/schemes.json' with { type: 'json' }
import { refusal } from '../../test/refusal.ts'
import { check } from './account-number.ts'
import { check as checkCode } from './bank-code.ts'

test('an account number of the right form is not checked, as no rule is public', () => {
  for (const [number, country] of [
    ['1441000565393', 'GH'],
    ['62 0000 0000', 'ZA'],
    ['0150-3456-7890', 'TZ'],
    ['9030001234567', 'UG'],
  ] as const) {
    assert.equal(check(number, country).verdict, 'not_checked', country)
  }
})

test('another length or a character that cannot be there is refused, with what was meant', () => {
  assert.equal(
    refusal(check('144100056', 'GH')).message,
    'An account number (Ghana) has 10 to 16 digits; this one has 9.',
  )
  const { reason, at, suggestion } = refusal(check('144100O565', 'GH'))
  assert.deepEqual({ reason, at, suggestion }, { reason: 'format', at: [6, 7], suggestion: '1441000565' })
})

test('a country with IBANs, or of which we know nothing, has no form here', () => {
  for (const country of ['DE', 'QQ', '']) assert.equal(check('123', country).verdict, 'not_checked')
})

test('the codes of a scheme have its form', () => {
  assert.equal(checkCode('632005', 'za_branch').verdict, 'not_checked')
  assert.equal(checkCode('13-01-00', 'gh_sort').canonical, '130100')
  assert.equal(refusal(checkCode('63200', 'za_branch')).suggestion, '063200')
  assert.equal(refusal(checkCode('12', 'tz_bot')).suggestion, '012')
  assert.equal(refusal(checkCode('400123', 'gh_gip')).reason, 'format')
})

// The bounds are read from the pattern itself.
test('the patterns of the data are of the kind that can be read', () => {
  const known = /^\^(?:(?:\\d|\[[^\]]*\]|\w)(?:\{\d+(?:,\d+)?\})?)+\$$/
  for (const { pattern } of schemes) assert.match(pattern, known)
  for (const { account_number } of countries) assert.match(account_number.pattern, known)
})
