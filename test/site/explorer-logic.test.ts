/** Tests the parts of the explorer that need no browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countValues, initialsOf } from '../../src/site/client/explorer/list/list-filter.ts'
import { matchCountries } from '../../src/site/client/explorer/panels/country-match.ts'
import { addressOf, readView, startView } from '../../src/site/client/explorer/view.ts'
import type { RowBank } from '../../src/site/views/bank-row.ts'
import { mayBeIdentifier, toSearchQuery } from '../../src/site/views/text/identifier-guess.ts'
import type { CountrySummary } from '../../src/site/views/view-context.ts'

const service = 'https://banks.example.com/api/'

test('a view and its URL convert into each other, below the path of the service', () => {
  const paths = [
    '',
    '?q=gtb&country=ng',
    '?q=union&type=credit_union&status=active',
    'countries/us',
    'countries/us?type=credit_union&sort=name',
    'countries/br?type=credit_union&rail=br_pix',
    'countries/us?region=TX&sort=name',
    '?q=union&country=us&region=TX',
    'banks/ng-gtbank',
    'check',
  ]
  for (const path of paths) {
    assert.equal(addressOf(readView(`${service}${path}`, service), service), `/api/${path}`)
  }
  for (const path of ['countries/us', 'banks/ng-gtbank', 'check']) {
    assert.equal(addressOf(readView(`${service}${path}/`, service), service), `/api/${path}`)
  }
})

test('a rail and a region are only filters together with a country', () => {
  assert.equal(readView(`${service}?q=union&rail=br_pix`, service).list?.rail, '')
  assert.equal(readView(`${service}?q=union&country=br&rail=br_pix`, service).list?.rail, 'br_pix')
  assert.equal(readView(`${service}?q=union&region=TX`, service).list?.region, '')
})

test('a URL that may hold an account number is read without it', () => {
  for (const text of ['0123456789', 'DE89 3704 0044', 'acct 663749']) {
    const { list } = readView(`${service}?q=${encodeURIComponent(text)}`, service)
    assert.deepEqual(list, startView, text)
  }
})

test('the words next to a number are searched, without the number and its label', () => {
  for (const [text, words] of [
    ['zenith 1000000001', 'zenith'],
    ['1000000001, Zenith Bank', 'Zenith Bank'],
    ['first bank acct no: 3000000001', 'first bank'],
    ['gtbank0123456785', 'gtbank'],
    ['N26 1000 0000 01', 'N26'],
    ['Sort code 20-00-00 account 55779911', ''],
    ['GB29 NWBK 6016 1331 9268 19', ''],
    ['12.34.56/78', ''],
  ] as const) {
    assert.equal(toSearchQuery(text), words, text)
    assert.doesNotMatch(addressOf(readView(`${service}?q=${encodeURIComponent(text)}`, service), service), /\d{3}/)
  }
})

test('a malformed percent-encoding does not break the page', () => {
  assert.equal(readView(`${service}banks/%E0%A4%A`, service).bank, '%E0%A4%A')
})

test('text that may be an account number is not a search query', () => {
  for (const text of ['012345', '20-00-52', '021-000 021', '٠١٢٣٤٥', 'DE89 370 4', 'acct 663', 'IBAN 123']) {
    assert.equal(toSearchQuery(text), '', text)
  }
  for (const text of ['058', '20-00-5', 'COBADEFF', 'first national bank 1834', 'DE89 370']) {
    assert.equal(toSearchQuery(` ${text} `), text)
  }
})

test('codes, BICs and account numbers are resolved, names are not', () => {
  for (const text of ['058', '20-00-52', 'COBADEFF', 'cobadeffxxx', '0123456789', 'DE89 3704']) {
    assert.ok(mayBeIdentifier(text), text)
  }
  for (const text of ['access', 'first national bank', '4', 'a 1']) assert.equal(mayBeIdentifier(text), false, text)
})

const bank = (name: string, rest: Partial<RowBank> = {}): RowBank => ({
  id: `xx-${name}`,
  name,
  country: 'XX',
  type: 'commercial_bank',
  city: null,
  region: null,
  code: null,
  code_scheme: null,
  bic: null,
  status: 'active',
  ...rest,
})

const banks = [
  bank('1st Bank', { city: 'Ames', region: 'IA' }),
  bank('Banco Árbol', { type: 'savings_bank' }),
  bank('Bank of Ames', { codes: { us_aba: ['073900001', '073900002'] } }),
  bank('Économique', { bic: 'ECONFRPP' }),
]
test('values are counted, the most frequent first, and banks without a value are left out', () => {
  assert.deepEqual(countValues(banks.map(({ type }) => type)), [
    { value: 'commercial_bank', count: 3 },
    { value: 'savings_bank', count: 1 },
  ])
  assert.deepEqual(countValues(banks.map(({ region }) => region)), [{ value: 'IA', count: 1 }])
})

test('each initial letter leads to its first bank', () => {
  assert.deepEqual(
    [...initialsOf(banks)],
    [
      ['#', 0],
      ['B', 1],
      ['E', 3],
    ],
  )
})

const country = (code: string, name: string, ...also: string[]): CountrySummary => ({
  ...{ code, name, also },
  ...{ bankCount: 1, schemes: [] },
})
const countries = [
  country('GB', 'United Kingdom', 'UK', 'GBR'),
  country('US', 'United States', 'USA'),
  country('UG', 'Uganda', 'UGA'),
  country('CI', 'Côte d’Ivoire', 'CIV', 'Ivory Coast'),
]
const codesFor = (text: string): string[] => matchCountries(countries, text).map(({ code }) => code)

test('a country is found by its code, its other codes and its other names', () => {
  for (const text of ['uk', 'GBR', 'england', 'gb']) assert.deepEqual(codesFor(text), ['GB'], text)
  assert.deepEqual(codesFor('usa'), ['US'])
  assert.deepEqual(codesFor('u'), ['GB', 'US', 'UG'])
  assert.deepEqual(codesFor('united'), ['GB', 'US'])
  assert.deepEqual(codesFor('king'), ['GB'])
  assert.deepEqual(codesFor('cote d'), ['CI'])
  assert.deepEqual(codesFor('ivory'), ['CI'])
  assert.deepEqual(codesFor(' '), ['GB', 'US', 'UG', 'CI'])
  assert.deepEqual(codesFor('atlantis'), [])
})
