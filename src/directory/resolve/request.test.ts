import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digitShare, matchAccountWithBank, parseRequest } from './request.ts'

const parse = (text: string, given: string[] = []) => parseRequest(text, given, new Map([['FW', 'US']]))

test('quotes, brackets, direction marks, thousands separators and Arabic or full-width digits are normalised', () => {
  for (const text of [
    '"021000021"',
    '(021000021).',
    '\u2066021000021\u2069',
    '021,000,021',
    '０２１０００021',
    '٠٢١٠٠٠٠٢١',
  ]) {
    assert.equal(parse(text).text, '021000021', text)
  }
})

test('the label is split off, and the text compacted', () => {
  const { label, text, compacted } = parse('Sort code: 20-29-59')
  assert.deepEqual({ label, text, compacted }, { label: 'gb_sort_code', text: '20-29-59', compacted: '202959' })
})

test('a clearing prefix gives the country, unless the request names one', () => {
  assert.deepEqual(parse('//fw021000021').countries, ['US'])
  assert.deepEqual(parse('//FW021000021', ['CA']).countries, ['CA'])
  assert.equal(parse('//CC000301372').compacted, 'CC000301372')
})

test('a label that only one country has gives the country, unless the request names one', () => {
  assert.deepEqual(parse('BSB 012-003').countries, ['AU'])
  assert.deepEqual(parse('ifsc: DCBL0000002').countries, ['IN'])
  assert.deepEqual(parse('BSB 012-003', ['GB']).countries, ['GB'])
  assert.deepEqual(parse('sort code 01-20-03').countries, [])
  assert.deepEqual(parse('IFSC DEUTDEFF').countries, [])
})

test('an account number is matched with its bank code, without the labels between them', () => {
  const forms = [/^(?<code>\d{3})\s+(?<account>\d{10})$/]
  const match = (text: string) => matchAccountWithBank(parse(text), forms)
  assert.deepEqual({ ...match('bank 058 account no: 1234567896') }, { code: '058', account: '1234567896' })
  assert.equal(match('058'), undefined)
})

test('the share of digits distinguishes a number with typos from a name', () => {
  assert.equal(digitShare('O2100002I'), 7 / 9)
  assert.equal(digitShare('Access'), 0)
})
