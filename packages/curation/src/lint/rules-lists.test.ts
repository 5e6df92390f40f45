import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Fault,
  findingsIn,
  first,
  formattedTexts,
  gone,
  scheme,
  testFaults,
} from '../../../../test/support/data/lint-fixtures.ts'
import { bank, code, type Row, type Small, small, writeFolder } from '../../../../test/support/data/small-data.ts'
import { findingText, lintFolder } from './lint-folder.ts'
import { ranks } from './rules/ranks.ts'

const addSource = (data: Small, more: Row): void => {
  data.sources.push({ ...data.sources[0], ...more })
}

const ranksOf = (country: string, ...banks: string[]): Row => ({ country, banks })

const found = (data: Small, rule: string): string[] =>
  findingsIn(formattedTexts(data)).filter((text) => text.endsWith(`[${rule}]`))

/** A bank that merged into `aa-first` in 2025, with a code from the list of 2026-01-31. */
const mergeWithCode = (data: Small, more: Row = {}): void => {
  Object.assign(gone(data), { status_since: '2025', codes: [code('009', { status: 'former', ...more })] })
}

/** Twenty open banks in AA; `some` of them are only on a community list. */
function communityBanks(data: Small, some: number, more: Row = {}): void {
  addSource(data, { id: 'b-web', publisher: 'community list' })
  data.banks.aa = Array.from({ length: 20 }, (_, at) =>
    bank(`aa-bank-${String(at).padStart(2, '0')}`, {
      name: `Bank ${at}`,
      ...(at < some && { confidence: 'medium', sources: ['b-web'], ...more }),
    }),
  )
}

/** Two records of one bank: a register has its number, and a payment list has its code. */
function halves(data: Small, names: [string, string], cities: [string?, string?] = []): void {
  data.schemes.push({ ...scheme('aa_register', '^\\d{3}$'), use: 'identity' })
  const [city, otherCity] = cities
  data.banks.aa = [
    bank('aa-charter', { name: names[0], ...(city && { city }), codes: [code('111', { scheme: 'aa_register' })] }),
    bank('aa-code', { name: names[1], ...(otherCity && { city: otherCity }), codes: [code('001')] }),
  ]
}

