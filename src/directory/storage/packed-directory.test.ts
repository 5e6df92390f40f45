import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBankDetail } from '../../../test/support/data/bank-detail.ts'
import { createDirectory } from '../lookups.ts'
import type { BankRecord } from '../records/bank-record.ts'
import type { Scheme } from '../records/scheme.ts'
import { runToEnd } from '../run-to-end.ts'
import { packDirectory } from './packed-directory.ts'

const scheme = (id: string, more: Partial<Scheme> = {}): Scheme => ({
  id,
  label: `Label of ${id}`,
  country: id.slice(0, 2).toUpperCase(),
  pattern: '^.+$',
  issuer: 'A',
  level: 'bank',
  use: 'payment',
  used_for: 'tests',
  iban_bank_code: false,
  ...more,
})

const country = (code: string, more: object = {}) => ({
  code,
  name: code,
  kind: 'country' as const,
  currency: 'EUR',
  iban: false,
  account_number: { label: 'Account number', pattern: '^.+$' },
  ...more,
})

const bank = (id: string, more: Partial<BankRecord> = {}): BankRecord => ({
  id,
  name: `Bank ${id} Ł`,
  country: id.slice(0, 2).toUpperCase(),
  type: 'commercial_bank',
  status: 'active',
  confidence: 'high',
  sources: ['a-list'],
  ...more,
})

const code = (scheme: string, value: string, more: object = {}) => ({ scheme, value, source: 'a-list', ...more })

const banks = [
  bank('aa-closed', { status: 'closed', codes: [code('aa_old', '9', { status: 'former' })] }),
  bank('aa-one', { codes: [code('aa_first', '1'), code('aa_other', '5'), code('aa_second', '2')] }),
  bank('aa-several', { codes: [code('aa_first', '3'), code('aa_first', '4'), code('aa_second', '6')] }),
  bank('aa-unsure', {
    codes: [code('aa_first', '7', { status: 'unconfirmed' }), code('aa_second', '8')],
    bic: 'AAAAAACC',
  }),
  bank('bb-dated', { codes: [code('bb_code', '1', { as_of: '2020', bic: 'AAAABBCC' })], type: 'credit_union' }),
  bank('bb-official', { codes: [code('bb_code', '2')], type: 'official_institution' }),
]

/** Banks in a country that prefers branch codes, then register numbers, then bank codes. */
const banksOfBranches = [
  bank('cc-branch', { codes: [code('cc_branch', '1')] }),
  bank('cc-main', { codes: [code('cc_branch', '2'), code('cc_branch', '3', { main: true }), code('cc_code', '4')] }),
  bank('cc-main-of-bank', { codes: [code('cc_code', '5'), code('cc_code', '6', { main: true })] }),
  bank('cc-register', { codes: [code('cc_branch', '7'), code('cc_code', '8'), code('cc_register', '9')] }),
  bank('cc-several', { codes: [code('cc_code', '1'), code('cc_code', '2')] }),
]
const all = [...banks, ...banksOfBranches]

const source = {
  id: 'a-list',
  title: 'A list',
  publisher: 'A',
  date: '2026-01-31',
  licence: 'CC0',
  countries: [],
  fields: [],
}

function createSmallDirectory() {
  const lines = (prefix: string) =>
    Buffer.from(
      all
        .filter(({ id }) => id.startsWith(prefix))
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(''),
    )
  return createDirectory(
    packDirectory({
      revision: '2026-01-31.00000000',
      rails: [],
      countries: [
        country('AA', { code_schemes: ['aa_first', 'aa_second'], also: ['AB'] }),
        country('BB', { code_schemes: ['bb_code'] }),
        country('CC', { code_schemes: ['cc_branch', 'cc_register', 'cc_code'] }),
        country('RR', { kind: 'region', members: ['AA', 'BB'] }),
      ],
      schemes: new Map(
        [
          ...['aa_first', 'aa_second', 'aa_other', 'aa_old', 'bb_code', 'cc_code'].map((id) => scheme(id)),
          scheme('cc_branch', { level: 'branch', short_label: 'Branch' }),
          scheme('cc_register', { use: 'identity' }),
        ].map((one) => [one.id, one]),
      ),
      sources: new Map([['a-list', { ...source, redistribution: 'open' as const }]]),
      officialCounts: [],
      codeRanges: [],
      accountForms: [],
      accountRequirements: { fields: [], methods: [] },
      clearingSystems: [],
      branchLists: [],
      ranks: [],
      intentWords: [],
      lines: new Map([
        ['AA', lines('aa')],
        ['BB', lines('bb')],
        ['CC', lines('cc')],
      ]),
      banks: all,
      releases: [],
    }),
  )
}

function list(
  input: string,
  filter: Parameters<ReturnType<typeof createSmallDirectory>['listBanks']>[1] = { status: 'active' },
) {
  const directory = createSmallDirectory()
  const found = directory.findCountry(input)
  assert.ok(found)
  const { count, json } = runToEnd(directory.listBanks(found, filter))
  const rows = JSON.parse(`[${Buffer.concat(json)}]`)
  assert.equal(rows.length, count)
  return rows
}

test('an official institution is listed only when its type is requested, and is not in the bank count', () => {
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  assert.deepEqual(ids(list('bb')), ['bb-dated'])
  assert.deepEqual(ids(list('bb', { status: 'any' })), ['bb-dated'])
  assert.deepEqual(ids(list('bb', { status: 'active', types: ['official_institution'] })), ['bb-official'])
  assert.equal(createSmallDirectory().findCountry('bb')?.bank_count, 1)
  assert.equal(findBankDetail(createSmallDirectory(), 'bb-official')?.status, 'active')
})

