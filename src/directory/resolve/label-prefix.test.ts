import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passed } from '../../identifiers/verdict.ts'
import { filterByLabel, splitLabel } from './label-prefix.ts'
import { createReading, noHolders, type ReadingKind } from './reading.ts'

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
