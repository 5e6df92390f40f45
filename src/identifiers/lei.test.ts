import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import { check, parts } from './lei.ts'
import { passed } from './verdict.ts'

const known = '7LTWFZYICNSX8D621K86'

/** An independent computation with big integers, as ISO 7064 defines it. */
function withCheckDigits(base: string): string {
  const number = BigInt([...`${base}00`].map((character) => Number.parseInt(character, 36)).join(''))
  return base + String(98n - (number % 97n)).padStart(2, '0')
}

const identifiers = fc.stringMatching(/^[A-Z0-9]{18}$/).map(withCheckDigits)
const isDigit = (character: string | undefined): boolean => /\d/.test(character ?? '')

test('a known identifier is valid with any separators and in any case', () => {
  for (const input of [known, known.toLowerCase(), ` ${known.slice(0, 4)} ${known.slice(4)} `]) {
    assert.deepEqual(check(input), passed(known, ['length', 'structure', 'mod97']))
  }
})

test('every identifier with correct check digits is valid', () => {
  fc.assert(fc.property(identifiers, (identifier) => assert.equal(check(identifier).passed, true)))
})

// A letter typed for a digit is not always caught, because a letter counts as two digits.
test('one digit replaced by another digit, or one letter by another letter, is always caught', () => {
  const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  fc.assert(
    fc.property(identifiers, fc.nat(19), fc.constantFrom(...characters), (identifier, at, character) => {
      fc.pre(identifier[at] !== character && isDigit(identifier[at]) === isDigit(character))
      assert.equal(check(identifier.slice(0, at) + character + identifier.slice(at + 1)).passed, false)
    }),
  )
})

test('two adjacent digits or letters that are swapped are always caught', () => {
  fc.assert(
    fc.property(identifiers, fc.nat(18), (identifier, at) => {
      const [left, right] = [identifier[at], identifier[at + 1]]
      fc.pre(left !== right && isDigit(left) === isDigit(right))
      assert.equal(check(`${identifier.slice(0, at)}${right}${left}${identifier.slice(at + 2)}`).passed, false)
    }),
  )
})

test('a wrong length or format is invalid, with the matching reason', () => {
  for (const input of ['', '7LTWFZYICNSX8D621K8', `${known}0`])
    assert.equal(assertInvalid(check(input)).reason, 'length')
  const { reason, message } = assertInvalid(check('7LTWFZYICNSX8D621KAB'))
  assert.equal(reason, 'format')
  assert.equal(message, 'Characters 19 and 20 of a legal entity identifier must be digits; these are "AB".')
})

test('a letter typed for a digit is corrected', () => {
  assert.equal(assertInvalid(check('7LTWFZYICNSX8D621KB6')).suggestion, known)
})

test('parts returns issuer, entity and check digits', () => {
  assert.deepEqual(parts(known), { issuer: '7LTW', entity: 'FZYICNSX8D621K', check_digits: '86' })
})
