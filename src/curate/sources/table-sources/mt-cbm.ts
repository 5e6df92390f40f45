/** BICs and sort codes of the Central Bank of Malta; the bank code in the IBAN is the start of the BIC. */
import { tableFile } from '../mapped-table.ts'

export const cbm = tableFile({
  name: 'mt-cbm',
  source: {
    title: 'BIC and sort codes',
    publisher: 'Central Bank of Malta',
    url: 'https://www.centralbankmalta.org/site/Payment-Systems/BIC-sort-codes.xlsx',
    licence: 'publisher terms not stated',
    redistribution: 'unclear',
    countries: ['MT'],
    fields: ['bank code', 'bic', 'name'],
  },
  completeFor: ['mt_bic4'],
  rowsMin: 15,
  form: 'xlsx',
  columns: ['BIC Code', 'Financial Institution Name', 'National ID (Sort Code)', 'Branch', 'Remarks'],
  country: 'MT',
  // The rows below a bank are its branches, with a sort code and without a BIC.
  skipRow: (cells) => cells['BIC Code'] === '' && cells['Financial Institution Name'] === '',
  code: { scheme: 'mt_bic4', column: 'BIC Code', repeats: true, from: (cell) => cell.slice(0, 4) },
  names: ['Financial Institution Name'],
  bic: { column: 'BIC Code' },
})
