/** Payment system codes of the Česká národní banka: every Czech bank code. */
import { tableFile } from '../mapped-table.ts'

export const cnb = tableFile({
  name: 'cz-cnb',
  source: {
    title: 'Payment system codes of banks',
    publisher: 'Česká národní banka',
    url: 'https://www.cnb.cz/cs/platebni-styk/ucty-kody-bank/',
    licence: 'cite "Zdroj: ČNB"',
    redistribution: 'attribution',
    countries: ['CZ'],
    fields: ['bank code', 'bic', 'name'],
  },
  completeFor: ['cz_code'],
  rowsMin: 30,
  form: { delimiter: ';', quotes: true, encodings: ['utf-8'] },
  columns: ['Kód platebního styku', 'Poskytovatel platebních služeb', 'BIC kód (SWIFT)', 'Systém CERTIS'],
  country: 'CZ',
  code: { scheme: 'cz_code', column: 'Kód platebního styku', digits: 4 },
  names: ['Poskytovatel platebních služeb'],
  bic: { column: 'BIC kód (SWIFT)' },
})
