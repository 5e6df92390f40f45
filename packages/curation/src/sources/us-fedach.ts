/**
 * The Federal Reserve Banks' FedACH participant directory: the routing numbers that accept ACH payments. The file is in
 * ASCII, with rows of 155 characters, sorted by routing number. It is not complete for us_aba: it lacks numbers that
 * are used only on cheques.
 */

import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { fixedWidth } from './fixed-width.ts'
import { linesOf } from './lines.ts'
import { factsOf, fieldsOf } from './official-facts.ts'
import type { Claim, OfficialFile } from './source-file.ts'
import { collapseSpaces, createOrderCheck, requireMatch, routingNumber } from './source-row-checks.ts'
import { cityAndState } from './us-address.ts'

const rowOf = fixedWidth(155, fieldsOf('us-fedach'))

const none = '000000000'

export const fedach: OfficialFile = { ...factsOf('us-fedach'), read }

async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Claim, void, undefined> {
  const checkOrder = createOrderCheck('routing number')
  for await (const line of linesOf(bytes, ['ascii'])) {
    const { number: at } = line
    const row = rowOf(line)
    const number = routingNumber(at, 'the routing number (characters 1 to 9)', row.number)
    checkOrder(at, number)
    requireMatch(at, 'the office (character 10)', row.office, /^[OB]$/, 'O (main office) or B (branch)')
    routingNumber(at, 'the servicing Reserve Bank (characters 11 to 19)', row.reserveBank)
    requireMatch(at, 'the record type (character 20)', row.recordType, /^[012]$/, '0, 1 or 2')
    requireMatch(at, 'the date of change (characters 21 to 26)', row.changed, monthDayYear, 'a date as MMDDYY')
    requireMatch(at, 'the zip code (characters 130 to 138)', row.zip, /^\d{9}$/, 'nine digits')
    requireMatch(at, 'the status and view (characters 149 and 150)', row.status + row.view, /^\d\d$/, 'two digits')
    const successor = successorOf(at, row.recordType, row.newNumber)
    yield {
      line: at,
      country: 'US',
      name: requireMatch(at, 'the name (characters 36 to 71)', collapseSpaces(row.name), /[A-Z]/, 'a name'),
      ...cityAndState(at, row.city, row.state),
      codes: [{ scheme: 'us_aba', value: number }],
      ...(successor !== null && { successor: { scheme: 'us_aba', value: successor } }),
    }
  }
}

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
