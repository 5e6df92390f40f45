/**
 * The Federal Reserve Banks' Fedwire participant directory: the routing numbers that accept wires. The file is in
 * ASCII, with rows of 101 characters, sorted by routing number.
 */
import { listFile } from './list-file.ts'
import { collapseSpaces, createOrderCheck, requireMatch, routingNumber } from './source-row-checks.ts'
import { cityAndState } from './us-address.ts'

export const fedwire = listFile('us-fedwire', () => {
  const checkOrder = createOrderCheck('routing number')
  return ({ line, cells }) => {
    const number = routingNumber(line, 'the routing number (characters 1 to 9)', cells.number)
    checkOrder(line, number)
    const name = requireMatch(line, 'the name (characters 28 to 63)', collapseSpaces(cells.name), /[A-Z]/, 'a name')
    const address = cityAndState(line, cells.city, cells.state)
    requireMatch(line, 'the transfer status (character 91)', cells.transfers, /^[YN]$/, 'Y or N')
    requireMatch(line, 'the settlement mark (character 92)', cells.settlementOnly, /^[S ]$/, 'S or a space')
    requireMatch(line, 'the securities status (character 93)', cells.securities, /^[YN]$/, 'Y or N')
    requireMatch(
      line,
      'the date of revision (characters 94 to 101)',
      cells.revised,
      yearMonthDay,
      'a date as YYYYMMDD, or spaces',
    )
    // Skip numbers marked N, which are for securities only: Fedwire rejects a wire to them.
    if (cells.transfers === 'N') return null
    return {
      line,
      country: 'US',
      name,
      ...address,
      codes: [{ scheme: 'us_fedwire', value: number }],
    }
  }
})

const yearMonthDay = /^((19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])| {8})$/
