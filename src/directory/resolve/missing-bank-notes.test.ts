import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { bank, code, country, type Row, small } from '../../../test/support/data/small-data.ts'
import { createReader, type ReadIdentifier } from '../../../test/support/resolve-helpers.ts'

/** What the full data has in AA. */
const full: Row = { code: 'AA', name: 'Aland', terms: ['restricted'], banks: 2, bics: 0, codes: {} }

/** A reduced build of a small directory: AA has two codes left, BB one bank without a BIC. */
function reduced(t: TestContext, countries: Row[], codes = [code('001'), code('002')]): ReadIdentifier {
  const data = small()
  data.countries = [country('AA', { name: 'Aland', code_schemes: ['aa_code'] }), country('FR')]
  data.banks = { aa: [bank('aa-first', codes.length > 0 ? { codes } : {})], fr: [bank('fr-only')] }
  data.build = { without: ['unclear', 'restricted'], from: '2026-01-31.00000000', countries }
  return createReader(t, data)
}

const noteOf = (read: ReadIdentifier, text: string, countryCode?: string): string | null | undefined =>
  read(text, countryCode)[0]?.note

const lost = (count: number, terms = ['restricted']): Row[] => [{ ...full, codes: { aa_code: { count, terms } } }]

test('an unknown code says that the build has no codes of its scheme, or how many', (t) => {
  const unknown = 'No bank in the directory has this code.'
  const see = 'see the page Data builds (/docs/1.0/data-builds).'
  assert.equal(
    noteOf(reduced(t, lost(40), []), '009', 'aa'),
    `${unknown} This build of the data has no codes of type "Code" in AA (Aland), because their sources restrict redistribution; ${see}`,
  )
  assert.equal(
    noteOf(reduced(t, lost(4000, ['restricted', 'unclear'])), '009', 'aa'),
    `${unknown} This build of the data has only 2 of 4,000 codes of type "Code" in AA (Aland), because the sources of the others restrict redistribution or have unclear terms; ${see}`,
  )
})

test('a code with a bank, a scheme that lost nothing and codes that were added later need no note', (t) => {
  const unknown = 'No bank in the directory has this code.'
  assert.equal(noteOf(reduced(t, lost(40)), '001', 'aa'), null)
  assert.equal(noteOf(reduced(t, [full]), '009', 'aa'), unknown)
  assert.equal(noteOf(reduced(t, lost(2)), '009', 'aa'), unknown)
})

test('a loss of less than one code in twenty needs no note', (t) => {
  const codes = Array.from({ length: 96 }, (_, at) => code(String(at).padStart(3, '0')))
  assert.equal(noteOf(reduced(t, lost(100), codes), '999', 'aa'), 'No bank in the directory has this code.')
  assert.match(noteOf(reduced(t, lost(102), codes), '999', 'aa') ?? '', /has only 96 of 102 codes/)
})

test('an IBAN and a BIC say that the build left out their country, or its BICs', (t) => {
  const france = { ...full, code: 'FR', name: 'France', terms: ['unclear'], bics: 9 }
  const poland = { ...full, code: 'PL', name: 'Poland' }
  const read = reduced(t, [france, poland])
  const noPoland =
    /This build of the data has no banks in PL \(Poland\), because their sources restrict redistribution;/
  assert.match(noteOf(read, 'PL61109010140000071219812874') ?? '', noPoland)
  assert.match(noteOf(read, 'BREXPLPW') ?? '', noPoland)
  const noBics = /has no BICs of banks in FR \(France\), because their sources have unclear terms;/
  assert.match(noteOf(read, 'BNPAFRPP') ?? '', noBics)
  assert.doesNotMatch(noteOf(read, 'DEUTDEFF') ?? '', /This build/)
})

test('US routing numbers of both schemes are counted together', (t) => {
  const data = small()
  const aba = { ...data.schemes[0], country: 'US', pattern: '^\\d{9}$', identifier: 'us_aba' }
  data.schemes = [
    { ...aba, id: 'us_aba' },
    { ...aba, id: 'us_fedwire' },
  ]
  data.countries = [country('US', { code_schemes: ['us_aba'] })]
  const held = { codes: [code('011000015', { scheme: 'us_fedwire' })] }
  data.banks = { us: [bank('us-first', held)] }
  const codes = { us_aba: { count: 3, terms: ['restricted'] }, us_fedwire: { count: 2, terms: ['restricted'] } }
  data.build = { without: ['restricted'], from: 'x', countries: [{ ...full, code: 'US', name: 'US', codes }] }
  const read = createReader(t, data)
  assert.match(noteOf(read, '021000021') ?? '', /has only 1 of 5 US routing numbers, because the sources of the others/)
  assert.equal(noteOf(read, '011000015'), null)
})

test('an account number without a bank code and an invalid identifier get no note', (t) => {
  const read = reduced(t, lost(40), [])
  for (const [text, countryCode] of [['12345678', 'aa'], ['PL61109010140000071219812875']] as const) {
    assert.doesNotMatch(noteOf(read, text, countryCode) ?? '', /This build/, text)
  }
})

test('an unknown LEI says that the build is incomplete; with full data it does not', (t) => {
  const incomplete =
    /This build of the data leaves out some banks and codes; see the page Data builds \(\/docs\/1\.0\/data-builds\)\.$/
  assert.match(noteOf(reduced(t, [full]), '5493001KJTIIGC8Y1R12') ?? '', incomplete)
  assert.doesNotMatch(noteOf(createReader(t, small()), '5493001KJTIIGC8Y1R12') ?? '', /This build/)
})