test('a country lists the schemes that its open banks use, preferred schemes first; only the first is primary', () => {
  const [first, , , region] = createSmallDirectory().countries
  const schemes = (codes: typeof first) => codes?.bank_codes.map(({ scheme, primary }) => [scheme, primary])
  assert.deepEqual(schemes(first), [
    ['aa_first', true],
    ['aa_second', false],
    ['aa_other', false],
  ])
  assert.deepEqual(schemes(region), [
    ['aa_first', true],
    ['aa_second', false],
    ['bb_code', true],
    ['aa_other', false],
  ])
  assert.equal(region?.bank_count, 4)
})

const codesOf = (input: string): Record<string, [code: string, scheme: string]> =>
  Object.fromEntries(
    list(input).map((row: { id: string; code: string; code_scheme: string }) => [row.id, [row.code, row.code_scheme]]),
  )

test('the code of a bank comes from the first preferred scheme in which it has exactly one current code', () => {
  assert.deepEqual(codesOf('aa'), {
    'aa-one': ['1', 'aa_first'],
    'aa-several': ['6', 'aa_second'],
    'aa-unsure': ['8', 'aa_second'],
  })
})

test('a branch code or a register number is never the code of the bank, unless the record marks it as main', () => {
  assert.deepEqual(codesOf('cc'), {
    'cc-branch': [null, null],
    'cc-main': ['3', 'cc_branch'],
    'cc-main-of-bank': ['6', 'cc_code'],
    'cc-register': ['8', 'cc_code'],
    'cc-several': [null, null],
  })
})

test('the main code comes first among the codes of its scheme', () => {
  assert.deepEqual(findBankDetail(createSmallDirectory(), 'cc-main-of-bank')?.codes, { cc_code: ['6', '5'] })
})

test('a country and each code of a bank show the level, the use and the purpose of the scheme', () => {
  const branch = {
    label: 'Label of cc_branch',
    short_label: 'Branch',
    level: 'branch',
    use: 'payment',
    used_for: 'tests',
  }
  const directory = createSmallDirectory()
  const expected = { scheme: 'cc_branch', ...branch, pattern: '^.+$', primary: true }
  assert.deepEqual(directory.findCountry('cc')?.bank_codes[0], expected)
  const [ofBranch, , ofRegister] = findBankDetail(directory, 'cc-register')?.code_details ?? []
  assert.deepEqual({ ...ofBranch, ...branch }, ofBranch)
  assert.equal(ofRegister?.use, 'identity')
})

test('current codes are grouped by scheme, preferred schemes first', () => {
  const [one, several, unsure] = list('aa')
  assert.deepEqual(Object.entries(one.codes), [
    ['aa_first', ['1']],
    ['aa_second', ['2']],
    ['aa_other', ['5']],
  ])
  assert.deepEqual(several.codes, { aa_first: ['3', '4'], aa_second: ['6'] })
  assert.deepEqual(unsure.codes, { aa_second: ['8'] })
})

test('every filter by status and type returns complete rows', () => {
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  assert.deepEqual(ids(list('aa', { status: 'any' })), ['aa-closed', 'aa-one', 'aa-several', 'aa-unsure'])
  assert.deepEqual(ids(list('aa', { status: 'closed' })), ['aa-closed'])
  assert.deepEqual(ids(list('aa', { status: 'merged' })), [])
  assert.deepEqual(ids(list('rr')), ['aa-one', 'aa-several', 'aa-unsure', 'bb-dated'])
  assert.deepEqual(ids(list('rr', { status: 'any', types: ['credit_union'] })), ['bb-dated'])
})

test('a filter by code finds banks with a current code in the scheme, with a main code, or with a BIC', () => {
  const ids = (has: string) => list('rr', { status: 'any', has }).map(({ id }: { id: string }) => id)
  assert.deepEqual(ids('aa_first'), ['aa-one', 'aa-several'])
  assert.deepEqual(ids('aa_second'), ['aa-one', 'aa-several', 'aa-unsure'])
  assert.deepEqual([ids('aa_old'), ids('bb_code')], [[], ['bb-dated']])
  assert.deepEqual([ids('code'), ids('bic')], [['aa-one', 'aa-several', 'aa-unsure', 'bb-dated'], ['aa-unsure']])
})

test('a code shows its own date and BIC, or the date of its source and no BIC', () => {
  const directory = createSmallDirectory()
  assert.deepEqual(findBankDetail(directory, 'bb-dated')?.code_details, [
    {
      scheme: 'bb_code',
      label: 'Label of bb_code',
      // Data of earlier releases has no short labels.
      short_label: 'Label of bb_code',
      level: 'bank',
      use: 'payment',
      used_for: 'tests',
      value: '1',
      status: 'current',
      bic: 'AAAABBCC',
      as_of: '2020',
      source: 'a-list',
      redistribution: 'open',
    },
  ])
  const [former] = findBankDetail(directory, 'aa-closed')?.code_details ?? []
  assert.deepEqual([former?.status, former?.bic, former?.as_of], ['former', null, '2026-01-31'])
})

test('a country is found by any of its codes, in upper or lower case', () => {
  const directory = createSmallDirectory()
  for (const input of ['AA', 'aa', 'aA', ' ab ', 'AB']) assert.equal(directory.findCountry(input)?.code, 'AA')
  for (const input of ['', 'a', 'aaa', 'a a', 'ａａ', 'zz']) assert.equal(directory.findCountry(input), undefined)
})

test('a bank is found by its full id only', () => {
  const directory = createSmallDirectory()
  for (const { id } of banks) assert.equal(findBankDetail(directory, id)?.id, id)
  for (const id of ['', 'aa', 'aa-', 'aa-on', 'aa-onee', 'AA-one', 'cc-one', '__proto__'])
    assert.equal(directory.findBank(id), undefined)
})
