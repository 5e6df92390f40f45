import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import { check, parts } from './bic.ts'
import vectors from './vectors/iban.json' with { type: 'json' }
import { passed } from './verdict.ts'

const checks = ['length', 'structure'] as const

test('eight and eleven characters are valid, and the head office has one canonical form', () => {
  assert.deepEqual(check('cobadeff'), passed('COBADEFF', checks))
  assert.deepEqual(check('COBADEFF XXX'), passed('COBADEFF', checks))
  assert.deepEqual(check('GENODED1AAC'), passed('GENODED1AAC', checks))
})

test('a label before the BIC is removed, unless the letters are part of the BIC', () => {
  for (const input of ['BIC: COBADEFF', 'BIC COBADEFF', 'swift/bic cobadeff', 'BIC-COBADEFFXXX', 'SWIFTCOBADEFF']) {
    assert.deepEqual(check(input), passed('COBADEFF', checks), input)
  }
  for (const input of ['BICFFRPP', 'BIC: BICFFRPP']) {
    assert.deepEqual(check(input), passed('BICFFRPP', checks), input)
  }
})

test('every published BIC is valid', () => {
  for (const { bic } of [...vectors.ibans, ...vectors.bank_codes]) if (bic) assert.equal(check(bic).passed, true, bic)
})

test('wrong lengths, digits in the country code and unknown countries are invalid', () => {
  for (const input of ['', 'COBADEF', 'COBADEFFX', 'COBADEFFXX', 'COBADEFFXXXX']) {
    assert.equal(assertInvalid(check(input)).reason, 'length', input)
  }
  for (const input of ['COBA11FF', 'COBÄDEFF']) assert.equal(assertInvalid(check(input)).reason, 'format', input)
  const { reason, message, at } = assertInvalid(check('COBAQQFF'))
  assert.equal(reason, 'country')
  assert.equal(message, 'Characters 5 and 6 of a BIC must be a country code; QQ is not one.')
  assert.deepEqual(at, [4, 6])
})

test('a digit typed for a letter in the country code is corrected, and nothing else is guessed', () => {
  assert.equal(assertInvalid(check('BCEE1TLL')).suggestion, null)
  assert.equal(assertInvalid(check('CHASG82L')).suggestion, 'CHASGB2L')
})

test('parts returns institution, country, location and, if present, branch', () => {
  assert.deepEqual(parts('COBADEFF'), { institution: 'COBA', country: 'DE', location: 'FF' })
  assert.deepEqual(parts('GENODED1AAC'), { institution: 'GENO', country: 'DE', location: 'D1', branch: 'AAC' })
})
