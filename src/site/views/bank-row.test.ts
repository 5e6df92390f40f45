import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { barclays, gtbank, viewContext } from '../../../test/support/view-data.ts'
import type { FoundBank } from '../../directory/search/search-schema.ts'
import { bankRow, type RowBank, type RowOptions } from './bank-row.ts'

const rowOf = (bank: RowBank, options?: RowOptions): string => bankRow(viewContext, bank, options).text
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '').trim()

/** The texts of the two cells. */
function cellsOf(bank: RowBank, options?: RowOptions): string[] {
  const [, main = '', code = ''] = rowOf(bank, options).split(/<div[^>]* role="gridcell">/)
  return [textOf(main), textOf(code)]
}

type Matched = FoundBank['matched']
const matchedCode = (fields: Partial<Matched>): Matched => ({
  ...{ field: 'codes', text: '200052', spans: [[0, 6]], scheme: 'gb_sort_code', status: 'current' },
  ...fields,
})

test('a row has the place in words, and the code with its kind as a button', () => {
  const row = rowOf(gtbank)
  assert.deepEqual(cellsOf(gtbank), ['Guaranty Trust BankLagos · Nigeria · Commercial bank', 'CBN 058'])
  assert.match(
    row,
    /<button [^>]*data-copy="058" data-what="CBN bank code 058" data-also="NIP is 000013" aria-label="Copy CBN 058, CBN bank code">/,
  )
  assert.match(row, /^<div class="bank-row" role="row" id="row-ng-gtbank" data-bank="ng-gtbank">/)
  assert.match(row, /<a href="\/base\/banks\/ng-gtbank">/)
  assert.match(
    row,
    /<img class="flag" src="\/base\/assets\/0\/flags\/ng\.svg" width="20" height="20" alt="" loading="lazy">/,
  )
})

test('the rows of one country do not repeat its name and flag', () => {
  assert.deepEqual(cellsOf(gtbank, { country: 'NG' }), ['Guaranty Trust BankLagos · Commercial bank', 'CBN 058'])
  assert.doesNotMatch(rowOf(gtbank, { country: 'NG' }), /<img/)
})

test('an unconfirmed or former code is struck through, has a badge, and cannot be copied', () => {
  for (const status of ['unconfirmed', 'former'] as const) {
    const row = rowOf({ ...barclays, matched: matchedCode({ status }) })
    assert.match(
      row,
      new RegExp(
        `<span class="badge ${status}">${status}</span> <span class="code-kind">Sort code</span> <s class="doubtful"><mark>200052</mark></s>`,
      ),
    )
    assert.doesNotMatch(row, /<button/)
  }
  assert.match(rowOf({ ...barclays, matched: matchedCode({}) }), /data-copy="200052"/)
})

test('without a code, a row shows payment codes, then the BIC, and never a register number', () => {
  assert.equal(cellsOf(barclays)[1], 'BIC BARCGB22')
  assert.equal(cellsOf({ ...barclays, bic: null, codes: { gb_frn: ['122702'] } })[1], 'no code')
  const codes = { us_aba: ['021000021', '021000128'], us_fedwire: ['021000021', '065400137'], us_fdic: ['628'] }
  assert.equal(cellsOf({ ...barclays, codes })[1], '3 routing numbers')
  assert.equal(cellsOf({ ...barclays, codes: { us_fedwire: ['021000021'] } })[1], 'Fedwire 021000021')
})

test('a register number that matches is in the second line, not in place of the code', () => {
  const matched = matchedCode({ text: '122702', scheme: 'gb_frn' })
  assert.deepEqual(cellsOf({ ...barclays, matched }), [
    'Barclays BankFirm reference number 122702 · United Kingdom · Commercial bank',
    'BIC BARCGB22',
  ])
})

