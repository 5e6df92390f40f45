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
} from '../../../test/support/data/lint-fixtures.ts'
import { bank, code, country, type Row, small } from '../../../test/support/data/small-data.ts'
import states from '../sources/us-states.json' with { type: 'json' }

const faults: Fault[] = [
  [
    'status',
    'a current code of a merged bank',
    (data) => (gone(data).codes = [code('009')]),
    /:2 aa-second: is merged, but its aa_code code "009" is current; mark/,
  ],
  [
    'in-force',
    'an open bank with a code that is kept in force',
    (data) => (first(data).codes = [code('001', { in_force: true })]),
    /:1 aa-first: is active, and its aa_code code "001" says in_force; take/,
  ],
  [
    'in-force',
    'a closed bank with a code that is kept in force',
    (data) => Object.assign(gone(data), { status: 'closed', codes: [code('009', { in_force: true })] }),
    /aa-second: is closed, and its aa_code code "009" says in_force/,
  ],
  [
    'in-force',
    'a former code that is kept in force',
    (data) => (gone(data).codes = [code('009', { status: 'former', in_force: true })]),
    /aa-second: its aa_code code "009" is former and says in_force/,
  ],
  [
    'in-force',
    'a list that is not of the issuer',
    (data) => {
      gone(data).codes = [code('009', { in_force: true })]
      ;(data.schemes[0] as Row).issuer = 'B'
    },
    /aa-second: its aa_code code "009" says in_force, but a-list is not a list of its issuer; name/,
  ],
  [
    'status',
    'an open bank that ended',
    (data) => (first(data).status_since = '2020'),
    /aa-first: is active and has status_since/,
  ],
  ['status', 'a merger with nobody', (data) => delete gone(data).successor, /is merged and does not say with whom/],
  [
    'status',
    'an end that no source can know',
    (data) => (gone(data).status_since = '2026-02'),
    /2026-02 is later than each of its sources/,
  ],
  ['status', 'an end on no day', (data) => (gone(data).status_since = '2025-02-30'), /2025-02-30 is not a date/],
  [
    'successor',
    'a successor that is not there',
    (data) => (gone(data).successor = 'aa-third'),
    /its successor aa-third is not there/,
  ],
  [
    'successor',
    'a chain',
    (data) => data.banks.aa?.push(bank('aa-third', { status: 'closed', successor: 'aa-second' })),
    /aa-second is not open but merged; name aa-first instead/,
  ],
  [
    'successor',
    'an open bank with a successor',
    (data) => (first(data).successor = 'bb-only'),
    /aa-first: is active and has a successor/,
  ],
  [
    'former-codes',
    'a code that went elsewhere',
    (data) => {
      gone(data).codes = [code('003', { status: 'former' })]
      data.banks.aa?.push(bank('aa-third', { name: 'C', codes: [code('003')] }))
    },
    /aa-second: its former aa_code code "003" is now that of aa-third/,
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
      /aa-first: its name .*; .*\[names\]/,
    ],
  ),
  ['names', 'a note with a tab', (data) => (first(data).notes = ['A\tnote.']), /its note "A\\tnote\." has a space/],
  [
    'legal-form',
    'a legal form',
    (data) => (first(data).name = 'A Bank Plc'),
    /"A Bank Plc" ends with the legal form Plc/,
  ],
  [
    'aliases',
    'its own name',
    (data) => (first(data).aliases = ['a bank']),
    /its alias "a bank" is a name that it has already/,
  ],
  [
    'aliases',
    'the name of another open bank',
    (data) => {
      first(data).aliases = ['The Other']
      data.banks.aa?.push(bank('aa-third', { name: 'The Other' }))
    },
    /:1 aa-first: its alias "The Other" is the name of aa-third; take it out/,
  ],
  [
    'aliases',
    'a remark of its list',
    (data) => (first(data).aliases = ['A Bank nur für GAA']),
    /its alias "A Bank nur für GAA" has a remark of its list/,
  ],
  ...['Falls Catholic C U', 'School Emp. Federal Credit Union', 'Bosomtwe Rural Bk', 'Caja R. de Teruel'].map(
    (name): Fault => [
      'short-forms',
      `the name ${JSON.stringify(name)}`,
      (data) => (first(data).name = name),
      /aa-first: its name .* has the short form /,
    ],
  ),
  [
    'lost-letters',
    'a plain word that has its letters elsewhere',
    (data) => {
      first(data).name = 'Banco de Espana'
      data.banks.aa?.push(bank('aa-third', { name: 'Crédito de España' }))
    },
    /:1 aa-first: its name "Banco de Espana" has "espana" for "españa"; write the letters/,
  ],
  [
    'lost-letters',
    'a Nordic letter in two plain ones',
    (data) => {
      first(data).city = 'Koebenhavn'
      data.banks.aa?.push(bank('aa-third', { name: 'C', city: 'København' }))
    },
    /:1 aa-first: its city "Koebenhavn" has "koebenhavn" for "københavn"/,
  ],
  [
    'former-brands',
    'a brand that was given up',
    (data) => (first(data).name = 'Lloyds TSB Bank'),
    /its name "Lloyds TSB Bank" has "Lloyds TSB", which is "Lloyds Bank" since 2013; rename it/,
  ],
  [
    'seat',
    'a German city as the Bundesbank writes it',
    (data) => {
      data.countries.push(country('DE'))
      data.banks.de = [bank('de-bank', { city: 'Essen, Ruhr' })]
    },
    /de-bank: its city "Essen, Ruhr" is written as in a list; write "Essen"/,
  ],
  [
    'seat',
    'a city of the United States that is cut',
    (data) => {
      data.countries.push(country('US'))
      data.banks.us = ['Colorado Spring', 'Colorado Springs'].map((city, at) =>
        bank(`us-bank-${at}`, { name: `Bank ${at}`, city, region: 'CO' }),
      )
    },
    /us-bank-0: its city "Colorado Spring" is cut; write "Colorado Springs"/,
  ],
  ['seat', 'a postal district', (data) => (first(data).city = 'Paris 07'), /its city "Paris 07" has digits/],
  ['seat', 'a region', (data) => (first(data).region = 'XY'), /its region "XY" is not a state/],
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
      /aa-first: its website ".*\[website\]/,
    ],
  ),
  [
    'source-use',
    'an unknown source',
    (data) => (first(data).sources = ['a-list', 'b-list']),
    /its source b-list is not in sources\.json/,
  ],
  [
    'source-use',
    'an unused source',
    (data) => data.sources.push({ ...data.sources[0], id: 'b-list' }),
    /^sources\.json:\d+ b-list: no bank, no table and no correction names it/,
  ],
  [
    'source-use',
    'a source of another country',
    (data) => ((data.sources[0] as Row).countries = ['BB']),
    /its source a-list is about BB, not about AA/,
  ],
  [
    'source-use',
    'a code of a source that is not named',
    (data) => (first(data).codes = [code('001', { source: 'b-list' })]),
    /"001" is from b-list, which is not in its sources/,
  ],
  [
    'source-dates',
    'a month that is none',
    (data) => ((data.sources[0] as Row).date = '2025-13'),
    /2025-13 is not in the calendar/,
  ],
  [
    'source-dates',
    'a list of tomorrow',
    (data) => ((data.sources[0] as Row).date = '2026-02-02'),
    /^sources\.json:3 a-list: its date 2026-02-02 is still to come/,
  ],
  [
    'source-dates',
    'a list of the year 26',
    (data) => ((data.sources[0] as Row).date = '0026-01-31'),
    /a-list: its date 0026-01-31 is before there were such lists/,
  ],
  [
    'source-dates',
    'an id of another year',
    (data) => {
      data.sources.push({ ...data.sources[0], id: 'b-list-2021', date: '2012' })
      first(data).sources = ['a-list', 'b-list-2021']
    },
    /its id says 2021, its date 2012/,
  ],
  [
    'source-dates',
    'a code newer than its list',
    (data) => (first(data).codes = [code('001', { as_of: '2026-02-01' })]),
    /as of 2026-02-01, but its source of 2026-01-31/,
  ],
  [
    'scheme-use',
    'an unused scheme',
    (data) => data.schemes.push(scheme('bb_code', '^\\d$')),
    /^schemes\.json:\d+ bb_code: no bank has a code of it/,
  ],
  [
    'scheme-use',
    'a preferred scheme of another country',
    (data) => ((data.countries[1] as Row).code_schemes = ['aa_code']),
    /BB: it prefers the scheme aa_code, which is of AA/,
  ],
  [
    'confidence',
    'an unverified bank',
    (data) => (other(data).status = 'unverified'),
    /is unverified with high confidence/,
  ],
  [
    'confidence',
    'disputed codes only',
    (data) => (first(data).codes = [code('001', { status: 'unconfirmed' })]),
    /each of its codes is unconfirmed/,
  ],
  [
    'reach',
    'two of a name',
    (data) => {
      first(data).reach = 'international'
      other(data).reach = 'international'
    },
    /bb-only: has the name and the reach of aa-first, bb-only/,
  ],
  ['notes', 'half a sentence', (data) => (first(data).notes = ['Merged with']), /its note "Merged with" does not end/],
  ['notes', 'an address', (data) => (first(data).notes = ['See https://aa.com.']), /has an address in it/],
]

