import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import { check, fits } from './nuban.ts'
import vectors from './vectors/nuban.json' with { type: 'json' }
import { passed } from './verdict.ts'

const institutions = fc.constantFrom('011', '058', '50547', '000013', '950547')

test('every account in the vectors is valid at its institution', () => {
  for (const { institution, account } of vectors.accounts) {
    assert.deepEqual(
      check(account, institution),
      passed(account, ['length', 'structure', 'checksum'], { accountChecked: true }),
    )
    assert.ok(fits(account, institution))
  }
})

test('every serial number has exactly one check digit at an institution, and the three formats of a code agree', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{9}$/), institutions, (serial, institution) => {
      const accounts = [...'0123456789'].map((digit) => serial + digit)
      assert.equal(accounts.filter((account) => fits(account, institution)).length, 1)
      for (const account of accounts) {
        assert.equal(fits(account, '058'), fits(account, '000058'))
        assert.equal(fits(account, '50547'), fits(account, '950547'))
        assert.equal(check(account, institution).passed, fits(account, institution))
      }
    }),
  )
})

test('one wrong digit is always caught', () => {
  fc.assert(
    fc.property(fc.nat(9), fc.integer({ min: 1, max: 9 }), (at, shift) => {
      const wrong = '0000014579'.replace(new RegExp(`(?<=^.{${at}}).`), (digit) => String((Number(digit) + shift) % 10))
      assert.equal(assertInvalid(check(wrong, '011')).reason, 'checksum')
    }),
  )
})

test('without a valid institution code, only the format is checked', () => {
  for (const institution of [undefined, '', '58', 'GTB', '0000058']) {
    const result = check('1234567896', institution)
    assert.deepEqual([result.passed, result.accountChecked], [true, false])
    assert.match((result.passed && result.note) || '', /^The account number was not checked: /)
  }
  assert.equal(assertInvalid(check('123456789')).suggestion, '0123456789')
})

test('text with characters other than digits matches no institution', () => {
  for (const account of ['', '123456789', '123456789?', 'O000014579']) assert.ok(!fits(account, '011'))
  for (const code of ['', '01', '0I1', '0000011']) assert.ok(!fits('0000014579', code))
})

test('a typo is corrected if the check digit confirms it', () => {
  assert.equal(assertInvalid(check('14579', '011')).suggestion, null)
  assert.equal(assertInvalid(check('123456789', '058')).reason, 'length')
  assert.equal(assertInvalid(check('I23456789G', '058')).suggestion, '1234567896')
})

test('a phone number is suggested without what is dialled in front of it', () => {
  for (const text of ['08012345678', '0801 234 5678', '2348012345678', '+2348012345678']) {
    assert.equal(assertInvalid(check(text)).suggestion, '8012345678', text)
  }
  assert.equal(assertInvalid(check('01012345678')).suggestion, null)
  // The check digit of an account at a bank must match too.
  assert.equal(assertInvalid(check('08012345678', '058')).suggestion, null)
})
