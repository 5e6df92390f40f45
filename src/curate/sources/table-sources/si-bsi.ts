/** Identifiers of payment service providers of Banka Slovenije: the first digits of Slovenian account numbers, several per bank. */
import { polishLetters } from '../encoding-damage.ts'
import { tableFile } from '../mapped-table.ts'

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
  foreignLetters: polishLetters,
  form: { delimiter: ';', quotes: true, encodings: ['windows-1250'] },
  columns: ['NATIONAL ID', 'NAME', 'ADDRESS', 'ZIP CODE', 'CITY', 'BIC11'],
  country: 'SI',
  code: { scheme: 'si_code', column: 'NATIONAL ID', digits: 5 },
  // The city is not read, because many rows are branches.
  names: ['NAME'],
  bic: { column: 'BIC11' },
})