test('a row says what matched', () => {
  const matched = (field: Matched['field'], text: string): Matched =>
    matchedCode({ field, text, spans: [[0, 3]], scheme: null, status: null })
  assert.match(
    rowOf({ ...gtbank, matched: matched('name', 'Guaranty Trust Bank') }),
    /<mark>Gua<\/mark>ranty Trust Bank/,
  )
  assert.match(rowOf({ ...gtbank, matched: matched('aliases', 'GTB') }), /also <mark>GTB<\/mark> · Lagos/)
  assert.deepEqual(
    cellsOf({ ...gtbank, matched: matched('aliases', 'Trust Bank') }),
    cellsOf(gtbank),
    'an alias that is part of the name is not repeated',
  )
  assert.match(rowOf({ ...gtbank, matched: matched('aliases', 'Trust Bank') }), /Guaranty <mark>Tru<\/mark>st Bank/)
  assert.match(
    rowOf({ ...gtbank, matched: matched('city', 'Lagos') }),
    /<mark>Lag<\/mark>os<span class="row-country"> · Nigeria</,
  )
  assert.match(rowOf({ ...gtbank, matched: matched('bic', 'GTBINGLA') }), /BIC <mark>GTB<\/mark>INGLA.*data-copy="058"/)
  assert.match(
    rowOf({ ...barclays, matched: matched('bic', 'BARCGB22') }),
    /data-copy="BARCGB22".*<mark>BAR<\/mark>CGB22/,
  )
})

test('the chosen kind of code is shown, never another kind in its place', () => {
  const codeIn = (bank: RowBank, ...schemes: string[]) => cellsOf(bank, { schemes })[1]
  assert.equal(codeIn(gtbank, 'ng_nip'), 'NIP 000013')
  assert.equal(codeIn(gtbank, 'bic'), 'BIC GTBINGLA')
  assert.equal(codeIn({ ...gtbank, codes: { ng_cbn: ['058'] } }, 'ng_nip'), 'no NIP code')
  assert.equal(codeIn({ ...gtbank, bic: null }, 'bic'), 'no BIC')
  assert.equal(codeIn({ ...gtbank, codes: { ng_nip: ['000013', '000014'] } }, 'ng_nip'), '2 NIP codes')
  // The first choice counts, and one of another country does not.
  assert.equal(codeIn(gtbank, '', 'us_aba', 'ng_nip', 'bic'), 'NIP 000013')
  assert.equal(codeIn(gtbank, 'us_aba'), 'CBN 058')
  assert.match(rowOf(gtbank, { schemes: ['ng_nip'] }), /href="\/base\/banks\/ng-gtbank\?scheme=ng_nip"/)
})

test('a code that matches is in the second line if another kind was chosen', () => {
  const matched = matchedCode({ text: '058', spans: [[0, 3]], scheme: 'ng_cbn' })
  assert.deepEqual(cellsOf({ ...gtbank, matched }, { schemes: ['ng_nip'] }), [
    'Guaranty Trust BankCBN 058 · Lagos · Nigeria · Commercial bank',
    'NIP 000013',
  ])
  assert.equal(cellsOf({ ...gtbank, matched }, { schemes: ['ng_cbn'] })[1], 'CBN 058')
})

test('a bank that is not open has a badge', () => {
  assert.match(rowOf({ ...gtbank, status: 'merged' }), /<span class="badge merged">Merged<\/span>/)
  const merged = rowOf({ ...gtbank, status: 'merged', code: null, codes: {} })
  assert.match(merged, /<s class="doubtful">GTBINGLA<\/s>/)
  assert.match(rowOf({ ...gtbank, relation: 'former_holder', since: '2020' }), />former holder, 2020<\/span>/)
})

test('no text of a bank can become markup', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('"><script>', "' onclick=alert(1) '", '<b>&amp;', '</a>'))
  const plain = rowOf(gtbank)
  const tagsOf = (row: string): string[] => row.match(/<\/?\w+/g) ?? []
  fc.assert(
    fc.property(text, text, text, (name, city, code) => {
      const row = rowOf({ ...gtbank, name, city: `${city}x`, code: `${code}x` })
      assert.deepEqual(tagsOf(row), tagsOf(plain))
    }),
  )
})
