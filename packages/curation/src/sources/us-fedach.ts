/**
 * The Federal Reserve Banks' FedACH participant directory: the routing numbers that accept ACH payments. The file is in
 * ASCII, with rows of 155 characters, sorted by routing number. It is not complete for us_aba: it lacks numbers that
 * are used only on cheques.
 */

import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { listFile } from './list-file.ts'
import { collapseSpaces, createOrderCheck, requireMatch, routingNumber } from './source-row-checks.ts'
import { cityAndState } from './us-address.ts'

const none = '000000000'

export const fedach = listFile('us-fedach', () => {
  const checkOrder = createOrderCheck('routing number')
  return ({ line, cells }) => {
    const number = routingNumber(line, 'the routing number (characters 1 to 9)', cells.number)
    checkOrder(line, number)
    requireMatch(line, 'the office (character 10)', cells.office, /^[OB]$/, 'O (main office) or B (branch)')
    routingNumber(line, 'the servicing Reserve Bank (characters 11 to 19)', cells.reserveBank)
    requireMatch(line, 'the record type (character 20)', cells.recordType, /^[012]$/, '0, 1 or 2')
    requireMatch(line, 'the date of change (characters 21 to 26)', cells.changed, monthDayYear, 'a date as MMDDYY')
    requireMatch(line, 'the zip code (characters 130 to 138)', cells.zip, /^\d{9}$/, 'nine digits')
    requireMatch(
      line,
      'the status and view (characters 149 and 150)',
      cells.status + cells.view,
      /^\d\d$/,
      'two digits',
    )
    const successor = successorOf(line, cells.recordType, cells.newNumber)
    return {
      line,
      country: 'US',
      name: requireMatch(line, 'the name (characters 36 to 71)', collapseSpaces(cells.name), /[A-Z]/, 'a name'),
      ...cityAndState(line, cells.city, cells.state),
      codes: [{ scheme: 'us_aba', value: number }],
      ...(successor !== null && { successor: { scheme: 'us_aba', value: successor } }),
    }
  }
})

const monthDayYear = /^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d\d$/

/**
 * Returns the new routing number of a row of type 2, which asks senders to use that number instead. As long as the old
 * number is on the list, payments to it still arrive.
 */
function successorOf(line: number, recordType: string, newNumber: string): string | null {
  if (recordType !== '2' && newNumber === none) return null
  if (recordType !== '2' || newNumber === none) {
    const found = `a row of record type ${recordType} contains the new routing number ${newNumber}`
    throw UnusableFile.at(
      line,
      `${found}, but only rows of type 2 can contain one; fields were moved: fetch the file again`,
    )
  }
  return routingNumber(line, 'the new routing number (characters 27 to 35)', newNumber)
}
