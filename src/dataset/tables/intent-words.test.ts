import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Row, type Small, small, writeFolder } from '../../../test/support/data/small-data.ts'
import { readDataset } from '../dataset.ts'

const entry = (id: string, word: string, ...chooses: string[]): Row => ({ id, chooses, words: { en: [word] } })
const withWords = (...intentWords: Row[]): Small => ({ ...small(), intentWords })

test('an unknown code scheme is an error; bic, national and iban are no schemes', (t) => {
  const valid = writeFolder(t, withWords(entry('swift', 'swift', 'aa_code', 'bic', 'national', 'iban')))
  assert.equal(readDataset(valid).intentWords.length, 1)
  const wrong = writeFolder(t, withWords(entry('nip', 'nip', 'aa_other')))
  assert.throws(() => readDataset(wrong), /intent-words\.json.*nip: its code scheme aa_other is not in schemes\.json/)
})

test('an overlay replaces the words of an entry, and adds entries', (t) => {
  const folder = writeFolder(t, withWords(entry('nip', 'nip', 'aa_code')))
  const overlay = writeFolder(t, { ...withWords(entry('nip', 'nibss'), entry('own', 'own', 'bic')), banks: {} })
  assert.deepEqual(readDataset(folder, overlay).intentWords, [entry('nip', 'nibss'), entry('own', 'own', 'bic')])
})
