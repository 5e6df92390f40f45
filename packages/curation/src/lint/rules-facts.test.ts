import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Fault,
  findingsIn,
  first,
  formattedTexts,
  gone,
  other,
  scheme,
  testFaults,
} from '../../../../test/support/data/lint-fixtures.ts'
import { bank, code, country, type Row, small } from '../../../../test/support/data/small-data.ts'
import states from '../sources/us-states.json' with { type: 'json' }

const faults: Fault[] = [
  [
    'status',
    'a current code of a merged bank',
    (data) => (gone(data).codes = [code('009')]),
    /:2 aa-second: the bank is merged, but its aa_code code "009" is current; mark/,
  ],
  [
    'in-force',
    'an open bank with a code that stays in force',
    (data) => (first(data).codes = [code('001', { in_force: true })]),
    /:1 aa-first: aa_code code "001" has in_force, but the bank is active; remove/,
  ],
  [
    'in-force',
    'a closed bank with a code that stays in force',
    (data) => Object.assign(gone(data), { status: 'closed', codes: [code('009', { in_force: true })] }),
    /aa-second: aa_code code "009" has in_force, but the bank is closed/,
  ],
  [
    'in-force',
    'a former code that stays in force',
    (data) => (gone(data).codes = [code('009', { status: 'former', in_force: true })]),
    /aa-second: aa_code code "009" has in_force, but the code is former/,
  ],
  [
    'in-force',
    "a code in force from a list that is not the issuer's",
    (data) => {
      gone(data).codes = [code('009', { in_force: true })]
      ;(data.schemes[0] as Row).issuer = 'B'
    },
    /aa-second: aa_code code "009" has in_force, but a-list is not a list from its issuer; name/,
  ],
  [
    'status',
    'an open bank with status_since',
    (data) => (first(data).status_since = '2020'),
    /aa-first: status_since is set, but the bank is active/,
  ],
  [
    'status',
    'a merger without a successor',
    (data) => delete gone(data).successor,
    /the bank is merged, but has no successor/,
  ],
  [
    'status',
    'a status_since after the date of every source',
    (data) => (gone(data).status_since = '2026-02'),
    /status_since 2026-02 is later than every source of the bank/,
  ],
  [
    'status',
    'a status_since that does not exist',
    (data) => (gone(data).status_since = '2025-02-30'),
    /status_since 2025-02-30 is not a valid date/,
  ],
  [
    'successor',
    'a successor that does not exist',
    (data) => (gone(data).successor = 'aa-third'),
    /successor aa-third does not exist/,
  ],
  [
    'successor',
    'a successor that has a successor',
    (data) => data.banks.aa?.push(bank('aa-third', { status: 'closed', successor: 'aa-second' })),
    /aa-second is merged, not open; name aa-first instead/,
  ],
  [
    'successor',
    'an open bank with a successor',
    (data) => (first(data).successor = 'bb-only'),
    /aa-first: the bank is active, but has a successor/,
  ],
  [
    'former-codes',
    'a former code that another bank holds',
    (data) => {
      gone(data).codes = [code('003', { status: 'former' })]
      data.banks.aa?.push(bank('aa-third', { name: 'C', codes: [code('003')] }))
    },
    /aa-second: former aa_code code "003" now belongs to aa-third/,
  ],
  ...[
    'A  Bank',
    ' A Bank',
    'A\u00a0Bank',
    'A\u200bBank',
    'CrÃ©dit',
    'A &amp; B',
    'Bаnk',
    'Ｂank',
    'A “Bank”',
    'Bank (A',
    'Bank &',
    'NORTHERN SAVINGS',
    'BANCA CENTRO Calabria',
    'Cre\u0301dit',
  ].map(
    (name): Fault => [
      'names',
      `the name ${JSON.stringify(name)}`,
      (data) => (first(data).name = name),
      /aa-first: name .*; .*\[names\]/,
    ],
  ),
  [
    'names',
    'a note with a tab',
    (data) => (first(data).notes = ['A\tnote.']),
    /note "A\\tnote\." contains an extra or special space/,
  ],
  [
    'legal-form',
    'a legal form',
    (data) => (first(data).name = 'A Bank Plc'),
    /"A Bank Plc" ends with the legal form Plc/,
  ],
  [
    'aliases',
    'an alias that repeats the name',
    (data) => (first(data).aliases = ['a bank']),
    /alias "a bank" repeats another name of the bank/,
  ],
  [
    'aliases',
    'an alias that is the name of another open bank',
    (data) => {
      first(data).aliases = ['The Other']
      data.banks.aa?.push(bank('aa-third', { name: 'The Other' }))
    },
    /:1 aa-first: alias "The Other" is the name of aa-third; remove the alias/,
  ],
  [
    'aliases',
    'an alias with a remark from a list',
    (data) => (first(data).aliases = ['A Bank nur für GAA']),
    /alias "A Bank nur für GAA" contains a remark from a list/,
  ],
  ...['Falls Catholic C U', 'School Emp. Federal Credit Union', 'Bosomtwe Rural Bk', 'Caja R. de Teruel'].map(
    (name): Fault => [
      'short-forms',
      `the name ${JSON.stringify(name)}`,
      (data) => (first(data).name = name),
      /aa-first: name .* contains the abbreviation /,
    ],
  ),
  [
    'lost-letters',
    'a word without the accents that it has elsewhere',
    (data) => {
      first(data).name = 'Banco de Espana'
      data.banks.aa?.push(bank('aa-third', { name: 'Crédito de España' }))
    },
    /:1 aa-first: name "Banco de Espana" contains "espana" instead of "españa"; restore the accents/,
  ],
  [
    'lost-letters',
    'a Nordic letter written as two ASCII letters',
    (data) => {
      first(data).city = 'Koebenhavn'
      data.banks.aa?.push(bank('aa-third', { name: 'C', city: 'København' }))
    },
    /:1 aa-first: city "Koebenhavn" contains "koebenhavn" instead of "københavn"/,
  ],
  [
    'former-brands',
    'a former brand',
    (data) => (first(data).name = 'Lloyds TSB Bank'),
    /name "Lloyds TSB Bank" contains "Lloyds TSB", which has been called "Lloyds Bank" since 2013; rename the bank/,
  ],
  [
    'seat',
    'a German city as the Bundesbank writes it',
    (data) => {
      data.countries.push(country('DE'))
      data.banks.de = [bank('de-bank', { city: 'Essen, Ruhr' })]
    },
    /de-bank: city "Essen, Ruhr" is in the format of the Bundesbank list; write "Essen"/,
  ],
  [
    'seat',
    'a truncated city in the United States',
    (data) => {
      data.countries.push(country('US'))
      data.banks.us = ['Colorado Spring', 'Colorado Springs'].map((city, at) =>
        bank(`us-bank-${at}`, { name: `Bank ${at}`, city, region: 'CO' }),
      )
    },
    /us-bank-0: city "Colorado Spring" is truncated; write "Colorado Springs"/,
  ],
  ['seat', 'a postal district', (data) => (first(data).city = 'Paris 07'), /city "Paris 07" contains digits/],
  ['seat', 'a region', (data) => (first(data).region = 'XY'), /region "XY" is not a US state/],
  ...[
    'http://www.aa.og',
    'https://aa',
    'https://aa.com/#',
    'https://aa.com/',
    'https://aa.com:80/x',
    'https://AA.com',
    'https://wwww.aa.com',
  ].map(
    (website): Fault => [
      'website',
      website,
      (data) => (first(data).website = website),
      /aa-first: website ".*\[website\]/,
    ],
  ),
  [
    'source-use',
    'an unknown source',
    (data) => (first(data).sources = ['a-list', 'b-list']),
    /source b-list is not in sources\.json/,
  ],
  [
    'source-use',
    'a BIC from a list without BICs',
    (data) => Object.assign(first(data), { bic: 'BANKAA2L', bic_source: 'a-list' }),
    /the BIC comes from a-list, which has no BICs/,
  ],
  [
    'source-use',
    'the source of a BIC that the bank does not have',
    (data) => (first(data).bic_source = 'a-list'),
    /bic_source is the source of no BIC/,
  ],
  [
    'source-use',
    'an unused source',
    (data) => data.sources.push({ ...data.sources[0], id: 'b-list' }),
    /^sources\.json:\d+ b-list: no bank, table or correction cites this source/,
  ],
  [
    'source-use',
    'an older date of a bank that does not exist',
    (data) => ((data.sources[0] as Row).bank_dates = { 'aa-none': '1999' }),
    /^sources\.json:\d+ a-list: its date of aa-none is not that of a bank with older rows; /,
  ],
  [
    'source-use',
    'a date of a bank that is not older than its list',
    (data) => ((data.sources[0] as Row).bank_dates = { 'aa-first': '2999' }),
    /^sources\.json:\d+ a-list: its date of aa-first is not that of a bank with older rows; /,
  ],
  [
    'source-use',
    'a source that covers another country',
    (data) => ((data.sources[0] as Row).countries = ['BB']),
    /source a-list covers BB, not AA/,
  ],
  [
    'source-use',
    'a code from a source that the bank does not name',
    (data) => (first(data).codes = [code('001', { source: 'b-list' })]),
    /"001" comes from b-list, which is not among the bank's sources/,
  ],
  [
    'source-dates',
    'a month that does not exist',
    (data) => ((data.sources[0] as Row).date = '2025-13'),
    /2025-13 does not exist/,
  ],
  [
    'source-dates',
    'a list with a date in the future',
    (data) => ((data.sources[0] as Row).date = '2026-02-02'),
    /^sources\.json:3 a-list: date 2026-02-02 is in the future/,
  ],
  [
    'source-dates',
    'a list of the year 26',
    (data) => ((data.sources[0] as Row).date = '0026-01-31'),
    /a-list: date 0026-01-31 is before 1990/,
  ],
  [
    'source-dates',
    'an id with a different year than the date',
    (data) => {
      data.sources.push({ ...data.sources[0], id: 'b-list-2021', date: '2012' })
      first(data).sources = ['a-list', 'b-list-2021']
    },
    /the id contains the date 2021, but the date is 2012/,
  ],
  [
    'source-dates',
    'a code newer than its list',
    (data) => (first(data).codes = [code('001', { as_of: '2026-02-01' })]),
    /has the as_of date 2026-02-01, but its source is from 2026-01-31/,
  ],
  [
    'scheme-use',
    'an unused scheme',
    (data) => data.schemes.push(scheme('bb_code', '^\\d$')),
    /^schemes\.json:\d+ bb_code: no bank has a code in this scheme/,
  ],
  [
    'short-labels',
    'a scheme without a short label',
    (data) => delete data.schemes[0]?.short_label,
    /^schemes\.json:\d+ aa_code: it has no short_label/,
  ],
  [
    'short-labels',
    'a long short label',
    (data) => ((data.schemes[0] as Row).short_label = 'Bank code no.'),
    /short_label "Bank code no\." is longer than 11 characters/,
  ],
  [
    'short-labels',
    'a short label that the country has twice',
    (data) => data.schemes.push({ ...scheme('zz_all', '^\\d$'), country: '*', short_label: 'code' }),
    /zz_all: short_label "code" is also the label of aa_code/,
  ],
  [
    'scheme-use',
    'a scheme of another country in code_schemes',
    (data) => ((data.countries[1] as Row).code_schemes = ['aa_code']),
    /BB: code_schemes contains aa_code, which belongs to AA/,
  ],
  [
    'confidence',
    'an unverified bank',
    (data) => (other(data).status = 'unverified'),
    /confidence is high, but the bank is unverified/,
  ],
  [
    'confidence',
    'a bank with only disputed codes',
    (data) => (first(data).codes = [code('001', { status: 'unconfirmed' })]),
    /confidence is high, but every code is unconfirmed/,
  ],
  [
    'reach',
    'two banks with the same name and reach',
    (data) => {
      first(data).reach = 'international'
      other(data).reach = 'international'
    },
    /bb-only: several banks with this name have reach: aa-first, bb-only/,
  ],
  ['notes', 'half a sentence', (data) => (first(data).notes = ['Merged with']), /note "Merged with" is not a sentence/],
  ['notes', 'a URL', (data) => (first(data).notes = ['See https://aa.com.']), /contains a URL/],
]

