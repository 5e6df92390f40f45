import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import { check, parts } from './bic.ts'
import vectors from './vectors/iban.json' with { type: 'json' }
import { passed } from './verdict.ts'

const checks = ['length', 'structure'] as const

test('eight and eleven characters are valid, and the head office has one form', () => {
  assert.deepEqual(check('cobadeff'), passed('COBADEFF', checks))
  assert.deepEqual(check('COBADEFF XXX'), passed('COBADEFF', checks))
  assert.deepEqual(check('GENODED1AAC'), passed('GENODED1AAC', checks))
})

test('what people write in front of it is no part of it, unless it is', () => {
  for (const input of ['BIC: COBADEFF', 'BIC COBADEFF', 'swift/bic cobadeff', 'BIC-COBADEFFXXX', 'SWIFTCOBADEFF']) {
    assert.deepEqual(check(input), passed('COBADEFF', checks), input)
  }
  for (const input of ['BICFFRPP', 'BIC: BICFFRPP']) {
    assert.deepEqual(check(input), passed('BICFFRPP', checks), input)
  }
})

test('every BIC of a public test is valid', () => {
  for (const { bic } of [...vectors.ibans, ...vectors.bank_codes]) if (bic) assert.equal(check(bic).passed, true, bic)
})

test('other lengths, digits in the place of the country and countries that do not exist are invalid', () => {
  for (const input of ['', 'COBADEF', 'COBADEFFX', 'COBADEFFXX', 'COBADEFFXXXX']) {
    assert.equal(assertInvalid(check(input)).reason, 'length', input)
  }
  for (const input of ['COBA11FF', 'COBÄDEFF']) assert.equal(assertInvalid(check(input)).reason, 'format', input)
  const { reason, message, at } = assertInvalid(check('COBAQQFF'))
  assert.equal(reason, 'country')
  assert.equal(message, 'Characters 5 and 6 of a BIC name its country; no country has the code QQ.')
  assert.deepEqual(at, [4, 6])
})

test('a digit that looks like a letter of the country is corrected, and nothing is guessed', () => {
  assert.equal(assertInvalid(check('BCEE1TLL')).suggestion, null)
  assert.equal(assertInvalid(check('CHASG82L')).suggestion, 'CHASGB2L')
})

test('its parts, with a branch if there is one', () => {
  assert.deepEqual(parts('COBADEFF'), { institution: 'COBA', country: 'DE', location: 'FF' })
  assert.deepEqual(parts('GENODED1AAC'), { institution: 'GENO', country: 'DE', location: 'D1', branch: 'AAC' })
})
