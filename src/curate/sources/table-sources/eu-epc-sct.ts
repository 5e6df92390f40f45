/** Register of SEPA credit transfer participants of the European Payments Council. */
import { tableFile } from '../mapped-table.ts'

export const epcCreditTransfer = tableFile({
  name: 'eu-epc-sct',
  source: {
    title: 'Register of SEPA credit transfer participants',
    publisher: 'European Payments Council',
    url: 'https://www.europeanpaymentscouncil.eu/what-we-do/be-involved/register-participants',
    licence: 'EPC: non-commercial reproduction with the EPC acknowledged; no resale',
    redistribution: 'restricted',
    countries: ['EU'],
    fields: ['bic', 'name', 'city'],
  },
  completeFor: [],
  rowsMin: 3_000,
  form: { delimiter: ',', quotes: true, encodings: ['utf-8'] },
  columns: [
    'Country',
    'ParticipantName',
    'Address',
    'City',
    'BIC',
    'Readiness Date',
    'Scheme Leaving Date',
    'Scheme Options',
  ],
  // The register has only country names, in spellings of its own.
  country: ({ BIC }) => BIC.trim().slice(4, 6),
  // A participant that leaves the scheme may or may not remain a bank; the register does not say.
  skipRow: (cells) => cells.BIC.trim() === '' || cells['Scheme Leaving Date'].trim() !== '',
  names: ['ParticipantName'],
  city: 'City',
  bic: { column: 'BIC' },
})