const faults: Fault[] = [
  [
    'ranks',
    'a closed bank',
    (data) => (data.ranks = [ranksOf('AA', 'aa-second')]),
    /^ranks\.json:1 AA: aa-second is not an open bank; /,
  ],
  [
    'ranks',
    'an unknown bank',
    (data) => (data.ranks = [ranksOf('AA', 'aa-other')]),
    /AA: aa-other is not an open bank; /,
  ],
  [
    'ranks',
    'a bank of another country',
    (data) => (data.ranks = [ranksOf('AA', 'bb-only')]),
    /AA: bb-only is not a bank in AA; /,
  ],
  ['ranks', 'an unknown country', (data) => (data.ranks = [ranksOf('CC', 'cc-bank')]), /CC: CC is not a country; /],
  [
    'ranks',
    'a country with two lists',
    (data) => (data.ranks = [ranksOf('AA', 'aa-first'), ranksOf('AA', 'aa-first')]),
    /AA: the country appears twice; /,
  ],
  [
    'intent-words',
    'words for an unknown scheme',
    (data) => (data.intentWords = [{ id: 'nip', chooses: ['aa_other'], words: { en: ['nip'] } }]),
    /^intent-words\.json:1 .*its code scheme aa_other is not in schemes\.json; /,
  ],
  [
    'intent-words',
    'a phrase in two entries',
    (data) =>
      (data.intentWords = ['nip', 'swift'].map((id) => ({ id, chooses: ['aa_code'], words: { en: ['the code'] } }))),
    /nip has "the code", too; remove one/,
  ],
  [
    'split-records',
    'a bank split into a record with its number and one with its code',
    (data) => halves(data, ['Tennessee Department of Safety Credit Union', 'Tenn Dept of Safety CU'], ['Town']),
    /:2 aa-code: this may be the same bank as aa-charter: only this record has a payment code, .*; merge the records/,
  ],
  [
    'moved-codes',
    'a code that a list has after the merger',
    (data) => mergeWithCode(data),
    /:2 aa-second: aa_code code "009" is former, but a-list \(2026-01-31\) still lists it after the merger \(2025\); add it to aa-first/,
  ],
  [
    'moved-codes',
    'a number that the successor has in another scheme',
    (data) => {
      data.schemes.push(scheme('aa_wire', '^\\d{3}$'))
      for (const row of data.schemes) row.identifier = 'us_aba'
      first(data).codes = [code('009', { scheme: 'aa_wire' })]
      gone(data).codes = [code('009', { status: 'former' })]
    },
    /aa-second: aa_code code "009" is former, but the current aa_wire code of aa-first is the same number/,
  ],
  [
    'open-banks',
    'a bank on one community list',
    (data) => communityBanks(data, 1),
    /:1 aa-bank-00: the bank is open, but appears only on community lists; add a list that confirms it, or set the status to unverified/,
  ],
  [
    'open-banks',
    'more than one bank in twenty on a community list',
    (data) => communityBanks(data, 2),
    /^banks\/aa\.jsonl 2 of 20 open banks appear only on community lists/,
  ],
  [
    'open-banks',
    'a bank on a community list with more than low confidence',
    (data) => communityBanks(data, 2),
    /:2 aa-bank-01: the bank is open, but appears only on community lists; set the confidence to low/,
  ],
  [
    'open-banks',
    'a bank on a community list with a BIC but no LEI',
    (data) => {
      communityBanks(data, 1, { sources: ['b-web', 'c-bics'] })
      addSource(data, { id: 'c-bics', fields: ['bic', 'lei'] })
    },
    /aa-bank-00: the bank is open, but appears only on community lists/,
  ],
  [
    'open-banks',
    'a bank on two community lists, one of them without dated rows',
    (data) => {
      communityBanks(data, 1, { sources: ['b-web', 'c-wiki'] })
      addSource(data, { id: 'c-wiki', publisher: 'several', rows_dated: false })
    },
    /aa-bank-00: the bank is open, but appears only on community lists/,
  ],
  [
    'open-banks',
    'a bank with high confidence that only an old list has',
    (data) => {
      addSource(data, { id: 'b-old', date: '2023-12' })
      first(data).sources = ['b-old']
      delete first(data).codes
      data.banks.aa?.splice(1, 1, bank('aa-other', { codes: [code('001')], name: 'Other' }))
    },
    /aa-first: confidence is high, but no publication from the last 24 months lists the bank; its newest list is b-old \(2023-12\); set the confidence to medium/,
  ],
  [
    'open-banks',
    'a bank with high confidence that an old list names and a new list of BICs and LEIs does not',
    (data) => {
      addSource(data, { id: 'b-old', date: '2023-12' })
      addSource(data, { id: 'c-bics', fields: ['bic', 'lei'] })
      Object.assign(first(data), { sources: ['b-old', 'c-bics'], lei: '529900BBEBGNAA1C6176' })
      delete first(data).codes
      data.banks.aa?.splice(1, 1, bank('aa-other', { codes: [code('001')], name: 'Other' }))
    },
    /aa-first: confidence is high, but .* lists the bank; its newest list is b-old \(2023-12\)/,
  ],
  [
    'open-banks',
    'a bank with high confidence that only a file without dated rows has',
    (data) => {
      addSource(data, { id: 'b-wiki', rows_dated: false })
      first(data).sources = ['b-wiki']
      delete first(data).codes
      data.banks.aa?.splice(1, 1, bank('aa-other', { codes: [code('001')], name: 'Other' }))
    },
    /aa-first: confidence is high, but no publication from the last 24 months lists the bank/,
  ],
]

testFaults(faults)

test('a merged bank may keep a former code that its successor has, or that a later edition of the list dropped', () => {
  const moved = small()
  mergeWithCode(moved)
  first(moved).codes = [code('009')]
  const dropped = small()
  addSource(dropped, { id: 'b-list-2025', date: '2025' })
  addSource(dropped, { id: 'b-list-2026', date: '2026' })
  Object.assign(gone(dropped), { sources: ['a-list', 'b-list-2025', 'b-list-2026'], status_since: '2024' })
  gone(dropped).codes = [code('009', { status: 'former', source: 'b-list-2025' })]
  for (const data of [moved, dropped]) assert.deepEqual(found(data, 'moved-codes'), [])
})

