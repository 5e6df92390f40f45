import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountForm } from './account-form.ts'
import * as unregisteredIban from './unregistered-iban.ts'

const benin: AccountForm = {
  label: 'RIB',
  parts: { bank_code: 'BJ\\d{3}', branch_code: '\\d{5}', account: '[A-Z0-9]{12}', national_check: '\\d{2}' },
  check: 'rib',
}

/** The digits of BJ are 2 and 1 in a RIB, and 11 and 19 in an IBAN. */
function ribOf(digits: string): string {
  const key = 97n - ((BigInt(`21${digits}`) * 100n) % 97n)
  return `BJ${digits}${String(key).padStart(2, '0')}`
}
const ibanOf = (bban: string): string =>
  `BJ${String(98n - (BigInt(`${bban.replace('BJ', '1119')}111900`) % 97n)).padStart(2, '0')}${bban}`

const rib = ribOf('99901234000123456789')
const iban = ibanOf(rib)

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
  const wrongKey = ibanOf(`${rib.slice(0, -2)}${String((Number(rib.slice(-2)) % 97) + 1).padStart(2, '0')}`)
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
  const other = ibanOf('BJ1234567890123')
  const check = unregisteredIban.check(other, benin)
  assert.ok(check.passed)
  assert.deepEqual(check.checks, ['length', 'structure', 'mod97'])
  assert.match(check.note ?? '', /^Only the check digits were checked/)
  assert.deepEqual(Object.keys(unregisteredIban.parts(other, benin)), ['country', 'check_digits', 'account'])
})
