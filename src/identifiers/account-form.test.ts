import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mod97DigitsOf } from '../../test/support/account-check-digits.ts'
import * as accountForm from './account-form.ts'

const clabe: accountForm.AccountForm = {
  label: 'CLABE',
  parts: { bank_code: '\\d{3}', branch_code: '\\d{3}', account: '\\d{11}', check_digit: '\\d' },
  check: 'clabe',
}
const ifsc: accountForm.AccountForm = {
  label: 'IFSC',
  parts: { bank_code: '[A-Z]{4}', reserved: '0', branch_code: '[A-Z0-9]{6}' },
}
const zealand: accountForm.AccountForm = {
  label: 'Bank account number',
  parts: { bank_code: '\\d{2}', branch_code: '\\d{4}', account: '\\d{7}', suffix: '\\d{2,3}' },
}

/** Invented digits. The products 1 × 1, 4 × 7, 2 × 1, 6 × 1 and 5 × 7 end in 1, 8, 2, 6 and 5; the sum is 22. */
const number = '001042000006000058'

test('a number is checked by the rule of its form, and the account with it', () => {
  const check = accountForm.check(' 001-042 00000600005 8', clabe)
  assert.deepEqual(check, {
    passed: true,
    canonical: number,
    checks: ['length', 'structure', 'checksum'],
    accountChecked: true,
    note: null,
  })
})

test('of all pairs of check digits, only the one that ISO 7064 gives is right in a NIB', () => {
  const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'))
  fc.assert(
    fc.property(fc.stringMatching(/^\d{19}$/), (text) => {
      // A remainder of 1 is also that of 98 and 99 followed by other digits, so two pairs can be right.
      const right = pairs.filter((pair) => accountForm.wrongCheckDigits.mod97(text + pair) === null)
      assert.ok(right.includes(mod97DigitsOf(text)))
      assert.ok(right.every((pair) => (Number(pair) - Number(mod97DigitsOf(text))) % 97 === 0))
    }),
  )
})

test('the message about check digits names the number as in a sentence', () => {
  for (const [label, name] of [
    ['NIB', 'NIB'],
    ['Account number', 'account number'],
  ] as const) {
    const result = accountForm.check('1'.repeat(21), { label, parts: { account: '\\d{21}' }, check: 'mod97' })
    assert.equal(
      result.passed ? '' : result.message,
      `The check digits of this ${name} do not match: a character is wrong, or two are swapped.`,
    )
  }
})

test('without a rule, the account is not checked; a branch code has no account', () => {
  assert.equal(accountForm.check('02-0001-1234567-00', zealand).accountChecked, false)
  assert.equal(accountForm.check('ABCD0123456', ifsc).accountChecked, null)
  assert.deepEqual(accountForm.check('ABCD0123456', ifsc).checks, ['length', 'structure'])
})

test('an error has its reason, its position and the likely correction', () => {
  const cases: [input: string, form: accountForm.AccountForm, expected: unknown[]][] = [
    [number.slice(0, -1), clabe, ['length', null, null]],
    [number.slice(1), clabe, ['length', null, number]],
    [`${number.slice(0, -1)}9`, clabe, ['checksum', [17, 18], null]],
    [number.replace('0600005', 'O600005'), clabe, ['format', [10, 11], number]],
    ['ABCDO123456', ifsc, ['format', [4, 5], 'ABCD0123456']],
    ['ABCD1123456', ifsc, ['format', [4, 5], null]],
    ['02000112345670', zealand, ['length', null, null]],
  ]
  for (const [input, form, expected] of cases) {
    const check = accountForm.check(input, form)
    assert.ok(!check.passed)
    assert.deepEqual([check.reason, check.at, check.suggestion], expected, input)
  }
})

test('the message names the number and, for a wrong reserved character, the right one', () => {
  const messageOf = (input: string, form: accountForm.AccountForm): string => {
    const check = accountForm.check(input, form)
    return check.passed ? assert.fail(input) : check.message
  }
  assert.match(messageOf(`${number.slice(0, -1)}9`, clabe), /^The check digits of this CLABE do not match/)
  assert.equal(messageOf('ABCD1123456', ifsc), 'Character 5 of a number of type "IFSC" must be 0; here: "1".')
})

test('a correction is suggested only if the caller knows it', () => {
  const check = accountForm.check(number.slice(1), clabe, (candidate) => candidate.startsWith('002'))
  assert.ok(!check.passed)
  assert.equal(check.suggestion, null)
})

test('the parts have names, and reserved characters are not returned', () => {
  assert.deepEqual(accountForm.parts('ABCD0123456', ifsc), { bank_code: 'ABCD', branch_code: '123456' })
  assert.deepEqual(accountForm.parts('020001123456700', zealand).suffix, '00')
  assert.deepEqual(accountForm.parts('0200011234567000', zealand).suffix, '000')
  assert.deepEqual(accountForm.parts('02', zealand), {})
  assert.deepEqual(accountForm.partEnds('ABCD0123456', ifsc), [4, 5, 11])
  assert.deepEqual(accountForm.partEnds('02', zealand), [])
})