test('a community list or a file without dated rows is no sign that a code is still in use', () => {
  const data = small()
  mergeWithCode(data, { source: 'b-web' })
  addSource(data, { id: 'b-web', publisher: 'community list' })
  gone(data).sources = ['a-list', 'b-web']
  const undated = small()
  mergeWithCode(undated, { source: 'b-wiki' })
  addSource(undated, { id: 'b-wiki', rows_dated: false })
  gone(undated).sources = ['a-list', 'b-wiki']
  for (const each of [data, undated]) assert.deepEqual(found(each, 'moved-codes'), [])
})

test('a bank on two recent community lists, or with an LEI on a list of identifiers, may be open', () => {
  const two = small()
  communityBanks(two, 1, { sources: ['b-web', 'c-web'] })
  addSource(two, { id: 'c-web', publisher: 'several' })
  const withLei = small()
  communityBanks(withLei, 1, { sources: ['b-web', 'c-bics'], lei: '529900BBEBGNAA1C6176' })
  addSource(withLei, { id: 'c-bics', fields: ['bic', 'lei'] })
  for (const data of [two, withLei]) assert.deepEqual(found(data, 'open-banks'), [])
})

test('banks with the same name in two cities, or each with an LEI or a register number, are not split records', () => {
  const apart = small()
  halves(apart, ['Safety Bank', 'Safety Bank'], ['Town', 'Village'])
  const whole = small()
  halves(whole, ['Safety Bank', 'Safety Bank Ltd'])
  ;(whole.banks.aa?.[1] as Row).lei = '529900BBEBGNAA1C6176'
  for (const data of [apart, whole]) assert.deepEqual(found(data, 'split-records'), [])
})

/** Eleven open banks in AA. The list of best-known banks has the first `length` of them. */
function rankedBanks(data: Small, length: number): void {
  const ids = Array.from({ length: 11 }, (_, at) => `aa-bank-${String(at).padStart(2, '0')}`)
  data.banks.aa = ids.map((id) => bank(id, { name: `Bank ${id}` }))
  data.ranks = [{ country: 'BB', banks: ['bb-only'] }]
  if (length > 0) data.ranks.push({ country: 'AA', banks: ids.slice(0, length) })
}

test('a country with more than ten open banks needs a list of eight best-known ones', () => {
  for (const [length, expected] of [
    [8, []],
    [7, ['ranks.json:1 AA: has 11 open banks, but a list of 7; list its best-known banks, at least 8 [ranks]']],
    [0, ['ranks.json AA: has 11 open banks, but a list of 0; list its best-known banks, at least 8 [ranks]']],
  ] as const) {
    const data = small()
    rankedBanks(data, length)
    assert.deepEqual(found(data, 'ranks'), expected)
  }
  const ten = small()
  rankedBanks(ten, 0)
  Object.assign(first(ten), { status: 'closed' })
  assert.deepEqual(found(ten, 'ranks'), [])
})

test('a folder without lists of best-known banks, and a reduced build with short ones, pass', () => {
  const none = small()
  rankedBanks(none, 0)
  delete none.ranks
  assert.deepEqual(found(none, 'ranks'), [])
  const reduced = small()
  rankedBanks(reduced, 3)
  const texts = formattedTexts(reduced)
  const build = { without: ['restricted'], from: '2026-01-31.00000000', countries: [] }
  texts.set('build.json', JSON.stringify(build))
  assert.deepEqual(
    findingsIn(texts).filter((text) => text.endsWith('[ranks]')),
    [],
  )
})

test('lint of one country reports its list of best-known banks, and not those of other countries', (t) => {
  const data = small()
  data.ranks = [
    { country: 'AA', banks: ['aa-first', 'aa-second'] },
    { country: 'BB', banks: ['bb-other'] },
  ]
  const folder = writeFolder(t, data)
  const options = { rules: [ranks], today: '2026-02-01', isShipped: false, fix: false }
  const findingsOf = (...bankFiles: string[]): string[] =>
    lintFolder(folder, { ...options, bankFiles }).findings.map(findingText)
  const ofFirst = 'ranks.json:1 AA: aa-second is not an open bank; replace or remove it [ranks]'
  const ofOther = 'ranks.json:1 BB: bb-other is not an open bank; replace or remove it [ranks]'
  assert.deepEqual(findingsOf('banks/aa.jsonl'), [ofFirst])
  assert.deepEqual(findingsOf('banks/bb.jsonl'), [ofOther])
  assert.deepEqual(lintFolder(folder, options).findings.map(findingText), [ofFirst, ofOther])
})
