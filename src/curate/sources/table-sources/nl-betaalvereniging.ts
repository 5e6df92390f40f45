/** BIC list of Betaalvereniging Nederland: the four-letter bank codes in Dutch IBANs, and the banks that they belong to. */
import { tableFile } from '../mapped-table.ts'

export const betaalvereniging = tableFile({
  name: 'nl-betaalvereniging',
  source: {
    title: 'BIC list NL',
    publisher: 'Betaalvereniging Nederland',
    url: 'https://www.betaalvereniging.nl/kennisbank/iban-en-bic/bic-code/',
    licence: 'free use with attribution and the caution that a BIC may change at any time',
    redistribution: 'attribution',
    countries: ['NL'],
    fields: ['bank code', 'bic', 'name'],
  },
  completeFor: ['nl_bic4'],
  rowsMin: 60,
  form: 'xlsx',
  columns: ['BIC', 'Identifier', 'Betaaldienstverlener / Payment Service Provider'],
  country: 'NL',
  code: { scheme: 'nl_bic4', column: 'Identifier' },
  names: ['Betaaldienstverlener / Payment Service Provider'],
  bic: { column: 'BIC' },
})
