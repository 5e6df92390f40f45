import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ibanOf, ribKeyOf } from '../../test/support/account-check-digits.ts'
import type { AccountForm } from './account-form.ts'
import * as unregisteredIban from './unregistered-iban.ts'

const benin: AccountForm = {
  label: 'RIB',
  parts: { bank_code: 'BJ\\d{3}', branch_code: '\\d{5}', account: '[A-Z0-9]{12}', national_check: '\\d{2}' },
  check: 'rib',
}

const start = 'BJ99901234000123456789'
const rib = start + ribKeyOf(start)
const iban = ibanOf('BJ', rib)

test('both the IBAN check digits and the key of the national number are checked', () => {
  const check = unregisteredIban.check(unregisteredIban.format(iban), benin)
  assert.deepEqual(check, {
    passed: true,
    canonical: iban,
    checks: ['length', 'structure', 'mod97', 'national_check'],
    accountChecked: true,
    note: 'Banks in this country use this form of IBAN, but it is not in the IBAN registry.',
  })
  assert.deepEqual(unregisteredIban.parts(iban, benin), {
    country: 'BJ',
    check_digits: iban.slice(2, 4),
    bank_code: 'BJ999',
    branch_code: '01234',
    account: rib.slice(10),
  })
})

test('an error has its reason, its position and the likely correction', () => {
  const wrongKey = ibanOf('BJ', `${rib.slice(0, -2)}${String((Number(rib.slice(-2)) % 97) + 1).padStart(2, '0')}`)
  const swapped = iban.replace('0123456789', '0123456798')
  const cases: [input: string, expected: unknown[]][] = [
    [swapped, ['checksum', null, iban]],
    [iban.slice(0, -1), ['length', null, null]],
    [`${iban}${iban.at(-1)}`, ['length', null, iban]],
    [wrongKey, ['national_checksum', [26, 28], null]],
    [iban.replace('BJ', '8J'), ['format', [0, 1], null]],
  ]
  for (const [input, expected] of cases) {
    const check = unregisteredIban.check(input, benin)
    assert.ok(!check.passed)
    assert.deepEqual([check.reason, check.at, check.suggestion], expected, input)
  }
})

test('the check digits of an IBAN in another form are checked, and nothing else', () => {
  const other = ibanOf('BJ', 'BJ1234567890123')
  const check = unregisteredIban.check(other, benin)
  assert.ok(check.passed)
  assert.deepEqual(check.checks, ['length', 'structure', 'mod97'])
  assert.match(check.note ?? '', /^Only the check digits were checked/)
  assert.deepEqual(Object.keys(unregisteredIban.parts(other, benin)), ['country', 'check_digits', 'account'])
})
