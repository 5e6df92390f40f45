import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Fault,
  findingsIn,
  first,
  formattedTexts,
  other,
  scheme,
  testFaults,
  twins,
} from '../../../../test/support/data/lint-fixtures.ts'
import {
  bank,
  code,
  form,
  method,
  type Row,
  range,
  type Small,
  sharedField,
  small,
} from '../../../../test/support/data/small-data.ts'

function withCodes(data: Small, pattern: string, ids: string[], codes: Row[]): void {
  data.schemes = [...data.schemes, ...ids.map((id) => scheme(id, pattern))]
  first(data).codes = [code('001'), ...codes]
}

const qrCodes = (data: Small, rows: Row[]): void =>
  withCodes(
    data,
    '^\\d{1,20}$',
    ['ch_iid'],
    rows.map(({ value, ...more }) => code(value as string, { scheme: 'ch_iid', ...more })),
  )

const ecbList = (data: Small): number =>
  data.sources.push({
    ...(data.sources[0] as Row),
    id: 'b-ecb',
    publisher: 'European Central Bank',
    fields: ['bic', 'name'],
  })

const rangeFaults: [fault: string, more: Row, finding: RegExp][] = [
  ['that overlaps another', { first: '499' }, /^code-ranges\.json:1 aa_code 499-599: it overlaps 400-499; correct it/],
  [
    'out of order',
    { first: '300', last: '310' },
    /aa_code 300-310: it follows aa_code 400-499, but ranges must be sorted/,
  ],
  ['that ends before it starts', { last: '499' }, /aa_code 500-499: its first code is larger than its last/],
  ['that does not match the pattern', { last: '5999' }, /5999 does not match/],
  ['of an unknown scheme', { scheme: 'bb_code' }, /its scheme bb_code is not in schemes\.json/],
  ['of an unknown source', { source: 'b-list' }, /its source b-list is not in sources\.json/],
  ['of an unknown bank', { banks: ['aa-x'] }, /500-599: aa-x is not an open bank in AA; name the bank/],
  ['of a closed bank', { banks: ['aa-second'] }, /500-599: aa-second is not an open bank in AA/],
  ['of a foreign bank', { banks: ['bb-only'] }, /500-599: bb-only is not an open bank in AA/],
]

const system = (more: Row = {}): Row => ({
  code: 'AANCC',
  country: 'AA',
  scheme: 'aa_code',
  member_id: '{bank_code}',
  pattern: '^\\d{3}$',
  example: '001',
  source: 'a-list',
  ...more,
})

const clearingFaults: [fault: string, systems: Row[], finding: RegExp][] = [
  ['an example that does not match', [system({ example: '1' })], /AANCC: its example 1 does not match its pattern/],
  ['an unknown part', [system({ member_id: '{bank}' })], /AANCC: \{bank\} in its member_id is not one of bank_code/],
  ['a scheme of another country', [system({ country: 'BB' })], /AANCC: its scheme aa_code belongs to AA; correct it/],
  ['an unknown scheme', [system({ scheme: 'aa_other' })], /AANCC: its scheme aa_other is not in schemes\.json/],
  ['an unknown source', [system({ format_source: 'none' })], /AANCC: its source none is not in sources\.json/],
  ['an unsafe pattern', [system({ pattern: '^(a+)+$' })], /AANCC: its pattern is not in the allowed subset/],
  [
    'a country that is not supported',
    [system({ country: 'CC', scheme: undefined })],
    /AANCC: CC is not a supported country; remove it/,
  ],
  [
    'two entries of a country in the wrong order',
    [system(), system({ code: 'AAABC' })],
    /AAABC: AA has two clearing systems; keep one[\s\S]*AAABC: it does not sort after AANCC; move it/,
  ],
]

const bankField = (example: string, more: Row = {}): Row => ({
  key: 'bank',
  label: 'Bank',
  hint: 'A bank.',
  type: 'bank',
  example,
  ...more,
})

const wallets = { bank_types: ['mobile_money'], schemes: [] }

const numberWith = (check: string, example: string): Row[] => [{ field: 'account_number', check, example }]

