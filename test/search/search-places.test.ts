/** Countries, states and cities in a query. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { first, search } from '../support/search-helpers.ts'

/** `expected`: by query, the id of the bank that comes first without a country filter. */
function assertFirst(expected: Record<string, string>): void {
  for (const [text, id] of Object.entries(expected)) assert.equal(first(text), id, text)
}

test('a country after the name selects the bank there, by its English name, its local name or its code', () => {
  assertFirst({
    'ing romania': 'ro-ing-bank',
    'ing italia': 'it-ing-bank',
    'ing it': 'it-ing-bank',
    'chase uk': 'gb-jp-morgan-europe',
    'aib northern ireland': 'gb-aib-group-uk',
    'raiffeisen oesterreich': 'at-raiffeisen-bank-international',
    'danske bank sverige': 'se-danske-bank',
  })
})

test('a name that contains the country, or a word that starts with its code, still comes first', () => {
  assertFirst({
    'raiffeisenbank austria': 'hr-raiffeisenbank-austria',
    'spar no': 'dk-spar-nord-bank',
    'jpmorgan ch': 'us-jpmorgan-chase-bank',
    'raiffeisen bank': 'at-raiffeisen-bank-international',
  })
})

test('a two-letter country code inside a query is a word of the name, unless hardly any name has it', () => {
  assert.equal(first('us bank minneapolis'), 'us-us-bank')
  assert.equal(first('pl mBank'), 'pl-mbank')
})

test('a city after the name, under any of its names, selects the bank in its country', () => {
  assertFirst({
    'stanbic kampala': 'ug-stanbic',
    'absa dar es salaam': 'tz-absa',
    'rbc montreal': 'ca-royal-bank-of-canada',
    'unicredit vienna': 'at-unicredit-bank-austria',
    'stadtsparkasse munich': 'de-stadtsparkasse-muenchen',
    'bank of cyprus nicosia': 'cy-bank-of-cyprus',
    'ing warsaw': 'pl-ing-bank-slaski',
  })
})

test('the other names of a city match only in its own country', () => {
  for (const [text, country] of [
    ['bank praha', 'CZ'],
    ['bank basel', 'CH'],
    ['bank milano', 'IT'],
  ] as const) {
    assert.equal(search(text)[0]?.country, country, text)
  }
})

test('a bank in the named city, or with the city in its name, comes before others in the country', () => {
  assertFirst({
    'raiffeisen wien': 'at-raiffeisenlandesbank-niederoesterreich-wien',
    'psd berlin': 'de-psd-bank-berlin-brandenburg',
    'bank of montreal': 'ca-bank-of-montreal',
    'volksbank vienna': 'at-volksbank-wien',
  })
})

test('a city abroad does not hide the named bank, and a city in the name does not hide the country after it', () => {
  assertFirst({
    'kuda bank london': 'ng-kuda',
    'starling bank berlin': 'gb-starling-bank',
    'Bank of Montreal Europe': 'ie-bank-of-montreal-europe',
    'BNP Paribas, Paris Switzerland': 'ch-bnp-paribas-paris',
  })
})

test('a city that no bank has in its name finds the most popular banks in its country', () => {
  for (const [text, country] of [
    ['kampala', 'UG'],
    ['accra', 'GH'],
    ['dodoma', 'TZ'],
  ] as const) {
    const found = search(text)
    assert.ok(found.length === 10 && found.every((bank) => bank.country === country), text)
    assert.ok(found.every(({ status }) => status === 'active'))
  }
  assert.equal(first('lagos'), 'ng-lagos-building-and-investment')
})

test('a state after the name selects the bank there', () => {
  assert.equal(first('barclays bank new york'), 'us-barclays-bank')
  assert.equal(first('commerce bank kansas city', 'us'), 'us-commerce-bank')
  // Two words of a state weigh no more than one.
  assert.equal(first('community bank south dakota', 'us'), 'us-community-bank-avon-sd')
})

test('a state is found by its full name, and a name may start with one', () => {
  assert.equal(first('peoples bank ohio', 'us'), 'us-peoples-bank-marietta-oh')
  assert.equal(first('american savings hawaii', 'us'), 'us-american-savings-bank')
  assert.equal(first('texas capital bank dallas', 'us'), 'us-texas-capital-bank')
})

test('a code that a state and a country share means the country, unless only the country of the state is searched', () => {
  assert.equal(first('td bank ca'), 'ca-toronto-dominion-bank')
  assert.equal(first('first national bank me', 'us'), 'us-first-national-bank-damariscotta-me')
})
