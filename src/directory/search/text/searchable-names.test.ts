import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NamedBank, nameFields, searchableNames, textsIn } from './searchable-names.ts'
import { foldWords } from './tokenizer.ts'

const bank: NamedBank = {
  name: 'Royal Oak Trust',
  short_name: 'Oak',
  legal_name: 'Royal Oak Trust Limited',
  aliases: ['Elm House', 'Elm Bank'],
  city: 'Oakland',
  region: 'CA',
  codes: [
    { scheme: 'aa_code', value: 'KODE', bic: 'OAKAAA22', source: 'a-list' },
    { scheme: 'aa_code', value: 'OLDE', status: 'former', source: 'a-list' },
    { scheme: 'aa_number', value: '123', source: 'a-list' },
  ],
  bic: 'OAKBAA22',
  other_bics: ['OAKCAA22'],
  lei: '529900ABCDEFGHIJKL12',
  ussd: '*737#',
}

test('the texts of each field are those of the searchable names, in the same order', () => {
  const names = searchableNames(bank)
  for (const field of nameFields.filter((one) => one !== 'initials')) {
    const words = textsIn(bank, field).map((text) => foldWords(text).map((word) => word.text))
    assert.ok(words.length > 0, field)
    assert.deepEqual(
      names.filter((name) => name.field === field).map((name) => name.words),
      words,
    )
  }
})
