/** Bank Master of SIX, version 3: every institution identifier in Switzerland and Liechtenstein. */
import { tableFile } from '../mapped-table.ts'

export const six = tableFile({
  name: 'ch-six',
  source: {
    title: 'Bank Master',
    publisher: 'SIX Interbank Clearing',
    url: 'https://api.six-group.com/api/epcd/bankmaster/v3/bankmaster_V3.csv',
    licence: 'may be used freely',
    redistribution: 'open',
    countries: ['CH', 'LI'],
    fields: ['bank code', 'bic', 'name'],
  },
  completeFor: ['ch_iid', 'li_bc'],
  rowsMin: 800,
  form: { delimiter: ';', quotes: false, encodings: ['utf-8'] },
  columns: [
    'IID/QR-IID',
    'Valid on',
    'Concatenation',
    'New IID/QR-IID',
    'SIC IID',
    'Headquarters',
    'IID type',
    'QR-IID allocation',
    'Name of bank/institution',
    'Street Name',
    'Building Number',
    'Post Code',
    'Town Name',
    'Country',
    'BIC',
    'SIC participation',
    'RTGS customer payments, CHF',
    'IP customer payments, CHF',
    'euroSIC participation',
    'LSV+/BDD, CHF',
    'LSV+/BDD, EUR',
  ],
  // The header has an extra cell: the time at which the file was created.
  cellsPerRow: 21,
  country: ({ Country }) => Country,
  checks: [
    { column: 'Valid on', pattern: /^\d{4}-\d\d-\d\d$/, expected: 'a date' },
    { column: 'Concatenation', pattern: /^[YN]$/, expected: 'Y or N' },
  ],
  // Identifiers that were merged into another one have neither a name nor a country. Banks in other countries take part in
  // the Swiss systems with a code that is never in an IBAN.
  skipRow: ({ Concatenation, Country }) => Concatenation === 'Y' || !/^(CH|LI)$/.test(Country),
  code: {
    scheme: ({ Country }) => (Country === 'LI' ? 'li_bc' : 'ch_iid'),
    column: 'IID/QR-IID',
    digits: 5,
  },
  names: ['Name of bank/institution'],
  bic: { column: 'BIC' },
})
