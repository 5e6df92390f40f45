/** Directory of identification codes of the Národná banka Slovenska: all Slovak bank codes, including those of foreign banks. */
import { polishLetters } from '../encoding-damage.ts'
import { tableFile } from '../mapped-table.ts'

export const nbs = tableFile({
  name: 'sk-nbs',
  source: {
    title: 'Directory of identification codes',
    publisher: 'Národná banka Slovenska',
    url: 'https://nbs.sk/en/payments/general-information/directories-and-registers/',
    licence: 'cite "Zdroj: Národná banka Slovenska"',
    redistribution: 'attribution',
    countries: ['SK'],
    fields: ['bank code', 'bic', 'name'],
  },
  completeFor: ['sk_code'],
  rowsMin: 25,
  foreignLetters: polishLetters,
  // The server declares UTF-8, but the bytes are windows-1250.
  form: { delimiter: ';', quotes: true, encodings: ['windows-1250'] },
  columns: ['Payment system code SR', 'Payment service provider', 'SWIFT 8', 'Payment system SIPS'],
  country: 'SK',
  code: { scheme: 'sk_code', column: 'Payment system code SR', digits: 4 },
  names: ['Payment service provider'],
  bic: { column: 'SWIFT 8' },
})
