/** Payment service provider codes of the Hrvatska narodna banka, English edition: every Croatian bank code. */
import { tableFile } from '../mapped-table.ts'

export const hnb = tableFile({
  name: 'hr-hnb',
  source: {
    title: 'Payment service provider codes',
    publisher: 'Hrvatska narodna banka',
    url: 'https://www.hnb.hr/documents/d/guest/e-payment-service-provider-codes',
    licence: 'cite "Izvor: HNB"',
    redistribution: 'attribution',
    countries: ['HR'],
    fields: ['bank code', 'bic', 'name'],
  },
  completeFor: ['hr_vbdi'],
  rowsMin: 15,
  form: 'xlsx',
  // The first column has no name.
  columns: ['', 'Payment service provider', 'Code', 'SWIFT adresa\n(BIC)'],
  country: 'HR',
  code: { scheme: 'hr_vbdi', column: 'Code' },
  names: ['Payment service provider'],
  bic: { column: 'SWIFT adresa\n(BIC)' },
})
