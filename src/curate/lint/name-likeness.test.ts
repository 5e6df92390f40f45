import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areAlike, tellingWords } from './name-likeness.ts'

const alike = (one: string, other: string): boolean =>
  areAlike(tellingWords(one, 'Poland'), tellingWords(other, 'Poland'))

test('a name and its short form on a payment list are alike', () => {
  for (const [one, other] of [
    ['H E B Federal Credit Union', 'HEB FCU'],
    ['Tennessee Department of Safety Credit Union', 'Tenn Dept of Safety CU'],
    ['Getin Noble Bank', 'Getin Noble Bank Spółka Akcyjna w upadłości'],
    ['Iron Mountain Kingsford Community FCU', 'Iron Mt-Kingsford Community Federal Credit Union'],
    ['Hockley County School Employees Credit Union', 'Hockley County Credit Union'],
    ['Lloyds TSB Bank', 'Lloyds Bank'],
    ['Alior Bank Poland', 'Alior Bank'],
  ] as const) {
    assert.ok(alike(one, other), `${one} and ${other}`)
  }
})

test('names that differ in a word or a number are not alike', () => {
  for (const [one, other] of [
    ['First State Bank', 'First Savings Bank of Ohio'],
    ['Teamsters Local 238 Credit Union', 'Teamsters Local 239 Credit Union'],
    ['Bank of Boston', 'Bank of Dallas'],
    ['Dept', 'Department'],
    ['ABC Bank', 'ABCD Trust'],
  ] as const) {
    assert.ok(!alike(one, other), `${one} and ${other}`)
  }
})
