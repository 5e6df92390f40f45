import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shippedDirectory } from '../../../test/support/services/service.ts'
import type { Bank } from '../records/bank-record.ts'
import { runToEnd } from '../run-to-end.ts'
import { foldWords } from '../search/text/tokenizer.ts'
import { nameKey, orderByName } from './name-order.ts'

/** The names in list order. */
function sorted(names: string[]): string[] {
  const order = orderByName([...names.keys()], names.map(nameKey))
  return Array.from(order, (position) => names[position] as string)
}

test('case, accents, punctuation and a leading article are ignored', () => {
  const expected = [
    'The Abc Bank',
    'ABN AMRO Bank',
    'Álava Caja',
    'Bank of Ōsaka',
    '"Bank of the West"',
    'the Bank of Yap',
    'Caisse d’Épargne',
    'Łódź Bank',
    'M&T Bank',
    'Österreichische Bank',
    'St. Galler Bank',
    'ÞB',
    'Thebes Bank',
  ]
  assert.deepEqual(sorted(expected.toReversed()), expected)
  for (const [one, other] of [
    ['The Bank', 'bank'],
    ['A.B. Bank', 'ab bank'],
    ['Bayern-Mitte', 'Bayern Mitte'],
    ['Bank (Ireland), plc', 'Bank Ireland PLC'],
    ['Straße', 'Strasse'],
    ['Crédit Agricole', 'Cre\u0301dit Agricole'],
    ['“The Bank”', 'Bank'],
  ] as const) {
    assert.equal(nameKey(one), nameKey(other))
  }
  // Only the whole word "The" is ignored, and only at the start.
  assert.notEqual(nameKey('Thebank'), nameKey('Bank'))
  assert.notEqual(nameKey('Bank of the West'), nameKey('Bank of West'))
})

test('names are compared word by word, and numbers by value and before letters', () => {
  const expected = ['1st Bank', '4 Front', '121 Financial', 'Bank', 'Bank 9', 'Bank 10', 'Bank Zoo', 'Bankers']
  assert.deepEqual(sorted(expected.toReversed()), expected)
  assert.equal(nameKey('Bank 007'), nameKey('Bank 7'))
})

test('banks with the same name are sorted by id', () => {
  assert.deepEqual(Array.from(orderByName([2, 1, 0], ['bank', 'a', 'bank'])), [1, 2, 0])
})

test('the sort key of every shipped name equals the name as search folds it', () => {
  for (const { records } of shippedDirectory().packed.banks.values()) {
    for (const line of Buffer.from(records).toString().trimEnd().split('\n')) {
      const { name } = JSON.parse(line) as { name: string }
      const folded = foldWords(name)
        .map(({ text }) => text)
        .join(' ')
      const key = nameKey(name).replaceAll(/\d+/g, (digits) => String(Number(digits)))
      assert.equal(
        key.replaceAll(' ', ''),
        folded
          .replace(/^the /, '')
          .replaceAll(/\d+/g, (digits) => String(Number(digits)))
          .replaceAll(' ', ''),
        name,
      )
    }
  }
})

test('every list of the shipped data is sorted by name, across all members of a region', () => {
  const directory = shippedDirectory()
  for (const country of directory.countries) {
    for (const status of ['active', 'any'] as const) {
      const { count, json } = runToEnd(directory.listBanks(country, { status }))
      const banks: Bank[] = JSON.parse(`[${Buffer.concat(json)}]`)
      assert.equal(banks.length, count)
      const keys = banks.map(({ name, id }) => `${nameKey(name)}\0${id}`)
      assert.deepEqual(keys, keys.toSorted(), country.code)
      assert.equal(new Set(banks.map(({ id }) => id)).size, count)
    }
  }
  const { json } = runToEnd(directory.listBanks(directory.requireCountry('eu'), { status: 'active' }))
  const europe: Bank[] = JSON.parse(`[${Buffer.concat(json)}]`)
  // The banks of different countries are interleaved.
  const changes = europe.filter(({ country }, at) => at > 0 && country !== europe[at - 1]?.country)
  assert.ok(changes.length > 1_000)
})
