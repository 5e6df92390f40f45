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
  ['İş Bankası Đông', ['is', 'bankasi', 'dong']],
  ['Ngân hàng Ngoại thương', ['ngan', 'hang', 'ngoai', 'thuong']],
  // Chinese and Japanese: kinds of institutions, and pairs of characters.
  ['三井住友銀行', ['三井', '井住', '住友', '银行']],
  ['三菱UFJ', ['三菱', 'ufj']],
  ['網走信用金庫', ['网走', '信金']],
  ['網走信金', ['网走', '信金']],
  ['臺灣銀行', ['台湾', '银行']],
  ['台湾银行', ['台湾', '银行']],
  ['広島', ['广岛']],
  ['東', ['东']],
  ['きょうと', ['キヨ', 'ヨウ', 'ウト']],
  ['キョウト', ['キヨ', 'ヨウ', 'ウト']],
  ['ビー・エヌ', ['ヒエ', 'エヌ']],
  // Arabic: the article, vowel signs, the stretched line, and letters that people write for one another.
  ['البنك الأهليّ', ['بنك', 'اهلي']],
  ['الرا', ['را']],
  ['الم', ['الم']],
  ['مـصرف', ['مصرف']],
  ['حبیب', ['حبيب']],
  ['הפועלים', ['הפועלימ']],
  ['iM뱅크', ['im', '뱅크'.normalize('NFD')]],
  ['ธนาคารกสิกรไทย', ['ธนาคารกสกรไทย']],
  ['ব্যাংক', ['বযক']],
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

test('the offsets of a pair of characters include what is skipped between them', () => {
  const text = 'ビー・エヌ銀行'
  assert.deepEqual(
    foldWords(text).map(({ start, end }) => text.slice(start, end)),
    ['ビー・エ', 'エヌ', '銀行'],
  )
})