testFaults(faults)

test('a current code of a merged bank is allowed if its issuer keeps it in force', () => {
  const data = small()
  gone(data).codes = [code('009', { in_force: true })]
  assert.deepEqual(findingsIn(formattedTexts(data)), [])
})

test('a code may move from one open bank to another', () => {
  const data = small()
  first(data).codes = [code('001', { status: 'former' })]
  data.banks.aa?.push(bank('aa-third', { name: 'C', codes: [code('001')] }))
  assert.deepEqual(findingsIn(formattedTexts(data)), [])
})

test('a word that is more common without accents and a former brand as an alias are allowed', () => {
  const data = small()
  first(data).name = 'Credit Bank'
  first(data).aliases = ['Lloyds TSB']
  data.banks.aa?.push(bank('aa-third', { name: 'Credit House' }), bank('aa-xenial', { name: 'Crédit Maison' }))
  assert.deepEqual(findingsIn(formattedTexts(data)), [])
})

test('every state that the US lists use is a valid region', () => {
  const data = small()
  data.countries.push(country('US'))
  data.banks.us = states.map((region) =>
    bank(`us-${region.toLowerCase()}`, { name: `${region} Bank`, city: 'Town', region }),
  )
  assert.ok(states.includes('PW'))
  assert.deepEqual(findingsIn(formattedTexts(data)), [])
})
