import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { bank, code, country, small, writeFolder } from '../../../../test/support/data/small-data.ts'
import { readDataset } from '../../../dataset/dataset.ts'
import { buildIndexTables, createIndexes } from '../../indexes.ts'
import { createDirectory } from '../../lookups.ts'
import { runToEnd } from '../../run-to-end.ts'
import { packDirectory } from '../../storage/packed-directory.ts'
import { createIntentReader } from './intent.ts'
import { createPlaces } from './places.ts'

/** Two countries, whose oak banks have codes. Some names contain the words. */
function open(t: TestContext) {
  const data = small()
  data.countries = [
    country('AA', { name: 'Atlantia', code_schemes: ['aa_code', 'aa_wire'], cities: { Swiftport: [] } }),
    country('BB', { name: 'Borealis', code_schemes: ['bb_sort'] }),
  ]
  const scheme = (id: string, of: string) => ({ ...data.schemes[0], id, country: of })
  data.schemes.push(scheme('aa_wire', 'AA'), { ...scheme('bb_sort', 'BB'), iban_bank_code: true })
  data.intentWords = [
    { id: 'swift', chooses: ['bic'], words: { en: ['swift', 'swift code'], fr: ['code swift'] } },
    { id: 'sort', chooses: ['bb_sort', 'aa_code'], words: { en: ['sort code'], de: ['Bankleitzahl'] } },
    { id: 'wire', chooses: ['aa_wire'], words: { en: ['wire'] } },
    { id: 'iban', chooses: ['iban'], words: { en: ['iban'] } },
    { id: 'code', chooses: ['national'], words: { en: ['code'], fr: ["code d'établissement"], ar: ['كود'] } },
    { id: 'branch', chooses: [], words: { en: ['branch'] } },
  ]
  data.banks = {
    aa: [
      bank('aa-branch', { name: 'Branch International' }),
      bank('aa-code-union', { name: 'Code Credit Union' }),
      bank('aa-oak', { name: 'Oak Bank', codes: [code('001'), code('002', { scheme: 'aa_wire' })] }),
      bank('aa-oak-savings', { name: 'Oak Savings', codes: [code('003')], city: 'Swiftport' }),
    ],
    bb: [
      bank('bb-elm', { name: 'Elm Bank' }),
      bank('bb-oak', { name: 'Oak Bank', bic: 'AAAAAA22', codes: [code('004', { scheme: 'bb_sort' })] }),
    ],
  }
  const packed = packDirectory(readDataset(writeFolder(t, data)))
  const tables = runToEnd(buildIndexTables(packed))
  const { search: index, banks } = createIndexes(packed, tables)
  const read = createIntentReader(index, createPlaces(packed.countries, banks.ranges), packed.intentWords)
  const lookups = createDirectory(packed).withIndexes(tables)
  return {
    textOf: (text: string): string | undefined => read(text, undefined)?.text,
    choosesOf: (text: string) => read(text, undefined)?.chooses,
    search: (text: string, of?: string): { scheme: string | null; total: number; ids: string[] } => {
      const found = of === undefined ? undefined : lookups.findCountry(of)
      const json = runToEnd(lookups.search({ text, country: found, limit: 10, facets: ['type'] }))
      const { scheme, total, banks: rows } = JSON.parse(json)
      return { scheme, total, ids: rows.map(({ id }: { id: string }) => id) }
    },
  }
}

test('words for a kind of code are taken out anywhere, the longest phrase first', (t) => {
  const { textOf, choosesOf } = open(t)
  assert.equal(textOf('oak bank swift code'), 'oak bank')
  assert.equal(textOf('Code SWIFT de Oak'), 'de Oak')
  assert.equal(textOf('oak sort code borealis'), 'oak borealis')
  assert.equal(textOf('oak (bankleitzahl)'), 'oak')
  assert.equal(textOf('code d’établissement O.A.K. Bank'), 'O.A.K. Bank')
  assert.equal(textOf('كود oak'), 'oak')
  assert.equal(textOf('sort code 12-34-56'), '12-34-56')
  assert.deepEqual(choosesOf('oak swift code'), ['bic'])
  assert.deepEqual(choosesOf('oak swift sort code'), ['bic', 'bb_sort', 'aa_code'])
})

test('a query without such words, or with nothing else, stays as it is', (t) => {
  const { textOf } = open(t)
  for (const text of ['oak', 'oak bank', 'branch', 'swift code', 'iban sort code', 'code of the', ''])
    assert.equal(textOf(text), undefined, text)
})

test('a query that a name contains stays as it is, also while it is typed and with its country', (t) => {
  const { textOf } = open(t)
  for (const text of ['branch international', 'branch inter', 'code credit union', 'union code', 'branch atlantia'])
    assert.equal(textOf(text), undefined, text)
  assert.equal(textOf('branch borealis'), 'borealis')
  assert.equal(textOf('oak branch'), 'oak')
})

test('an unfinished word is taken out, unless the bank has it: a result does not come and go while one types', (t) => {
  const { textOf, choosesOf } = open(t)
  for (const text of ['oak bank sor', 'oak bank sort', 'oak bank sort c', 'oak bank sort cod', 'oak bank sort code'])
    assert.equal(textOf(text), 'oak bank', text)
  assert.deepEqual(choosesOf('oak bank sort'), [])
  assert.equal(textOf('oak savings swif'), undefined, 'the city is Swiftport')
  assert.equal(textOf('oak s'), undefined, 'one letter says nothing')
  assert.equal(textOf('elm bank'), undefined, 'the beginning of Bankleitzahl')
})

test('the scheme is the first choice that suits the country of the best match', (t) => {
  const { search } = open(t)
  assert.equal(search('oak', 'bb').scheme, null)
  assert.equal(search('oak sort code', 'aa').scheme, 'aa_code')
  assert.equal(search('oak sort code', 'bb').scheme, 'bb_sort')
  assert.equal(search('oak bankleitzahl borealis').scheme, 'bb_sort')
  assert.equal(search('oak code', 'aa').scheme, 'aa_code')
  assert.equal(search('oak iban', 'bb').scheme, 'bb_sort')
  assert.equal(search('oak iban', 'aa').scheme, null)
  assert.equal(search('oak branch', 'aa').scheme, null)
  assert.equal(search('elm swift', 'bb').scheme, 'bic')
})

test('among equal matches, banks with a code in the scheme come first', (t) => {
  const { search } = open(t)
  assert.equal(search('oak bank wire').ids[0], 'aa-oak')
  assert.equal(search('oak bank swift').ids[0], 'bb-oak')
})

test('if a bank has the rest of the query in its name, banks without its rare words are no results', (t) => {
  const { search } = open(t)
  const whole = search('oak savings sort code')
  assert.deepEqual([whole.ids, whole.total], [['aa-oak-savings'], 1])
  const partial = search('oak cedar sort code')
  assert.equal(partial.ids.length, partial.total)
  assert.ok(partial.total >= 3)
})
