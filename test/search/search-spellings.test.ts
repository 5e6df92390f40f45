/** Spellings of a query: umlauts, joined and split words, typos, abbreviations. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { first, search } from '../support/search-helpers.ts'

test('an umlaut may be typed, left out or written out', () => {
  for (const text of ['Sparkasse Köln', 'sparkasse koln', 'SPARKASSE KOELN', 'Sparkasse Ko\u0308ln']) {
    assert.equal(first(text, 'de'), 'de-sparkasse-koelnbonn', text)
  }
})

test('words may be joined, split, in another order or cut short', () => {
  assert.equal(first('bankofamerica'), 'us-bank-of-america')
  assert.equal(first('wellsfargo'), 'us-wells-fargo-bank')
  assert.equal(first('eco bank', 'gh'), 'gh-ecobank')
  assert.equal(first('fargo wells'), 'us-wells-fargo-bank')
  assert.equal(first('unit bank for afr', 'ng'), 'ng-uba')
  // Banks in other countries have these words or longer ones; there is also a Cbank.
  assert.equal(first('accessbank', 'gh'), 'gh-access-bank')
  assert.equal(first('pncbank', 'us'), 'us-pnc-bank')
  assert.equal(first('ctbcbank', 'ca'), 'ca-ctbc-bank-corp-canada')
  for (const text of ['i & m bank', 'I and M bank', 'I&M Bank']) assert.equal(first(text, 'tz'), 'tz-im', text)
})

test('a word that only banks in other countries have is split, in the country of the filter or of the query', () => {
  assert.equal(first('lafayette microfinance bank', 'ng'), 'ng-la-fayette-mfb')
  assert.equal(first('lafayette mfb nigeria'), 'ng-la-fayette-mfb')
})

test('a popular bank whose name is typed as one word comes before smaller banks with that one-word name', () => {
  assert.equal(first('accessbank'), 'ng-access-bank')
  assert.equal(first('iberiabank', 'us'), 'us-first-horizon-bank')
  assert.equal(first('commerzbank'), 'de-commerzbank')
})

test('a joined word may have a part of two letters, but a misspelt word is not split', () => {
  assert.equal(first('bankofchinauk', 'gb'), 'gb-bank-of-china-uk')
  assert.equal(first('imbankuganda', 'ug'), 'ug-im')
  assert.equal(first('nationwdie'), 'gb-nationwide-building-society')
})

test('the start of one rare word may be another word misspelt: both are found', () => {
  const ids = search('acess').map(({ id }) => id)
  assert.match(String(ids[0]), /^br-acesso/)
  assert.ok(ids.includes('ng-access-bank'), `found ${ids}`)
})

test('a substring of a word is found', () => {
  assert.equal(first("n'wide"), 'gb-nationwide-building-society')
})

test('a misspelt word joined with a common one is split', () => {
  assert.equal(first('gaurantytrust', 'ng'), 'ng-gtbank')
  assert.equal(first('firstbnk', 'ng'), 'ng-first-bank')
  assert.equal(first('kuadbank', 'ng'), 'ng-kuda')
})

test('a number may be joined with the word before it', () => {
  assert.equal(first('golden1'), 'us-golden-1-credit-union')
})

test('a name with an abbreviation is found by the full form, even next to a typo', () => {
  assert.equal(first('renmony microfinance bank', 'ng'), 'ng-renmoney-mfb')
  assert.equal(first('lapoo microfinance bank'), 'ng-lapo-mfb')
  assert.equal(first('dal micro finance bank'), 'ng-dal-mfb')
  assert.equal(first('us bank national association'), 'us-us-bank')
})

test('two words may be one misspelt word, and a word may be spelt phonetically', () => {
  assert.equal(first('comerz bnk'), 'de-commerzbank')
  assert.equal(first('ecco bank', 'gh'), 'gh-ecobank')
  assert.equal(first('money point', 'ng'), 'ng-moniepoint')
  assert.equal(first('komerzbank'), 'de-commerzbank')
  assert.equal(first('phidelity', 'ng'), 'ng-fidelity-bank')
})

test('a legal form is not the prefix of another word', () => {
  assert.equal(first('SNB Bank, National Association'), 'us-snb-bank')
  assert.equal(first('banca na'), 'it-banca-nazionale-del-lavoro')
})

test('an abbreviation in the query also finds the full form', () => {
  assert.equal(first('natl bank of canada'), 'ca-national-bank-of-canada')
  assert.equal(first('union bk', 'ng'), 'ng-union-bank')
  assert.equal(first('raiffeisen bank intl'), 'at-raiffeisen-bank-international')
  assert.equal(first('alliant cu', 'us'), 'us-alliant-credit-union')
  assert.equal(search('navy fcu', { country: 'us' })[0]?.matched.text, 'Navy Federal Credit Union')
  assert.equal(first('coventry b/s'), 'gb-coventry-building-society')
  assert.equal(first('spk nürnberg', 'de'), 'de-sparkasse-nuernberg')
  assert.equal(first('1st nations bank of canada'), 'ca-first-nations-bank-of-canada')
  // One abbreviation, two languages.
  assert.equal(first('bp sondrio'), 'ch-banca-popolare-di-sondrio-suisse')
  assert.equal(first('bp val de france'), 'fr-banque-populaire-val-de-france')
})

test('a bank with the abbreviation in its name comes before banks with the full form', () => {
  for (const [text, id] of [
    ['1st State Bank', 'us-1st-state-bank'],
    ['FCMB MFB', 'ng-fcmb-mfb'],
    ['Chase MFB', 'ng-chase-mfb'],
  ] as const) {
    assert.equal(first(text), id)
  }
})

test('a small bank with exactly this name does not hide a large bank with a similar name', () => {
  const ids = search('huntingdon bank', { country: 'us', limit: 5 }).map(({ id }) => id)
  assert.equal(ids[0], 'us-huntingdon-savings-bank')
  assert.ok(ids.includes('us-huntington-national-bank'))
})

test('the words that an abbreviation stands for count as one word', () => {
  // Otherwise "building society" would be two thirds of the query.
  assert.match(search('sparkasse bs')[0]?.matched.text ?? '', /sparkasse/i)
  assert.equal(first('branch mfb', 'ng'), 'ng-branch-international-finance')
})
