/** Banks and a context for tests of the views. */
import type { Bank, BankDetail } from '../../src/directory/records/bank-record.ts'
import { createViewContext } from '../../src/site/views/view-context.ts'

export const viewContext = createViewContext(
  {
    base: '/base',
    publicUrl: 'https://banks.example/base',
    assets: '/base/assets/0',
    countries: [
      { code: 'NG', name: 'Nigeria', also: ['NGA'], bankCount: 897, schemes: ['ng_cbn', 'ng_nip'] },
      {
        ...{ code: 'GB', name: 'United Kingdom', also: ['UK', 'GBR'], bankCount: 476 },
        schemes: ['gb_sort_code', 'gb_bic4'],
      },
      {
        ...{ code: 'US', name: 'United States', also: ['USA'], bankCount: 9_000 },
        schemes: ['us_aba', 'us_fedwire'],
      },
      { code: 'DE', name: 'Germany', also: ['DEU'], bankCount: 1_200, schemes: ['de_blz'] },
    ],
    schemes: [
      { label: 'CBN bank code', short: 'CBN', use: 'payment', ids: ['ng_cbn'] },
      { label: 'NIP institution code', short: 'NIP', use: 'payment', ids: ['ng_nip'] },
      { label: 'Sort code', short: 'Sort code', use: 'payment', ids: ['gb_sort_code'] },
      { label: 'IBAN bank code', short: 'IBAN code', use: 'payment', ids: ['gb_bic4'] },
      { label: 'Firm reference number', short: 'FRN', use: 'identity', ids: ['gb_frn'] },
      { label: 'ABA routing number (ACH, cheque)', short: 'ABA', use: 'payment', ids: ['us_aba'] },
      { label: 'ABA routing number (Fedwire)', short: 'Fedwire', use: 'payment', ids: ['us_fedwire'] },
      { label: 'FDIC certificate number', short: 'FDIC', use: 'identity', ids: ['us_fdic'] },
      { label: 'Bankleitzahl', short: 'BLZ', use: 'payment', ids: ['de_blz'] },
    ],
    rails: {
      us_ach: { label: 'ACH', countries: ['US'] },
      us_fednow: { label: 'FedNow' },
      us_wire: { label: 'Fedwire', countries: ['US'] },
    },
  },
  new Date('2026-11-17'),
)

export const gtbank: Bank = {
  ...{ id: 'ng-gtbank', name: 'Guaranty Trust Bank', short_name: 'GTBank', legal_name: 'Guaranty Trust Bank Plc' },
  ...{ aliases: ['GTB'], country: 'NG', type: 'commercial_bank', city: 'Lagos', region: null },
  ...{ code: '058', code_scheme: 'ng_cbn', codes: { ng_cbn: ['058'], ng_nip: ['000013'] } },
  ...{ bic: 'GTBINGLA', lei: '0292001868F6N5VI5G15', website: 'https://www.gtbank.com', ussd: '*737#' },
  ...{ status: 'active', confidence: 'high' },
}

export const barclays: Bank = {
  ...gtbank,
  ...{ id: 'gb-barclays-bank', name: 'Barclays Bank', short_name: null, legal_name: null, aliases: [], country: 'GB' },
  ...{ city: null, code: null, code_scheme: null, codes: { gb_bic4: ['BARC'], gb_frn: ['122702'] }, bic: 'BARCGB22' },
  ...{ lei: null, website: null, ussd: null },
}

type CodeDetail = BankDetail['code_details'][number]

const codeDetail: CodeDetail = {
  ...{
    scheme: 'ng_cbn',
    label: 'CBN bank code',
    short_label: 'CBN',
    level: 'bank',
    use: 'payment',
    used_for: 'cheques',
    value: '058',
  },
  ...{ status: 'current', bic: null, as_of: '2026-10-09', source: 'a-list', redistribution: 'open' },
}

export const codeWith = (fields: Partial<CodeDetail>): CodeDetail => ({ ...codeDetail, ...fields })

/** The bank with these codes, all from one source. */
export const detailOf = (bank: Bank, codes: CodeDetail[], more: Partial<BankDetail> = {}): BankDetail => ({
  ...bank,
  ...{
    status_since: null,
    successor: null,
    address: null,
    other_bics: [],
    code_details: codes,
    redistribution: 'open',
    notes: [],
  },
  rails: [],
  bic_details: bank.bic === null ? [] : [{ bic: bank.bic, source: 'a-list', as_of: '2026-10-09' }],
  sources: [
    {
      ...{ id: 'a-list', title: 'A list', publisher: 'A publisher', date: '2026-10-09', rows_dated: true },
      ...{ licence: 'MIT', redistribution: 'open', url: 'https://list.example' },
    },
  ],
  ...more,
})
