/**
 * FFIEC Panel of Reporters: the banks that file a call report for a quarter, with their regulators' ids. Tab-separated,
 * sorted by RSSD id; leading zeros are missing.
 */
import { delimitedRows } from './delimited.ts'
import { linesOf } from './lines.ts'
import { rowsBelow } from './named-rows.ts'
import { collapseSpaces, createOrderCheck, requireMatch, routingNumber, withoutEmpty } from './row-checks.ts'
import type { Claim, ClaimedCode, OfficialFile } from './source-file.ts'
import { cityAndState } from './us-address.ts'

const columns = [
  // This name includes quotation marks, which no other cell has.
  '"IDRSSD"',
  'FDIC Certificate Number',
  'OCC Charter Number',
  'OTS Docket Number',
  'Primary ABA Routing Number',
  'Financial Institution Name',
  'Financial Institution Address',
  'Financial Institution City',
  'Financial Institution State',
  'Financial Institution Zip Code',
  'Financial Institution Filing Type',
  'Last Date/Time Submission Updated On',
] as const

export const ffiecPanel: OfficialFile = {
  name: 'us-ffiec-por',
  source: {
    title: 'Call Report panel of reporters',
    publisher: 'FFIEC',
    url: 'https://cdr.ffiec.gov/public/',
    licence: 'US government data, public domain',
    redistribution: 'open',
    countries: ['US'],
    fields: ['rssd', 'fdic certificate', 'occ charter', 'primary routing number', 'name', 'city', 'state'],
  },
  // Credit unions, federal branches and trust companies have these numbers but do not report.
  completeFor: [],
  rowsMin: 3_500,
  read,
}

async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Claim, void, undefined> {
  const checkOrder = createOrderCheck('RSSD id')
  const rows = delimitedRows(linesOf(bytes, ['ascii', 'utf-8']), { delimiter: '\t', quotes: false })
  for await (const { line, cells } of rowsBelow(rows, columns)) {
    const rssd = requireMatch(line, 'IDRSSD', cells['"IDRSSD"'], /^[1-9]\d{0,7}$/, 'a number of up to eight digits')
    checkOrder(line, rssd.padStart(8, '0'), rssd)
    requireMatch(line, 'the filing type', cells['Financial Institution Filing Type'], /^0\d1$/, '031, 041 or 051')
    requireMatch(line, 'the zip code', cells['Financial Institution Zip Code'], /^\d{3,9}$/, 'digits')
    const updated = cells['Last Date/Time Submission Updated On']
    requireMatch(line, 'the date of the submission', updated, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'a date and time')
    yield {
      line,
      country: 'US',
      ...withoutEmpty({
        name: requireMatch(line, 'the name', collapseSpaces(cells['Financial Institution Name']), /[A-Z]/i, 'a name'),
      }),
      ...cityAndState(line, cells['Financial Institution City'], cells['Financial Institution State']),
      codes: [
        { scheme: 'us_rssd', value: rssd },
        ...charter(line, 'us_fdic', 'FDIC Certificate Number', cells['FDIC Certificate Number']),
        ...charter(line, 'us_occ', 'OCC Charter Number', cells['OCC Charter Number']),
        ...primaryNumber(line, cells['Primary ABA Routing Number']),
      ],
    }
  }
}

function charter(line: number, scheme: string, field: string, value: string): ClaimedCode[] {
  requireMatch(line, field, value, /^(0|[1-9]\d{0,5})$/, 'a number of up to six digits, or 0')
  return value === '0' ? [] : [{ scheme, value }]
}

function primaryNumber(line: number, value: string): ClaimedCode[] {
  if (value === '0') return []
  return [{ scheme: 'us_aba', value: routingNumber(line, 'Primary ABA Routing Number', value.padStart(9, '0')) }]
}