const requirementFaults: [fault: string, fields: Row[], finding: RegExp, more?: Row][] = [
  [
    'a wrong example',
    [{ field: 'account_number', example: 'x' }],
    /aa_number: its field account_number has the example/,
  ],
  ['a wrong CBU', numberWith('cbu', '01'), /the example of its field account_number fails the check/],
  [
    'a wrong CLABE',
    numberWith('clabe', '002010000000000002'),
    /the example of its field account_number fails the check/,
  ],
  ['a wrong RIB', numberWith('rib', '0001'), /the example of its field account_number fails the check/],
  [
    'a wrong routing number',
    numberWith('us_aba', '021000022'),
    /the example of its field account_number fails the check/,
  ],
  ['a wrong IBAN', numberWith('iban', '1'), /the example of its field account_number fails the check/],
  ['a number outside the IBAN', numberWith('national_check', '1'), /the example of its field account_number fails/],
  [
    'a NUBAN of another bank',
    [bankField('001'), ...numberWith('nuban', '0000014579')],
    /account_number fails the check/,
  ],
  ['a sort code that is missing', numberWith('gb_modulus', '66374958'), /account_number fails the check/],
  ['a clearing number that is missing', numberWith('se_account', '8257466'), /account_number fails the check/],
]

const bankFaults: [fault: string, fields: Row[], finding: RegExp][] = [
  ['a code that no bank has', [bankField('009')], /no open bank has the example "009" of its field bank/],
  ['a closed bank', [bankField('aa-second')], /no open bank has the example "aa-second" of its field bank/],
]

