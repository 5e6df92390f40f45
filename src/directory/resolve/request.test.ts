import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passed } from '../../identifiers/verdict.ts'
import { createReading, noHolders, type ReadingKind } from './reading.ts'
import { digitShare, filterByLabel, matchAccountWithBank, parseRequest, splitLabel } from './request.ts'

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

test('a label before the identifier is removed and gives its kind', () => {
  for (const [text, label, labelWord, rest] of [
    ['SWIFT/BIC code: COBADEFF', 'bic', 'SWIFT', 'COBADEFF'],
    ['IBAN (EUR): DE89', 'iban', undefined, 'DE89'],
    ['Routing number # 021000021', 'us_aba', 'ROUTING', '021000021'],
    ['sortcode: 20-29-59', 'gb_sort_code', 'SORT', '20-29-59'],
    ['Sort code & account no. 20-29-59 63748472', 'gb_sort_code', 'SORT', '20-29-59 63748472'],
    ['BSB and account number: 062-000 12345678', 'bank_code', 'BSB', '062-000 12345678'],
    ['A/C no. 12345678', 'account_number', 'A/C', '12345678'],
    ['Clabe: 002010000000000001', 'account_number', 'CLABE', '002010000000000001'],
    ['BLZ 12030000', 'bank_code', 'BLZ', '12030000'],
    ['NUBAN 0000014579', 'nuban', 'NUBAN', '0000014579'],
  ] as const) {
    assert.deepEqual(splitLabel(text), { label, labelWord, rest }, text)
  }
})

test('letters that belong to the identifier are not a label', () => {
  for (const text of ['BICFFRPP', 'Access Bank', 'COBADEFF']) {
    assert.deepEqual(splitLabel(text), { label: undefined, labelWord: undefined, rest: text })
  }
  assert.equal(splitLabel('IBAN NO93 8601 1117 947').rest, 'NO93 8601 1117 947')
})

test('a label without an identifier leaves no text', () => {
  for (const text of ['Swift code', 'bank code', 'IBAN']) assert.equal(splitLabel(text).rest, '')
})

const readingOf = (kind: ReadingKind, scheme?: string) =>
  createReading(kind, passed('040004', []), { ...(scheme !== undefined && { scheme }), parts: {}, found: noHolders })

const kept = (label: ReadingKind | undefined, ...kinds: ReadingKind[]): ReadingKind[] =>
  filterByLabel(
    label,
    kinds.map((kind) => readingOf(kind)),
    new Map(),
  ).map(({ kind }) => kind)

test('with a label, only the readings that it can mean are kept', () => {
  assert.deepEqual(kept('us_aba', 'us_aba', 'ca_eft', 'bank_code', 'bic'), ['us_aba', 'ca_eft', 'bic'])
  assert.deepEqual(kept(undefined, 'us_aba', 'bank_code'), ['us_aba', 'bank_code'])
})

test('a label that matches no reading is ignored, unless it means an account', () => {
  assert.deepEqual(kept('us_aba', 'bank_code'), ['bank_code'])
  assert.deepEqual(kept('account_number', 'bank_code', 'us_aba'), [])
})
