import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlightCode, highlightName, type NameMatch } from './highlights.ts'
import type { NamedBank } from './text/searchable-names.ts'

/** The highlighted parts of the text. `found`: the words of the name, each with the query word that matches it. */
function highlighted(bank: NamedBank, field: NameMatch['field'], found: Record<string, string>): string[] {
  const match = { field, found: Object.entries(found).map(([word, by]) => ({ word, by })) }
  const { text, spans } = highlightName(bank, match)
  return spans.map(([start, end]) => text.slice(start, end))
}

test('a whole word, a misspelt word and the typed part of a longer word are highlighted', () => {
  assert.deepEqual(highlighted({ name: 'Oak Bank' }, 'name', { bank: 'bank' }), ['Bank'])
  assert.deepEqual(highlighted({ name: 'Oak Bank' }, 'name', { bank: 'bnak' }), ['Bank'])
  assert.deepEqual(highlighted({ name: 'Oakland' }, 'name', { oakland: 'oak' }), ['Oak'])
  assert.deepEqual(highlighted({ name: 'Nationwide' }, 'name', { nationwide: 'wide' }), ['wide'])
})

test('a letter that folds to two letters is highlighted as a whole', () => {
  assert.deepEqual(highlighted({ name: 'KölnBonn' }, 'name', { koelnbonn: 'koeln' }), ['Köln'])
  assert.deepEqual(highlighted({ name: 'Straßenhaus' }, 'name', { strassenhaus: 'strass' }), ['Straß'])
  // If folding changes the length of the word, a part in the middle cannot be located.
  assert.deepEqual(highlighted({ name: 'Straßenhaus' }, 'name', { strassenhaus: 'haus' }), ['Straßenhaus'])
})

test('only the typed initials are highlighted', () => {
  const bank = { name: 'Royal Oak Trust' }
  assert.deepEqual(highlighted(bank, 'initials', { rot: 'rot' }), ['R', 'O', 'T'])
  assert.deepEqual(highlighted(bank, 'initials', { rot: 'ro' }), ['R', 'O'])
})

test('the alias that has all words is highlighted', () => {
  const bank = { name: 'Oak', aliases: ['Elm House', 'Elm Bank'] }
  const { field, text } = highlightName(bank, {
    field: 'alias',
    found: ['elm', 'bank'].map((word) => ({ word, by: word })),
  })
  assert.deepEqual([field, text], ['aliases', 'Elm Bank'])
})

test('spans are in order and do not overlap', () => {
  const found = ['bank', 'oak', 'oak'].map((word) => ({ word, by: word }))
  assert.deepEqual(highlightName({ name: 'Oak Bank' }, { field: 'name', found }).spans, [
    [0, 3],
    [4, 8],
  ])
})

test('only the highlight of a code has a scheme and a status', () => {
  const codes = [
    { scheme: 'aa_code', value: 'KODE', status: 'former' as const, source: 'a-list' },
    { scheme: 'aa_other', value: 'KODE', source: 'a-list' },
  ]
  const bank = { name: 'Oak', codes }
  const found = [{ word: 'kode', by: 'kode' }]
  const { scheme, status, field } = highlightName(bank, { field: 'code', found })
  assert.deepEqual([scheme, status, field], ['aa_other', 'current', 'codes'])
  assert.deepEqual(highlightName(bank, { field: 'other_code', found }).status, 'former')
  assert.deepEqual(highlightName(bank, { field: 'name', found: [] }).scheme, null)
})

test('only the typed digits of a code are highlighted', () => {
  assert.deepEqual(highlightCode({ bank: 0, scheme: 'aa_code', value: '123456', status: 'current' }, '123'), {
    field: 'codes',
    text: '123456',
    spans: [[0, 3]],
    scheme: 'aa_code',
    status: 'current',
  })
})
