/** Identifiers of payment service providers of Banka Slovenije: the first digits of Slovenian accounts, several a bank. */
import { polishLetters } from '../replaced-letters.ts'
import { tableFile } from '../table.ts'

export const bsi = tableFile({
  name: 'si-bsi',
  source: {
    title: 'List of identifiers of payment service providers',
    publisher: 'Banka Slovenije',
    url: 'https://www.bsi.si/en/d/list-of-identifiers-of-psp',
    licence: 'cite "Vir: Banka Slovenije"',
    redistribution: 'attribution',
    countries: ['SI'],
    fields: ['bank code', 'bic', 'name'],
  },
  completeFor: ['si_code'],
  rowsMin: 300,
  strangeLetters: polishLetters,
  form: { delimiter: ';', quotes: true, encodings: ['windows-1250'] },
  columns: ['NATIONAL ID', 'NAME', 'ADDRESS', 'ZIP CODE', 'CITY', 'BIC11'],
  country: 'SI',
  code: { scheme: 'si_code', column: 'NATIONAL ID', digits: 5 },
  // Not the city: many rows are of branches.
  names: ['NAME'],
  bic: { column: 'BIC11' },
})
