/**
 * FedACH participant directory of the Federal Reserve Banks: the routing numbers that accept ACH payments. ASCII, rows of
 * 155 characters, sorted by routing number.
 */
import { fixedWidth } from './fixed-width.ts'
import { linesOf } from './lines.ts'
import { collapseSpaces, createOrderCheck, requireMatch, routingNumber, withoutEmpty } from './row-checks.ts'
import { type Claim, type OfficialFile, UnusableFile } from './source-file.ts'
import { cityAndState } from './us-address.ts'

const rowOf = fixedWidth(155, {
  number: [1, 9],
  office: [10, 10],
  reserveBank: [11, 19],
  recordType: [20, 20],
  changed: [21, 26],
  newNumber: [27, 35],
  name: [36, 71],
  city: [108, 127],
  state: [128, 129],
  zip: [130, 138],
  status: [149, 149],
  view: [150, 150],
})

const none = '000000000'

export const fedach: OfficialFile = {
  name: 'us-fedach',
  source: {
    title: 'FedACH participant directory',
    publisher: 'Federal Reserve Banks',
    url: 'https://www.frbservices.org/resources/routing-number-directory/index.html',
    licence:
      'Federal Reserve Banks, E-Payments Routing Directory terms: provided free solely as a service to financial institutions; may not be sold, relicensed or otherwise used for commercial gain; site terms prohibit distributing or creating derivative works. Routing numbers are assigned by the ABA registrar.',
    redistribution: 'restricted',
    countries: ['US'],
    fields: ['routing number', 'name', 'city', 'state'],
  },
  // Not complete for us_aba: it lacks numbers that are used only on cheques.
  completeFor: [],
  ownCompleteFor: ['us_aba'],
  abbreviates: true,
  rowsMin: 15_000,
  read,
}

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
      ...withoutEmpty({
        name: requireMatch(at, 'the name (characters 36 to 71)', collapseSpaces(row.name), /[A-Z]/, 'a name'),
      }),
      ...cityAndState(at, row.city, row.state),
      codes: [{ scheme: 'us_aba', value: number }],
      ...(successor !== null && { successor: { scheme: 'us_aba', value: successor } }),
    }
  }
}

const monthDayYear = /^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d\d$/

/** Record type 2 asks senders to use the new number. While the old number is on the list, payments to it still arrive. */
function successorOf(line: number, recordType: string, newNumber: string): string | null {
  if (recordType !== '2' && newNumber === none) return null
  if (recordType !== '2' || newNumber === none) {
    const found = `record type ${recordType} has the new routing number ${newNumber}`
    throw UnusableFile.at(line, `${found}, but only type 2 has one; fields were moved: fetch the file again`)
  }
  return routingNumber(line, 'the new routing number (characters 27 to 35)', newNumber)
}
