/** Bank identification codes of the National Bank of Belgium: all 1,000 of them, assigned or not. */
import { tableFile } from '../mapped-table.ts'

const unassigned = /^(vrij|libre|vacant|frei|onbeschikbaar|indisponible|unavailable|nicht verf)/i

export const nbb = tableFile({
  name: 'be-nbb',
  source: {
    title: 'Bank identification codes',
    publisher: 'National Bank of Belgium',
    url: 'https://www.nbb.be/doc/be/be/protocol/full_list_current.xlsx',
    licence: 'publisher terms not stated',
    redistribution: 'unclear',
    countries: ['BE'],
    fields: ['bank code', 'bic', 'name'],
  },
  completeFor: ['be_code'],
  rowsMin: 600,
  form: 'xlsx',
  columns: [
    'T_Identification_Number',
    'Biccode',
    'T_Institutions_Dutch',
    'T_Institutions_French',
    'T_Institutions_German',
    'T_Institutions_English',
  ],
  country: 'BE',
  // The BIC column or a name column says that the code is unassigned.
  skipRow: ({ Biccode, T_Institutions_Dutch, T_Institutions_French }) =>
    [Biccode, T_Institutions_Dutch, T_Institutions_French].some((cell) => unassigned.test(cell.trim())),
  code: { scheme: 'be_code', column: 'T_Identification_Number', digits: 3 },
  names: ['T_Institutions_Dutch', 'T_Institutions_French', 'T_Institutions_English', 'T_Institutions_German'],
  bic: { column: 'Biccode', none: /^(NAP|NAV|NYA|N\/A|-)$/ },
})
