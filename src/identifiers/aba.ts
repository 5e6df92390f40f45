/**
 * ABA routing number: nine digits that name a US institution for ACH, wires and cheques.
 * Issued by the American Bankers Association; checksum as in its "Key to Routing Numbers".
 */
import { weightedSum } from './check-digits.ts'
import { checkWithSuggestion } from './check-with-suggestion.ts'
import { compact } from './compact.ts'
import { shapeFault, shapeOf } from './structure.ts'
import { doubledCharacter, lookalikes, lostZero, swappedNeighbours } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

export { compact }

const shape = shapeOf('9!n')
const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]
const typos = [lookalikes(shape), swappedNeighbours, lostZero, doubledCharacter]

/**
 * First and last of each range of the first two digits: the government; the districts of the Federal Reserve for
 * banks, for savings institutions and for electronic use; travellers' cheques. 15 is not in the policy of the
 * registrar: two accounts of the Treasury in the Fedwire directory begin with it.
 */
const assigned = [
  [0, 12],
  [15, 15],
  [21, 32],
  [61, 72],
  [80, 80],
] as const

/** `isKnown`: a caller with a list of assigned numbers limits suggestions to them. */
export const check = (input: string, isKnown?: (number: string) => boolean): Check =>
  checkWithSuggestion(compact(input), { checks, faultOf, typos, isKnown })

const checks = ['length', 'structure', 'checksum', 'range'] as const

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
