import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { patternInWords } from './pattern-words.ts'

const patterns: [pattern: string, words: string | undefined][] = [
  ['^\\d{10}$', '10 digits'],
  ['^\\d{7,13}$', '7 to 13 digits'],
  ['^\\d{2}\\d{4}\\d{7}\\d{2,3}$', '15 or 16 digits'],
  ['^[A-Z]{4}$', '4 letters'],
  ['^[0-9A-Za-z]{4,17}$', '4 to 17 letters or digits'],
  ['^300\\d{3}$', '300 and 3 digits'],
  ['^BJ\\d{3}$', 'BJ and 3 digits'],
  ['^DE\\d{2}\\d{8}\\d{10}$', 'DE and 20 digits'],
  ['^FR\\d{2}\\d{5}\\d{5}[A-Za-z0-9]{11}\\d{2}$', '27 characters, starting with FR'],
  ['^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$', '15 to 34 characters'],
  ['^(?:\\d{4}|8\\d{4})$', '4 digits, or 8 and 4 digits'],
  ['^\\d{1,12}[0-9Xx]$', '1 to 12 digits and a digit or X'],
  ['^\\d+$', undefined],
  ['\\d{3}', undefined],
  ['', undefined],
]

for (const [pattern, words] of patterns) {
  test(`${pattern} is ${words ?? 'not put into words'}`, () => assert.equal(patternInWords(pattern), words))
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../../../data/${name}`, import.meta.url), 'utf8'))

test('every code scheme and account number of the data has its format in words', () => {
  for (const { id, pattern } of read('schemes.json')) assert.ok(patternInWords(pattern), id)
  for (const { code, account_number } of read('countries.json')) assert.ok(patternInWords(account_number.pattern), code)
})
