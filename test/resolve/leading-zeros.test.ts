import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runSearch } from '../support/data/run-search.ts'
import { shippedLookups } from '../support/data/shipped-lookups.ts'
import { readings, summaryOf } from '../support/resolve-helpers.ts'
import { dataFolder, shippedDirectory } from '../support/services/service.ts'

const shortened: [typed: string, country: string, full: string, bank: string][] = [
  ['10', 'il', '010', 'il-bank-leumi'],
  ['700', 'ch', '00700', 'ch-zuercher-kantonalbank'],
  ['62', 'tr', '00062', 'tr-garanti-bbva'],
  ['1', 'cl', '001', 'cl-banco-de-chile'],
  ['1', 'jp', '0001', 'jp-mizuho-bank'],
  ['3', 'ca', '003', 'ca-royal-bank-of-canada'],
  ['1', 'br', '001', 'br-banco-do-brasil'],
  ['360305', 'br', '00360305', 'br-caixa-economica-federal'],
  ['2', 'mx', '002', 'mx-banamex'],
  ['8800', 'li', '08800', 'li-liechtensteinische-landesbank'],
  ['51001', 'za', '051001', 'za-standard-bank'],
  ['58', 'ng', '058', 'ng-gtbank'],
  ['21000021', 'us', '021000021', 'us-jpmorgan-chase-bank'],
  ['40004', 'gb', '040004', 'gb-monzo-bank'],
  ['4', 'kr', '004', 'kr-kb-kookmin-bank'],
  ['4', 'th', '004', 'th-kasikornbank'],
  ['4', 'hk', '004', 'hk-hsbc'],
  ['49', 'es', '0049', 'es-banco-santander'],
  ['35', 'pt', '0035', 'pt-caixa-geral-de-depositos'],
  ['800', 'cz', '0800', 'cz-ceska-sporitelna'],
  ['2', 'pe', '002', 'pe-banco-de-credito-del-peru'],
  ['7', 'ar', '007', 'ar-banco-galicia'],
]

test('with the country, a code without its leading zeros is the full code, and a note says so', () => {
  for (const [typed, country, full, bank] of shortened) {
    const [reading] = readings(typed, country)
    const found = [reading?.verdict, reading?.canonical, reading?.banks[0]?.id]
    assert.deepEqual(found, ['valid', full, bank], `${typed} ${country}`)
    assert.equal(reading?.note?.startsWith(`Leading zeros were added: ${full}.`), true, `${typed} ${country}`)
  }
})

test('search in the country finds the bank by the code without its leading zeros', () => {
  for (const [typed, country, full, bank] of shortened) {
    const query = { text: typed, country: shippedDirectory().findCountry(country), limit: 1 }
    const [first] = runSearch(shippedLookups(), query).banks
    assert.deepEqual([first?.id, first?.matched.text], [bank, full], `${typed} ${country}`)
    assert.deepEqual(first?.matched.spans, [[full.length - typed.length, full.length]])
  }
})

const unchanged: [identifier: string, country: string | undefined, expected: string][] = [
  // Codes that are complete, although a longer code ends in the same digits.
  ['010', 'il', 'il_bank, valid, holder il-bank-leumi'],
  ['208', 'br', 'br_compe, valid, holder br-banco-btg-pactual'],
  ['10', 'ke', 'ke_bank, valid, holder ke-prime-bank'],
  ['010', 'ng', 'ng_cbn, unknown'],
  ['37040044', 'de', 'de_blz, valid, holder de-commerzbank'],
  // No bank has the full code.
  ['100', 'de', 'de_blz, invalid'],
  ['98', 'il', 'il_bank, invalid'],
  ['0', 'br', 'br_compe, invalid'],
  // Codes have several lengths.
  ['6', 'au', 'au_fi, invalid'],
  // The country is not known.
  ['700', undefined, 'be_code, possible, holder be-crelan'],
  // Letters, a label and a digit that is missing at the end.
  ['1O', 'il', 'il_bank, invalid'],
  ['account 10', 'il', 'account_number, possible'],
  ['40-00-4', 'gb', 'gb_sort_code, invalid'],
]

test('a complete code, text with letters and codes of several lengths keep their meaning', () => {
  for (const [identifier, country, expected] of unchanged) {
    const [reading] = readings(identifier, country)
    assert.equal(summaryOf(reading), expected, `${identifier} ${country}`)
    assert.doesNotMatch(reading?.note ?? '', /zeros were added/)
  }
})

test('in a region, a code is read in each member that has the full code', () => {
  const found = readings('1', 'eu')
  assert.ok(found.length > 1)
  for (const { verdict, note } of found) {
    assert.equal(verdict, 'possible')
    assert.match(note ?? '', /^Leading zeros were added: \d+\. Several countries use this code/)
  }
  assert.equal(summaryOf(readings('10', 'eu')[0]), 'ee_code, valid, holder ee-seb-pank')
})

test('every code reads the same without its leading zeros, if all codes of its country have one length', () => {
  const schemes = Map.groupBy(shippedDirectory().packed.schemes.values(), ({ country }) => country)
  let checked = 0
  for (const [country, own] of schemes) {
    const [scheme] = own
    if (!scheme || own.length > 1 || !/^\^\\d\{\d\}\$$/.test(scheme.pattern)) continue
    for (const value of codesOf(country, scheme.id)) {
      const [full] = readings(value, country)
      const [short] = readings(value.replace(/^0+/, ''), country)
      const note = ['Leading zeros were added: ', value, '.', full?.note ? ` ${full.note}` : ''].join('')
      assert.deepEqual(short, { ...full, note }, `${value} ${country}`)
      checked++
    }
  }
  assert.ok(checked > 500, `${checked}`)
})

/** Codes that start with a zero and have other digits. */
function codesOf(country: string, scheme: string): string[] {
  const file = join(dataFolder, 'banks', `${country.toLowerCase()}.jsonl`)
  const banks: { codes?: { scheme: string; value: string }[] }[] = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
  const values = banks.flatMap(({ codes = [] }) => codes.filter((code) => code.scheme === scheme))
  return [...new Set(values.map(({ value }) => value))].filter((value) => /^0+[1-9]/.test(value))
}

test('a branch code without its leading zeros is completed if the branch list has it', () => {
  const [listed] = readings('62000', 'au')
  assert.deepEqual(
    [listed?.verdict, listed?.canonical, listed?.note, listed?.banks[0]?.id],
    ['valid', '062000', 'Leading zeros were added: 062000.', 'au-commonwealth-bank'],
  )
  assert.ok(readings('62999', 'au').every(({ verdict }) => verdict !== 'valid'))
})
