/** A small directory of invented banks in countries whose account numbers or branch codes contain the bank code. */
import { bank, code, country, type Row, type Small, small } from './data/small-data.ts'

const account = (label: string, pattern: string): Row => ({ account_number: { label, pattern } })

const form = (id: string, label: string, scheme: string, parts: Row, more: Row): Row => ({
  id,
  label,
  country: id.slice(0, 2).toUpperCase(),
  scheme,
  parts,
  source: 'a-list',
  ...more,
})

const rib = { check: 'rib', iban: true, recognised_by: 'number' }
const ribOfCentralAfrica = {
  bank_code: '\\d{5}',
  branch_code: '\\d{5}',
  account: '\\d{11}',
  national_check: '\\d{2}',
}

/** The country of each scheme is the start of its id, and its only bank has the code. */
const banks: [id: string, scheme: string, pattern: string, code: string, more?: Row][] = [
  ['ar-plata', 'ar_bcra', '^\\d{3}$', '299'],
  ['au-murray', 'au_bsb', '^\\d{2,3}$', '06', { bic: 'MURRAU2S' }],
  ['bj-oueme', 'bj_bceao', '^BJ\\d{3}$', 'BJ999', { bic: 'OUEMBJBJ' }],
  ['cm-sanaga', 'cm_cemac', '^\\d{5}$', '10099'],
  ['ga-ogooue', 'ga_cemac', '^\\d{5}$', '40099'],
  ['in-ganga', 'in_ifsc', '^[A-Z]{4}$', 'GANG'],
  ['jp-tone', 'jp_zengin', '^\\d{4}$', '9990'],
  ['ke-tana', 'ke_bank', '^\\d{2}$', '98'],
  ['mx-bravo', 'mx_clabe', '^\\d{3}$', '998', { bic: 'BRAVMXMM' }],
  ['nz-waikato', 'nz_bank', '^\\d{2}$', '99'],
  ['pe-ucayali', 'pe_cce', '^\\d{3}$', '997'],
]

export const formsDirectory = (): Small => ({
  sources: small().sources,
  countries: [
    country('AR', account('CBU', '^\\d{22}$')),
    country('AU', { code_schemes: ['au_bsb'], ...account('Account number', '^\\d{5,9}$') }),
    country('BJ', account('RIB', '^BJ\\d{8}[A-Z0-9]{12}\\d{2}$')),
    country('CM', account('RIB', '^\\d{23}$')),
    country('GA', account('RIB', '^\\d{23}$')),
    country('GB'),
    country('IN', account('Account number', '^[0-9A-Z]{9,18}$')),
    country('JP', account('Account number', '^\\d{7}$')),
    country('KE', { code_schemes: ['ke_bank'], ...account('Account number', '^\\d{8,16}$') }),
    country('MX', { code_schemes: ['mx_clabe'], ...account('CLABE', '^\\d{18}$') }),
    country('NZ', account('Bank account number', '^\\d{15,16}$')),
    country('PE', account('CCI', '^\\d{20}$')),
  ],
  schemes: banks.map(([, id, pattern]) => ({
    id,
    label: `Code ${id}`,
    country: id.slice(0, 2).toUpperCase(),
    pattern,
    issuer: 'An issuer',
    used_for: 'tests',
    iban_bank_code: false,
  })),
  banks: {
    gb: [],
    ...Object.fromEntries(
      banks.map(([id, scheme, , value, more]) => [
        id.slice(0, 2),
        [bank(id, { codes: [code(value, { scheme })], ...more })],
      ]),
    ),
  },
  forms: [
    form(
      'ar_cbu',
      'CBU',
      'ar_bcra',
      {
        bank_code: '[1-9]\\d{2}',
        branch_code: '\\d{4}',
        branch_check_digit: '\\d',
        account: '\\d{13}',
        check_digit: '\\d',
      },
      { check: 'cbu', recognised_by: 'number', example: '2990001700000000000000' },
    ),
    {
      id: 'ar_cvu',
      label: 'CVU',
      country: 'AR',
      parts: {
        reserved: '000',
        provider: '\\d{4}',
        branch_check_digit: '\\d',
        account: '\\d{13}',
        check_digit: '\\d',
      },
      check: 'cbu',
      recognised_by: 'number',
      example: '0000001700000000000000',
      source: 'a-list',
    },
    form(
      'au_bsb',
      'BSB',
      'au_bsb',
      { bank_code: '\\d{3}', branch_code: '\\d{3}' },
      {
        indicative: true,
        recognised_by: 'either',
        example: '062-000',
      },
    ),
    form(
      'au_bsb_account',
      'BSB and account number',
      'au_bsb',
      { bank_code: '\\d{3}', branch_code: '\\d{3}', account: '\\d{5,9}' },
      { indicative: true, recognised_by: 'either', example: '062-000 00000000' },
    ),
    form(
      'bj_rib',
      'RIB',
      'bj_bceao',
      { bank_code: 'BJ\\d{3}', branch_code: '\\d{5}', account: '[A-Z0-9]{12}', national_check: '\\d{2}' },
      { ...rib, example: 'BJ9990000100000000000093' },
    ),
    form('cm_rib', 'RIB', 'cm_cemac', ribOfCentralAfrica, { ...rib, example: '10099000010000000000073' }),
    form('ga_rib', 'RIB', 'ga_cemac', ribOfCentralAfrica, { ...rib, example: '40099000010000000000095' }),
    form(
      'in_ifsc',
      'IFSC',
      'in_ifsc',
      { bank_code: '[A-Z]{4}', reserved: '0', branch_code: '[A-Z0-9]{6}' },
      { recognised_by: 'number', example: 'GANG0000001' },
    ),
    form(
      'jp_account',
      'Bank, branch and account number',
      'jp_zengin',
      { bank_code: '\\d{4}', branch_code: '\\d{3}', account: '\\d{7}' },
      { recognised_by: 'either', example: '9990-001-0000001' },
    ),
    form(
      'jp_branch',
      'Bank and branch code',
      'jp_zengin',
      { bank_code: '\\d{4}', branch_code: '\\d{3}' },
      { recognised_by: 'separators', example: '9990-001' },
    ),
    form(
      'ke_branch',
      'Branch code',
      'ke_bank',
      { bank_code: '\\d{2}', branch_code: '\\d{3}' },
      { recognised_by: 'country', example: '98000' },
    ),
    form(
      'mx_clabe',
      'CLABE',
      'mx_clabe',
      { bank_code: '\\d{3}', branch_code: '\\d{3}', account: '\\d{11}', check_digit: '\\d' },
      { check: 'clabe', recognised_by: 'number', example: '998001000000000001' },
    ),
    form(
      'nz_account',
      'Bank account number',
      'nz_bank',
      { bank_code: '\\d{2}', branch_code: '\\d{4}', account: '\\d{7}', suffix: '\\d{2,3}' },
      { recognised_by: 'either', example: '99-0001-0000001-00' },
    ),
    form(
      'pe_cci',
      'CCI',
      'pe_cce',
      { bank_code: '\\d{3}', branch_code: '\\d{3}', account: '\\d{12}', check_digits: '\\d{2}' },
      { recognised_by: 'number', example: '99700000000000000100' },
    ),
  ],
})
