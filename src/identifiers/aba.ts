/**
 * ABA routing number: nine digits that name a US institution for ACH, wires and cheques.
 * Issued by the American Bankers Association; checksum as in its "Key to Routing Numbers".
 */
import { weightedSum } from './check-digits.ts'
import { compact } from './compact.ts'
import { judge } from './judge.ts'
import { doubledCharacter, lookalikes, lostZero, swappedNeighbours } from './mend.ts'
import { shapeFault, shapeOf } from './shape.ts'
import { accepted, type Fault, type Parts, type Verdict } from './verdict.ts'

export { compact }

const shape = shapeOf('9!n')
const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]
const slips = [lookalikes(shape), swappedNeighbours, lostZero, doubledCharacter]

/**
 * First and last of each range of the first two digits: the government; the districts of the Federal Reserve for
 * banks, for savings institutions and for electronic use; travellers' cheques.
 */
const assigned = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
] as const

/** Whoever has a list of those that are given says which are known, so that no other is suggested. */
export const check = (input: string, isKnown?: (number: string) => boolean): Verdict =>
  judge(compact(input), faultOf, slips, accepted, isKnown)

function faultOf(number: string): Fault | null {
  const fault = shapeFault(number, shape, 'a routing number')
  if (fault) return fault
  // Nine zeros satisfy the checksum, and spreadsheets produce them from empty cells.
  if (number === '000000000') {
    return { reason: 'unassigned', message: 'No bank has the routing number 000000000.', at: null }
  }
  if (weightedSum(number, 0, weights) % 10 !== 0) {
    return { reason: 'checksum', message: 'The last digit does not fit the other eight.', at: null }
  }
  const start = Number(number.slice(0, 2))
  if (assigned.some(([first, last]) => start >= first && start <= last)) return null
  return { reason: 'unassigned', message: `No routing number begins with ${number.slice(0, 2)}.`, at: [0, 2] }
}

/** It is written in one piece. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string): Parts => ({
  federal_reserve_symbol: canonical.slice(0, 4),
  institution: canonical.slice(4, 8),
  check_digit: canonical.slice(8),
})