testFaults(faults)

test('a current code of a merged bank that its issuer keeps in force is no finding', () => {
  const data = small()
  gone(data).codes = [code('009', { in_force: true })]
  assert.deepEqual(findingsIn(formattedTexts(data)), [])
})

test('a code that went from one open bank to another is no finding', () => {
  const data = small()
  first(data).codes = [code('001', { status: 'former' })]
  data.banks.aa?.push(bank('aa-third', { name: 'C', codes: [code('001')] }))
  assert.deepEqual(findingsIn(formattedTexts(data)), [])
})

test('a word that is more common without its letters, and an old brand as an alias, are no findings', () => {
  const data = small()
  first(data).name = 'Credit Bank'
  first(data).aliases = ['Lloyds TSB']
  data.banks.aa?.push(bank('aa-third', { name: 'Credit House' }), bank('aa-xenial', { name: 'Crédit Maison' }))
  assert.deepEqual(findingsIn(formattedTexts(data)), [])
})

test('a bank is in every state that the lists of the United States know', () => {
  const data = small()
  data.countries.push(country('US'))
  data.banks.us = states.map((region) =>
    bank(`us-${region.toLowerCase()}`, { name: `${region} Bank`, city: 'Town', region }),
  )
  assert.ok(states.includes('PW'))
  assert.deepEqual(findingsIn(formattedTexts(data)), [])
})
