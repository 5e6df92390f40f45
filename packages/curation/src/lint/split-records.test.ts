import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areSimilar, distinctiveWords } from './rules/split-records.ts'

const similar = (one: string, other: string): boolean =>
  areSimilar(distinctiveWords(one, 'Poland'), distinctiveWords(other, 'Poland'))

test('a name is similar to its abbreviation on a payment list', () => {
  for (const [one, other] of [
    ['H E B Federal Credit Union', 'HEB FCU'],
    ['Tennessee Department of Safety Credit Union', 'Tenn Dept of Safety CU'],
    ['Getin Noble Bank', 'Getin Noble Bank Spółka Akcyjna w upadłości'],
    ['Iron Mountain Kingsford Community FCU', 'Iron Mt-Kingsford Community Federal Credit Union'],
    ['Hockley County School Employees Credit Union', 'Hockley County Credit Union'],
    ['Lloyds TSB Bank', 'Lloyds Bank'],
    ['Alior Bank Poland', 'Alior Bank'],
  ] as const) {
    assert.ok(similar(one, other), `${one} and ${other}`)
  }
})

test('names that differ in a word or a number are not similar', () => {
  for (const [one, other] of [
    ['First State Bank', 'First Savings Bank of Ohio'],
    ['Teamsters Local 238 Credit Union', 'Teamsters Local 239 Credit Union'],
    ['Bank of Boston', 'Bank of Dallas'],
    ['Dept', 'Department'],
    ['ABC Bank', 'ABCD Trust'],
  ] as const) {
    assert.ok(!similar(one, other), `${one} and ${other}`)
  }
})
