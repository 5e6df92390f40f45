import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldWords, unitsMax } from './tokenizer.ts'

const texts = (text: string): string[] => foldWords(text).map((word) => word.text)

const cases: [text: string, words: string[]][] = [
  ['First National Bank', ['first', 'national', 'bank']],
  ['Crédit Agricole', ['credit', 'agricole']],
  ['Cre\u0301dit', ['credit']],
  ['Łódź Straße', ['lodz', 'strasse']],
  ['O’Neil M&T', ['oneil', 'mt']],
  ['U.S.A. Bank', ['usa', 'bank']],
  ['J.P. Morgan', ['jp', 'morgan']],
  ['St.Gallen-Ost', ['st', 'gallen', 'ost']],
  ['*737#', ['737']],
  [' . & ', []],
  ['', []],
]
for (const [text, words] of cases) {
  test(`"${text}" is folded to [${words.join(', ')}]`, () => assert.deepEqual(texts(text), words))
}

test('a word with umlauts has a second spelling, with the umlauts written out', () => {
  const spellings = foldWords('Köln Ørsted Ålesund Bank').map(({ text, spelledOut }) => [text, spelledOut])
  assert.deepEqual(spellings, [
    ['koln', 'koeln'],
    ['orsted', 'oersted'],
    ['alesund', 'aalesund'],
    ['bank', undefined],
  ])
})

test('the offsets of a word refer to the text as written', () => {
  const text = 'Große U.S. Bank'
  assert.deepEqual(
    foldWords(text).map(({ start, end }) => text.slice(start, end)),
    ['Große', 'U.S', 'Bank'],
  )
})

test('text past the limit is ignored', () => {
  assert.deepEqual(texts('a'.repeat(unitsMax + 5)), ['a'.repeat(unitsMax)])
})
