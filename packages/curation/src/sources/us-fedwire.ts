/**
 * The Federal Reserve Banks' Fedwire participant directory: the routing numbers that accept wires. The file is in
 * ASCII, with rows of 101 characters, sorted by routing number.
 */
import { fixedWidth } from './fixed-width.ts'
import { linesOf } from './lines.ts'
import { factsOf, fieldsOf } from './official-facts.ts'
import type { Claim, OfficialFile } from './source-file.ts'
import { collapseSpaces, createOrderCheck, requireMatch, routingNumber } from './source-row-checks.ts'
import { cityAndState } from './us-address.ts'

const rowOf = fixedWidth(101, fieldsOf('us-fedwire'))

export const fedwire: OfficialFile = { ...factsOf('us-fedwire'), read }

async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Claim, void, undefined> {
  const checkOrder = createOrderCheck('routing number')
  for await (const line of linesOf(bytes, ['ascii'])) {
    const { number: at } = line
    const row = rowOf(line)
    const number = routingNumber(at, 'the routing number (characters 1 to 9)', row.number)
    checkOrder(at, number)
    const name = requireMatch(at, 'the name (characters 28 to 63)', collapseSpaces(row.name), /[A-Z]/, 'a name')
    const address = cityAndState(at, row.city, row.state)
    requireMatch(at, 'the transfer status (character 91)', row.transfers, /^[YN]$/, 'Y or N')
    requireMatch(at, 'the settlement mark (character 92)', row.settlementOnly, /^[S ]$/, 'S or a space')
    requireMatch(at, 'the securities status (character 93)', row.securities, /^[YN]$/, 'Y or N')
    requireMatch(
      at,
      'the date of revision (characters 94 to 101)',
      row.revised,
      yearMonthDay,
      'a date as YYYYMMDD, or spaces',
    )
    // Skip numbers marked N, which are for securities only: Fedwire rejects a wire to them.
    if (row.transfers === 'N') continue
    yield {
      line: at,
      country: 'US',
      name,
      ...address,
      codes: [{ scheme: 'us_fedwire', value: number }],
    }
  }
}

const yearMonthDay = /^((19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])| {8})$/
