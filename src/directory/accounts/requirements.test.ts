import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountFormRecord } from '../records/account-form-record.ts'
import type { AccountField, MethodFieldRecord } from '../records/account-requirements-record.ts'
import type { CountryRecord } from '../records/country-record.ts'
import type { Scheme } from '../records/scheme.ts'
import { paymentMethodsOf } from './requirements.ts'

const country: CountryRecord = {
  code: 'AA',
  name: 'Aland',
  kind: 'country',
  currency: 'AAD',
  calling_code: '+999',
  iban: false,
  code_schemes: ['aa_code', 'aa_old'],
  account_number: { label: 'Kontonummer', pattern: '^\\d{5,8}$', example: '12345' },
}

const scheme = (id: string, pattern: string): [string, Scheme] => [
  id,
  {
    id,
    label: 'Code',
    country: 'AA',
    pattern,
    issuer: 'A',
    level: 'bank',
    use: 'payment',
    used_for: '',
    iban_bank_code: false,
  },
]

const form: AccountFormRecord = {
  id: 'aa_number',
  label: 'Number',
  country: 'AA',
  scheme: 'aa_code',
  parts: { bank_code: '\\d{3}', account: '\\d{4}' },
  check: 'clabe',
  recognised_by: 'number',
  example: '001-0000',
  source: 'a-list',
}

function complete(field: MethodFieldRecord): AccountField {
  const fields = [
    { id: 'shared', key: 'shared_key', label: 'Shared', hint: 'A hint.', type: 'text' as const, source: 'a-list' },
  ]
  const method = {
    id: 'aa_x',
    label: 'X',
    country: 'AA',
    fields: [field],
    examples: 'invented' as const,
    source: 'a-list',
  }
  const schemes = new Map([scheme('aa_code', '^\\d{3}$'), scheme('aa_old', '^[A-Z]{2}$')])
  const tables = { accountRequirements: { fields, methods: [method] }, accountForms: [form], schemes }
  return paymentMethodsOf(country, tables)[0]?.fields[0] ?? assert.fail()
}

const own = { key: 'x', hint: 'A hint.' } as const

test('label, pattern, lengths and example of an account number come from the country', () => {
  const { label, pattern, min_length, max_length, example } = complete({ ...own, type: 'text', account_number: true })
  assert.deepEqual([label, pattern, min_length, max_length, example], ['Kontonummer', '^\\d{5,8}$', 5, 8, '12345'])
})

test('label, pattern, example, check and scheme of a form come from the form, without separators', () => {
  const { label, pattern, example, check, scheme } = complete({ ...own, type: 'text', form: 'aa_number' })
  assert.deepEqual([label, example, check, scheme], ['Number', '0010000', 'clabe', 'aa_code'])
  assert.match('0010000', new RegExp(pattern ?? ''))
})

test('a field has the values of the shared field, except those of its own', () => {
  const { key, label, hint } = complete({ field: 'shared', label: 'Own', pattern: '^\\d$', example: '1' })
  assert.deepEqual([key, label, hint], ['shared_key', 'Own', 'A hint.'])
})

test('a bank field takes codes of all schemes of the country, a BIC and the id of a bank in the country', () => {
  const { label, scheme, schemes, pattern, min_length } = complete({ ...own, type: 'bank', example: '001' })
  assert.deepEqual([label, scheme, schemes, min_length], ['Code', 'aa_code', ['aa_code', 'aa_old'], null])
  for (const value of ['001', 'XY', 'ABCDAA22', 'ABCDAA22XXX', 'aa-first', 'aa-first-2'])
    assert.match(value, new RegExp(pattern ?? ''))
  for (const value of ['01', 'xy', 'ABCDAA2', 'bb-first', 'aa', 'aa-', '001 '])
    assert.doesNotMatch(value, new RegExp(pattern ?? ''))
})

test('the operator of a wallet has no BIC', () => {
  const { pattern } = complete({
    ...own,
    label: 'Operator',
    type: 'bank',
    bank_types: ['mobile_money'],
    schemes: [],
    example: 'aa-wallet',
  })
  assert.equal(pattern, '^(?:aa(?:-[a-z0-9]+)+)$')
})

test('a phone number may have a zero or the country code in front', () => {
  const { pattern, min_length, max_length } = complete({ ...own, type: 'tel', pattern: '^7\\d{4}$', example: '071234' })
  assert.deepEqual([min_length, max_length], [5, 8])
  for (const number of ['71234', '071234', '99971234']) assert.match(number, new RegExp(pattern ?? ''))
  for (const number of ['81234', '0071234', '99871234', '+99971234'])
    assert.doesNotMatch(number, new RegExp(pattern ?? ''))
})

test('a field is required unless it is optional', () => {
  assert.equal(complete({ field: 'shared' }).required, true)
  assert.equal(complete({ field: 'shared', optional: true }).required, false)
})
