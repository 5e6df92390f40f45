import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertReadings, createReader } from '../../../../test/support/resolve-helpers.ts'

test('an IBAN without its country code is an account number of the given country, with its bank', (t) => {
  const read = createReader(t)
  assertReadings(read, [
    ['37040044 0532013000', 'de', 'account_number, valid, holder de-elbe'],
    ['89370400440532013000', 'de', 'account_number, valid, holder de-elbe'],
  ])
  const [reading] = read('37040044 0532013000', 'de')
  assert.deepEqual(reading?.parts, { country: 'DE', bank_code: '37040044', account: '0532013000' })
  assert.deepEqual(reading?.checks, ['length', 'structure'])
  assert.deepEqual(read('89370400440532013000', 'de')[0]?.checks, ['length', 'structure', 'mod97'])
})

test('an account number without its bank is only possible, and its length is checked', (t) => {
  const read = createReader(t)
  assertReadings(read, [
    ['532013000', 'de', 'account_number, possible'],
    ['12345678901234567890123', 'de', 'account_number, invalid'],
    ['1234567890123', 'gh', 'account_number, possible'],
    ['123456789', 'gh', 'account_number, invalid'],
  ])
  assert.match(read('532013000', 'de')[0]?.note ?? '', /uses IBANs\. Send the IBAN/)
  assert.equal(read('123456789', 'gh')[0]?.message, 'An account number (GH) has 10 to 16 digits; this one has 9.')
})

test('a number with the label "account" is not a bank code', (t) => {
  assertReadings(createReader(t), [
    ['account 37040044', 'de', 'account_number, possible'],
    ['account 021000021', undefined, 'nothing'],
  ])
})
