import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import { check, checkPair, format, parts, type SwedishAccountFormat } from './se-account.ts'
import vectors from './vectors/se-account.json' with { type: 'json' }

const type1: SwedishAccountFormat = { type: 1, comment: 1, digits: [7, 7] }
const wholeClearing: SwedishAccountFormat = { type: 1, comment: 2, digits: [7, 7] }
const personal: SwedishAccountFormat = { type: 2, comment: 1, digits: [10, 10] }
const handelsbanken: SwedishAccountFormat = { type: 2, comment: 2, digits: [7, 9] }
const swedbank: SwedishAccountFormat = { type: 2, comment: 3, digits: [7, 10] }

test('every vector passes or fails as expected', () => {
  for (const { clearing, account, form, canonical } of vectors.accounts) {
    const [type, comment, min, max] = form as [1 | 2, 1 | 2 | 3, number, number]
    const result = checkPair(clearing, account, () => ({ type, comment, digits: [min, max] }))
    assert.equal(result.passed ? result.canonical : null, canonical, `${clearing} ${account}`)
    if (result.passed) assert.equal(result.accountChecked, true)
  }
})

test('without a separator the clearing number has four digits, or five if the fifth is a valid check digit', () => {
  const whole = check('832790147258925', () => swedbank)
  assert.deepEqual(parts(whole.canonical), { clearing: '83279', account: '0147258925' })
  assert.equal(format(whole.canonical), '8327-9 0147258925')
  const short = check('83270147258925', () => swedbank)
  assert.deepEqual(parts(short.canonical), { clearing: '8327', account: '0147258925' })
  assert.deepEqual([whole.accountChecked, short.accountChecked], [true, true])
  assert.deepEqual(parts(check('6114517182351', () => handelsbanken).canonical), {
    clearing: '6114',
    account: '517182351',
  })
})

test('a wrong check digit makes an account number invalid, unless some accounts of the bank have none', () => {
  const { reason, at, accountChecked } = assertInvalid(checkPair('1274', '0235306', () => type1))
  assert.deepEqual([reason, at, accountChecked], ['checksum', [10, 11], true])
  const rare = checkPair('8327-9', '1234567890', () => swedbank)
  assert.deepEqual([rare.passed, rare.accountChecked, rare.checks], [true, false, ['length', 'structure']])
})

test('an account number is not checked if no rule is known or publications disagree', () => {
  assert.equal(checkPair('2110', '123', () => undefined).accountChecked, false)
  const unsure: SwedishAccountFormat = { type: 1, digits: [7, 7] }
  const result = checkPair('4000', '1234567', () => unsure)
  assert.deepEqual([result.passed, result.accountChecked], [true, false])
  assert.equal(assertInvalid(checkPair('4000', '123456', () => unsure)).reason, 'length')
})

test('lost zeros are suggested if the check digit confirms them', () => {
  const { reason, suggestion } = assertInvalid(checkPair('1274', '235305', () => type1))
  assert.deepEqual([reason, suggestion], ['length', '12740235305'])
  assert.equal(assertInvalid(checkPair('1274', '235306', () => type1)).suggestion, null)
  // Three lost zeros: this is the format of a bankgiro number.
  assert.ok(checkPair('5050', '0001057', () => type1).passed)
  assert.equal(assertInvalid(checkPair('5050', '1057', () => type1)).suggestion, null)
})

test('two swapped digits of the account are corrected if only one number passes', () => {
  assert.equal(assertInvalid(checkPair('3300', '011010-1010', () => personal)).suggestion, '33001010101010')
})

test('one wrong digit is always caught', () => {
  const forms = fc.constantFrom(type1, wholeClearing, personal, handelsbanken)
  const position = fc.nat(6)
  fc.assert(
    fc.property(
      forms,
      fc.integer({ min: 1000, max: 7999 }),
      fc.nat(999_999),
      position,
      fc.integer({ min: 1, max: 9 }),
      (form, clearing, serial, at, step) => {
        const max = form.digits[1] as number
        const start = String(serial).padStart(max - 1, '0')
        const right = [...'0123456789']
          .map((digit) => start + digit)
          .find((account) => checkPair(`${clearing}`, account, () => form).passed)
        // Modulus 11 has no check digit for one number in eleven, and zeros alone never pass.
        if (right === undefined) return
        const wrong = right.slice(0, at) + ((Number(right[at]) + step) % 10) + right.slice(at + 1)
        assert.equal(checkPair(`${clearing}`, wrong, () => form).passed, false)
      },
    ),
  )
})

test('a character that is not a digit is reported with its position', () => {
  assert.deepEqual(assertInvalid(checkPair('1274', '02353X5', () => type1)).at, [9, 10])
  assert.equal(assertInvalid(checkPair('1274', '', () => type1)).reason, 'length')
})
