import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldWords } from './tokenizer.ts'

const fold = (text: string): string[] => foldWords(text).map((word) => word.text)

test('words are in lower case, without accents and punctuation', () => {
  assert.deepEqual(fold('Crédit  Agricole, S.A.'), ['credit', 'agricole', 'sa'])
  assert.deepEqual(fold('First-Citizens (Bank)'), ['first', 'citizens', 'bank'])
  assert.deepEqual(fold(' - '), [])
})

test('an ampersand, an apostrophe and the dots of initials do not split a word', () => {
  assert.deepEqual(fold("M&T O'Neil U.S.A J.P. Morgan"), ['mt', 'oneil', 'usa', 'jp', 'morgan'])
  assert.deepEqual(fold('St.Gallen'), ['st', 'gallen'])
})

test('a word with an umlaut also has the spelling with the umlaut written out', () => {
  const [bank, koeln] = foldWords('Bank Köln')
  assert.equal(bank?.spelledOut, undefined)
  assert.deepEqual([koeln?.text, koeln?.spelledOut], ['koln', 'koeln'])
})

test('a word knows its span in the original text', () => {
  const text = 'Bank für Straße'
  assert.deepEqual(
    foldWords(text).map(({ start, end }) => text.slice(start, end)),
    ['Bank', 'für', 'Straße'],
  )
})
