import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddZeros } from './leading-zeros.ts'
import type { Scheme } from './records/scheme.ts'

const scheme = (id: string, pattern: string): [string, Scheme] => [
  id,
  {
    id,
    label: id,
    country: id.slice(0, 2).toUpperCase(),
    pattern,
    issuer: '',
    level: 'bank',
    use: 'payment',
    used_for: '',
    iban_bank_code: false,
  },
]

const addZeros = createAddZeros(
  new Map([
    scheme('xa_bank', '^\\d{3}$'),
    scheme('xa_branch', '^\\d{6}$'),
    scheme('xb_bank', '^\\d{4}$'),
    scheme('xc_any', '^\\d{2,3}$'),
    scheme('xc_letters', '^[A-Z]{4}$'),
    scheme('xc_choice', '^(?:\\d{4}|8\\d{4})$'),
  ]),
)

const codes = (digits: string, ...countries: string[]): string[] =>
  addZeros(digits, countries).map((full) => `${full.scheme.id} ${full.code}`)

test('digits are completed to each length that the codes of the country have', () => {
  assert.deepEqual(codes('10', 'XA'), ['xa_bank 010', 'xa_branch 000010'])
  assert.deepEqual(codes('0010', 'XA'), ['xa_branch 000010'])
  assert.deepEqual(codes('10', 'XA', 'XB'), ['xa_bank 010', 'xa_branch 000010', 'xb_bank 0010'])
})

test('a full code, text with letters, zeros alone and schemes of several lengths are left alone', () => {
  for (const digits of ['010', '123', '000010', '1234567', '', '0', '00', '1A', 'ABC', '1 0']) {
    assert.deepEqual(codes(digits, 'XA'), [], digits)
  }
  assert.deepEqual(codes('1', 'XC'), [])
  assert.deepEqual(codes('10'), [])
  // A full code of one member of a region is not completed there.
  assert.deepEqual(codes('123', 'XA', 'XB'), ['xb_bank 0123'])
})
