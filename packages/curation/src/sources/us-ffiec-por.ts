/**
 * The FFIEC Panel of Reporters: the banks that file a call report for a quarter, with the ids that regulators assigned
 * to them. The file is tab-separated and sorted by RSSD id, which has no leading zeros. It is not complete for any
 * scheme: credit unions, federal branches and trust companies also have these ids but do not file reports.
 */
import { listFile } from './list-file.ts'
import type { ClaimedCode } from './source-file.ts'
import { collapseSpaces, createOrderCheck, requireMatch, routingNumber } from './source-row-checks.ts'
import { cityAndState } from './us-address.ts'

export const ffiecPanel = listFile('us-ffiec-por', () => {
  const checkOrder = createOrderCheck('RSSD id')
  return ({ line, cells }) => {
    // The header of this column, unlike any other, is in quotation marks, which are part of its name.
    const rssd = requireMatch(line, 'IDRSSD', cells['"IDRSSD"'], /^[1-9]\d{0,7}$/, 'a number of up to eight digits')
    checkOrder(line, rssd.padStart(8, '0'), rssd)
    requireMatch(line, 'the filing type', cells['Financial Institution Filing Type'], /^0\d1$/, '031, 041 or 051')
    requireMatch(line, 'the zip code', cells['Financial Institution Zip Code'], /^\d{3,9}$/, 'digits')
    const updated = cells['Last Date/Time Submission Updated On']
    requireMatch(line, 'the date of the submission', updated, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'a date and time')
    return {
      line,
      country: 'US',
      name: requireMatch(line, 'the name', collapseSpaces(cells['Financial Institution Name']), /[A-Z]/i, 'a name'),
      ...cityAndState(line, cells['Financial Institution City'], cells['Financial Institution State']),
      codes: [
        { scheme: 'us_rssd', value: rssd },
        ...charter(line, 'us_fdic', 'FDIC Certificate Number', cells['FDIC Certificate Number']),
        ...charter(line, 'us_occ', 'OCC Charter Number', cells['OCC Charter Number']),
        ...primaryNumber(line, cells['Primary ABA Routing Number']),
      ],
    }
  }
})

function charter(line: number, scheme: string, field: string, value: string): ClaimedCode[] {
  requireMatch(line, field, value, /^(0|[1-9]\d{0,5})$/, 'a number of up to six digits, or 0')
  return value === '0' ? [] : [{ scheme, value }]
}

function primaryNumber(line: number, value: string): ClaimedCode[] {
  if (value === '0') return []
  return [{ scheme: 'us_aba', value: routingNumber(line, 'Primary ABA Routing Number', value.padStart(9, '0')) }]
}