const faults: Fault[] = [
  [
    'readable',
    'a pattern that can backtrack exponentially',
    (data) => data.schemes.push(scheme('aa_other', '^(\\d+)+$')),
    /schemes\.json:\d+ aa_other: its pattern is not in the allowed subset .*data\/README\.md describes the subset/,
  ],
  [
    'readable',
    'an account number pattern that can backtrack exponentially',
    (data) => ((data.countries[0] as Row).account_number = { label: 'A', pattern: '^(\\d|\\d\\d)*$' }),
    /countries\.json:\d+ AA: the pattern of its account numbers is not in the allowed subset/,
  ],
  [
    'readable',
    'an unknown type',
    (data) => (other(data).type = 'shop'),
    /^banks\/bb\.jsonl:1 type is "shop"; allowed values are/,
  ],
  ['order', 'a duplicate id', (data) => data.banks.bb?.push(other(data)), /:2 bb-only: another line has the same id/],
  [
    'order',
    'an unsorted line',
    (data) => data.banks.aa?.reverse(),
    /:2 aa-first: the line must come before aa-second; run .*--fix/,
  ],
  [
    'country',
    'another country',
    (data) => (other(data).country = 'AA'),
    /:1 bb-only: country is AA, but the file is for BB/,
  ],
  ['country', 'an id of another country', (data) => (other(data).id = 'aa-only'), /id does not start with "bb-"/],
  ['country', 'a country without a file', (data) => delete data.banks.bb, /^banks\/bb\.jsonl is missing/],
  [
    'code-pattern',
    'a lost zero',
    (data) => (first(data).codes = [code('01')]),
    /aa_code code "01" does not match \^\\d\{3\}\$/,
  ],
  [
    'code-pattern',
    'an unknown scheme',
    (data) => (first(data).codes = [code('001'), code('1', { scheme: 'x' })]),
    /"1" belongs to a scheme that is not in schemes\.json/,
  ],
  [
    'code-pattern',
    'a foreign scheme',
    (data) => (other(data).codes = [code('003')]),
    /"003" belongs to a scheme of AA, but the bank is in BB/,
  ],
  [
    'code-pattern',
    'a duplicate code',
    (data) => (first(data).codes = [code('001'), code('001')]),
    /"001" is listed twice/,
  ],
  ...rangeFaults.map(
    ([fault, more, finding]): Fault => [
      'code-ranges',
      `a range ${fault}`,
      (data) => (data.ranges = [range('400', '499'), range('500', '599', more)]),
      finding,
    ],
  ),
  [
    'account-forms',
    'an example that does not match',
    (data) => (data.forms = [form('aa_number', { example: '1' })]),
    /^account-forms\.json:1 aa_number: its example is invalid: .*; correct it/,
  ],
  [
    'account-forms',
    'a form that is out of order',
    (data) => (data.forms = [form('aa_number'), form('aa_earlier')]),
    /aa_earlier: it does not sort after aa_number; move it/,
  ],
  [
    'account-forms',
    'a form of a country that is not supported',
    (data) => {
      const parts = { provider: '\\d{3}', account: '\\d{5}' }
      data.forms = [form('cc_number', { country: 'CC', scheme: undefined, parts })]
    },
    /cc_number: CC is not a supported country; remove it/,
  ],
  ...clearingFaults.map(
    ([fault, systems, finding]): Fault => [
      'clearing-systems',
      fault,
      (data) => (data.clearingSystems = systems),
      finding,
    ],
  ),
  ...requirementFaults.map(
    ([fault, fields, finding, more = {}]): Fault => [
      'account-requirements',
      `a method with ${fault}`,
      (data) => (data.requirements = [sharedField(), method('aa_number', { fields, ...more })]),
      finding,
    ],
  ),
  ...bankFaults.map(
    ([fault, fields, finding]): Fault => [
      'payment-methods',
      `a method with ${fault}`,
      (data) => (data.requirements = [method('aa_number', { fields })]),
      finding,
    ],
  ),
  [
    'payment-methods',
    'a scheme without codes',
    (data) => {
      data.schemes.push(scheme('aa_other', '^\\d{3}$'))
      data.requirements = [method('aa_number', { fields: [bankField('001', { schemes: ['aa_code', 'aa_other'] })] })]
    },
    /aa_number: no open bank of its field bank has a code of the scheme aa_other/,
  ],
  [
    'account-requirements',
    'a method that is out of order',
    (data) => (data.requirements = [sharedField(), method('bb_number'), method('aa_number')]),
    /^account-requirements\.json:1 aa_number: it is out of order; move it/,
  ],
  [
    'account-requirements',
    'a shared field that no method uses',
    (data) => (data.requirements = [sharedField({ id: 'unused' }), sharedField(), method('aa_number')]),
    /unused: no method uses the field; remove it/,
  ],
  [
    'account-requirements',
    'a shared field with an unknown source',
    (data) => (data.requirements = [sharedField({ source: 'x' }), method('aa_number')]),
    /account_number: its source x is not in sources\.json/,
  ],
  [
    'payment-methods',
    'an operator field without operators',
    (data) => (data.requirements = [method('bb_wallet', { fields: [bankField('bb-only', wallets)] })]),
    /bb_wallet: its field bank has no banks to choose from/,
  ],
  [
    'payment-methods',
    'an operator that is a bank',
    (data) => {
      data.banks.bb?.push(bank('bb-wallet', { type: 'mobile_money' }))
      data.requirements = [method('bb_wallet', { fields: [bankField('bb-only', wallets)] })]
    },
    /bb_wallet: no open bank has the example "bb-only" of its field bank/,
  ],
  ...(
    [
      [
        'prefixes of a bank',
        { 'bb-only': ['20'] },
        /bb_wallet: it has prefixes of bb-only, which is not an open wallet/,
      ],
      ['a prefix of two operators', { 'bb-wallet': ['20', '20'] }, /bb_wallet: the prefix 20 has two operators/],
    ] as const
  ).map(
    ([fault, prefixes, finding]): Fault => [
      'payment-methods',
      fault,
      (data) => {
        data.banks.bb?.push(bank('bb-wallet', { type: 'mobile_money' }))
        data.requirements = [method('bb_wallet', { fields: [bankField('bb-wallet', wallets)], prefixes })]
      },
      finding,
    ],
  ),
  [
    'payment-methods',
    'a country without a payment method',
    (data) => (data.requirements = [sharedField(), method('aa_number')]),
    /^account-requirements\.json BB has no payment method; add one/,
  ],
  [
    'main-code',
    'two main codes',
    (data) => (first(data).codes = [code('001', { main: true }), code('002', { main: true })]),
    /aa-first: main aa_code code "002" is not the only main code; mark only one code/,
  ],
  ...['former', 'unconfirmed'].map(
    (status): Fault => [
      'main-code',
      `a main code that is ${status}`,
      (data) => (first(data).codes = [code('001'), code('002', { status, main: true })]),
      new RegExp(`main aa_code code "002" is ${status}; mark the current code`),
    ],
  ),
  [
    'main-code',
    'a main code that no list shows',
    (data) => withCodes(data, '^\\d{1,20}$', ['aa_other'], [code('1', { scheme: 'aa_other', main: true })]),
    /main aa_other code "1" belongs to a scheme that is not in the code_schemes of AA/,
  ],
  [
    'main-code',
    'a main branch code next to another one',
    (data) => {
      for (const row of data.schemes) row.level = 'branch'
      first(data).codes = [code('001'), code('002', { main: true })]
    },
    /main aa_code code "002" is not the only current one, and the codes of the scheme identify branches; remove main/,
  ],
  [
    'main-code',
    'a QR-IID that hides the only other code',
    (data) => qrCodes(data, [{ value: '00761' }, { value: '30761' }]),
    /aa-first: the QR-IID "30761" hides ch_iid code "00761"; mark 00761 as main/,
  ],
  [
    'main-code',
    'a QR-IID as the main code',
    (data) => qrCodes(data, [{ value: '00761' }, { value: '31999', main: true }]),
    /aa-first: main ch_iid code "31999" is a QR-IID; remove main/,
  ],
  [
    'check-digits',
    'a wrong LEI',
    (data) => (first(data).lei = '529900BBEBGNAA1C6177'),
    /LEI "529900BBEBGNAA1C6177" has wrong check digits/,
  ],
  ...['us_aba 021000022', 'us_fedwire 026009594', 'pl_nrb 10100001', 'hr_vbdi 2360001'].map((text): Fault => {
    const [id, value] = text.split(' ') as [string, string]
    const plant = (data: Small) => withCodes(data, '^\\d{1,20}$', [id], [code(value, { scheme: id })])
    return [
      'check-digits',
      `a wrong ${id}`,
      plant,
      new RegExp(`: ${id} code "${value}" has a wrong check digit; correct`),
    ]
  }),
  [
    'bics',
    'a country that does not exist',
    (data) => (first(data).bic = 'ABCDQQ22'),
    /BIC ABCDQQ22 is invalid: .*country code/,
  ],
  ['bics', 'the head office suffix', (data) => (first(data).bic = 'ABCDDEFFXXX'), /write ABCDDEFF \[bics\]/],
  ['bics', 'a test BIC', (data) => (first(data).bic = 'ABCDDEF0'), /is a test BIC/],
  [
    'bics',
    'a duplicate BIC',
    (data) => Object.assign(first(data), { bic: 'ABCDDEFF', other_bics: ['ABCDDEFF'] }),
    /BIC ABCDDEFF is listed twice/,
  ],
  [
    'bics',
    "the bank's own BIC on a code",
    (data) => Object.assign(first(data), { bic: 'ABCDDEFF', codes: [code('001', { bic: 'ABCDDEFF' })] }),
    /is repeated on a code/,
  ],
  [
    'bic-country',
    'the BIC of the parent',
    (data) => (first(data).bic = 'ABCDDEFF'),
    /BIC ABCDDEFF has the country code DE, but the bank is in AA/,
  ],
  [
    'bic-letters',
    "another bank's letters",
    (data) => {
      withCodes(data, '^[A-Z]{4}$', ['aa_letters'], [code('WXYZ', { scheme: 'aa_letters' })])
      first(data).bic = 'ABCDDEFF'
    },
    /aa_letters code "WXYZ" is not the start of BIC ABCDDEFF/,
  ],
  ...(['BDF', 'TGT', 'RTG', 'LCH'] as const).flatMap((branch): Fault[] => [
    [
      'settlement-bics',
      `a bank with the branch part ${branch}`,
      (data) => (first(data).bic = `ABCDDEFF${branch}`),
      new RegExp(`aa-first: BIC ABCDDEFF${branch} is an address at a central bank`),
    ],
    [
      'settlement-bics',
      `a code with the branch part ${branch}`,
      (data) => Object.assign(first(data), { codes: [code('001', { bic: `ABCDDEFF${branch}` })] }),
      new RegExp(`aa-first: BIC ABCDDEFF${branch} is an address .*; use the BIC of the head office, or remove it`),
    ],
  ]),
  [
    'settlement-bics',
    'a further BIC with the branch part TGT',
    (data) => Object.assign(first(data), { bic: 'ABCDDEFF', other_bics: ['ABCDDEFFTGT'] }),
    /aa-first: BIC ABCDDEFFTGT is an address/,
  ],
  [
    'ecb-bics',
    'a BIC on a code that replaces that of the bank',
    (data) => {
      ecbList(data)
      Object.assign(first(data), { bic: 'ABCDDEFF', codes: [code('001', { bic: 'BACDDEFF', source: 'b-ecb' })] })
    },
    /aa-first: the BIC BACDDEFF of aa_code code "001" comes from b-ecb and replaces that of the bank; remove it/,
  ],
  [
    'ecb-bics',
    'a branch BIC that no other list has',
    (data) => {
      ecbList(data)
      Object.assign(first(data), { bic: 'ABCDDEFFSEC', sources: ['a-list', 'b-ecb'] })
    },
    /aa-first: BIC ABCDDEFFSEC names a branch, and only b-ecb has it; use the BIC of the head office/,
  ],
  [
    'nested-codes',
    "another bank's sort code",
    (data) =>
      withCodes(
        data,
        '^\\d{1,20}$',
        ['gh_prefix', 'gh_sort'],
        [code('04', { scheme: 'gh_prefix' }), code('050100', { scheme: 'gh_sort' })],
      ),
    /gh_sort code "050100" does not start with the gh_prefix code 04/,
  ],
  [
    'shared-codes',
    'a code of two banks',
    (data) => twins(data, { codes: [code('001')] }),
    /:3 aa-twin: aa_code code "001" is current for several banks: aa-first, aa-twin; mark it as former/,
  ],
  [
    'shared-bics',
    'a BIC of two banks',
    (data) => twins(data, { bic: 'ABCDDEFF' }),
    /aa-twin: BIC ABCDDEFF also belongs to aa-first/,
  ],
  [
    'shared-leis',
    'an LEI of two banks',
    (data) => twins(data, { lei: '529900BBEBGNAA1C6176' }),
    /LEI 529900BBEBGNAA1C6176 belongs to several open banks: aa-first, aa-twin/,
  ],
  [
    'same-name',
    'two banks with the same name in a city',
    (data) => twins(data, { city: 'Aix' }, { name: 'FIRST' }),
    /several open banks have this name, city and region: aa-first, aa-twin/,
  ],
  [
    'same-website',
    'a website of two banks',
    (data) => twins(data, { website: 'https://www.aa.com' }, { website: 'http://aa.com' }),
    /website aa\.com belongs to several open banks: aa-first, aa-twin/,
  ],
  [
    'same-ussd',
    'a USSD code of two banks',
    (data) => twins(data, { ussd: '*1#' }),
    /USSD code \*1# belongs to several open banks: aa-first, aa-twin/,
  ],
]

testFaults(faults)

test('a QR-IID may stand next to a main code, or next to several codes without one', () => {
  const marked = small()
  qrCodes(marked, [{ value: '00761', main: true }, { value: '30761' }])
  const several = small()
  qrCodes(several, [{ value: '00764' }, { value: '30764' }, { value: '76410' }])
  for (const data of [marked, several]) assert.doesNotMatch(findingsIn(formattedTexts(data)).join('\n'), /QR-IID/)
})

test('a BIC of the European Central Bank may fill a gap, and another list may confirm a branch', () => {
  const gap = small()
  ecbList(gap)
  Object.assign(first(gap), { bic: 'ABCDDEFF', sources: ['a-list', 'b-ecb'] })
  const confirmed = small()
  ecbList(confirmed)
  confirmed.sources.push({ ...(confirmed.sources[0] as Row), id: 'c-bics', fields: ['bic', 'lei'] })
  Object.assign(first(confirmed), { bic: 'ABCDDEFFSEC', sources: ['a-list', 'b-ecb', 'c-bics'] })
  for (const data of [gap, confirmed]) assert.doesNotMatch(findingsIn(formattedTexts(data)).join('\n'), /ecb-bics/)
})
