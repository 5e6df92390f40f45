/**
 * A small directory of invented banks in real countries: the readers of identifiers apply the rules of real countries.
 * Tests that use it do not depend on the shipped data.
 */
import { bank, code, country, type Row, range, type Small, small } from './data/small-data.ts'

const scheme = (id: string, pattern: string, more: Row = {}): Row => ({
  id,
  label: `Code ${id}`,
  country: id.slice(0, 2).toUpperCase(),
  pattern,
  issuer: 'An issuer',
  used_for: 'tests',
  iban_bank_code: false,
  ...more,
})

const iban = (pattern: string): Row => ({ iban: true, account_number: { label: 'IBAN', pattern } })

export const inventedDirectory = (): Small => ({
  sources: small().sources,
  countries: [
    country('CA', { code_schemes: ['ca_institution'] }),
    country('DE', { ...iban('^DE\\d{20}$'), code_schemes: ['de_blz'], clearing_prefix: 'BL' }),
    country('FR', { ...iban('^FR\\d{12}[A-Z0-9]{11}\\d{2}$'), code_schemes: ['fr_code'] }),
    country('GB', { ...iban('^GB\\d{2}[A-Z]{4}\\d{14}$'), also: ['UK'], code_schemes: ['gb_sort_code', 'gb_bic4'] }),
    country('GH', { code_schemes: ['gh_sort'], account_number: { label: 'Account number', pattern: '^\\d{10,16}$' } }),
    country('MC', { ...iban('^MC\\d{12}[A-Z0-9]{11}\\d{2}$'), bank_codes_from: 'FR' }),
    country('NG', { code_schemes: ['ng_cbn', 'ng_cbn_ofi', 'ng_nip'] }),
    country('SE', { ...iban('^SE\\d{22}$'), code_schemes: ['se_clearing'] }),
    country('US', { code_schemes: ['us_ach'], clearing_prefix: 'FW' }),
  ],
  schemes: [
    scheme('ca_institution', '^\\d{3}$'),
    scheme('de_blz', '^\\d{8}$', { iban_bank_code: true }),
    scheme('fr_code', '^\\d{5}$', { iban_bank_code: true }),
    scheme('gb_bic4', '^[A-Z]{4}$', { iban_bank_code: true }),
    scheme('gb_sort_code', '^\\d{6}$', { identifier: 'gb_sort_code', level: 'branch' }),
    scheme('gh_sort', '^\\d{6}$'),
    scheme('ng_cbn', '^\\d{3}$'),
    scheme('ng_cbn_ofi', '^\\d{5}$'),
    scheme('ng_nip', '^\\d{6}$'),
    scheme('se_clearing', '^(?:\\d{4}|8\\d{4})$', { identifier: 'se_clearing' }),
    scheme('us_ach', '^\\d{9}$', { identifier: 'us_aba' }),
  ],
  banks: {
    ca: [bank('ca-maple', { codes: [code('003', { scheme: 'ca_institution' })] })],
    de: [
      bank('de-elbe', {
        bic: 'ELBADEFF',
        lei: '529900BBEBGNAA1C6176',
        codes: [code('37040044', { scheme: 'de_blz' })],
      }),
      bank('de-old', {
        status: 'merged',
        status_since: '2020-01-01',
        successor: 'de-elbe',
        codes: [code('12345678', { scheme: 'de_blz', status: 'former' })],
      }),
    ],
    fr: [bank('fr-seine', { bic: 'SEINFRPP', codes: [code('10096', { scheme: 'fr_code' })] })],
    gb: [
      bank('gb-severn', {
        bic: 'SEVRGB2L',
        codes: [code('SEVR', { scheme: 'gb_bic4' }), code('040004', { scheme: 'gb_sort_code' })],
      }),
      bank('gb-thames', { bic: 'THAMGB22', codes: [code('THAM', { scheme: 'gb_bic4' })] }),
    ],
    gh: [bank('gh-volta', { codes: [code('130100', { scheme: 'gh_sort' })] })],
    mc: [],
    ng: [
      bank('ng-benue', {
        codes: [
          code('037', { scheme: 'ng_cbn', status: 'unconfirmed' }),
          code('058', { scheme: 'ng_cbn' }),
          code('000013', { scheme: 'ng_nip' }),
        ],
      }),
      bank('ng-kano', { codes: [code('50211', { scheme: 'ng_cbn_ofi' })], status: 'unverified', confidence: 'low' }),
      bank('ng-old', { status: 'merged', successor: 'ng-benue', codes: [code('063', { scheme: 'ng_cbn' })] }),
    ],
    se: [bank('se-malar', { bic: 'MALASESS' })],
    us: [bank('us-hudson', { codes: [code('021000021', { scheme: 'us_ach' })] })],
  },
  ranges: [
    range('200000', '209999', { scheme: 'gb_sort_code', banks: ['gb-thames'], evidence: 'usual' }),
    range('5000', '5999', {
      scheme: 'se_clearing',
      banks: ['se-malar'],
      account: { type: 1, comment: 1, digits: [7, 7] },
    }),
  ],
})
