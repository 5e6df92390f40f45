/** HEBIC bank codes of the Hellenic Bank Association, English edition. */
import { tableFile } from '../mapped-table.ts'

export const hba = tableFile({
  name: 'gr-hba',
  source: {
    title: 'HEBIC bank codes',
    publisher: 'Hellenic Bank Association',
    url: 'https://www.hba.gr/En/Hebic/downloadbanks',
    licence: 'publisher terms not stated',
    redistribution: 'unclear',
    countries: ['GR'],
    fields: ['bank code', 'name'],
  },
  // Payment institutions have codes but are not on the list.
  completeFor: [],
  rowsMin: 20,
  form: { delimiter: ';', quotes: false, encodings: ['windows-1253'] },
  columns: ['Code Number', 'Name of Credit Institution', 'Address', 'Telephone', 'Fax', 'URL'],
  country: 'GR',
  // The code is in apostrophes, which keep spreadsheets from dropping its zeros.
  code: { scheme: 'gr_hebic', column: 'Code Number', digits: 3, from: (cell) => cell.replaceAll("'", '') },
  names: ['Name of Credit Institution'],
})
