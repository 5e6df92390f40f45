/**
 * ABA routing number: nine digits that identify a US institution for ACH, wires and cheques.
 * Issued by the American Bankers Association; checksum as in its "Key to Routing Numbers".
 */
import { weightedSum } from './check-digits.ts'
import { compact } from './compact.ts'
import { parseStructure, structureFault } from './structure.ts'
import { checkWithSuggestion, doubledCharacter, lookalikes, lostZero, swappedNeighbours } from './suggest.ts'
import type { Check, Fault, Parts } from './verdict.ts'

export { compact }

const structure = parseStructure('9!n')
const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]
const typos = [lookalikes(structure), swappedNeighbours, lostZero, doubledCharacter]

/**
 * The assigned ranges of the first two digits: the government (00); the Federal Reserve districts for banks (01 to 12),
 * for savings institutions (21 to 32) and for electronic use (61 to 72); and travellers' cheques (80). The registrar's
 * policy does not mention 15, but two Treasury accounts in the Fedwire directory start with it.
 */
const assignedPrefixes = [
  [0, 12],
  [15, 15],
  [21, 32],
  [61, 72],
  [80, 80],
] as const

/** `isKnown` returns whether a number is assigned. If it is passed, only assigned numbers are suggested. */
export const check = (input: string, isKnown?: (number: string) => boolean): Check =>
  checkWithSuggestion(compact(input), { checks, faultOf, typos, isKnown, correctsLostDigit: true })

const checks = ['length', 'structure', 'checksum', 'range'] as const

function faultOf(number: string): Fault | null {
  const fault = structureFault(number, structure, 'a routing number')
  if (fault) return fault
  // Nine zeros pass the checksum, and spreadsheets produce them from empty cells, so reject them here.
  if (number === '000000000') {
    return { reason: 'unassigned', message: 'No bank has the routing number 000000000.', at: null }
  }
  if (weightedSum(number, 0, weights) % 10 !== 0) {
    return {
      reason: 'checksum',
      message: 'The check digit does not match: a digit is wrong, or two are swapped.',
      at: null,
    }
  }
  const prefix = number.slice(0, 2)
  if (assignedPrefixes.some(([first, last]) => Number(prefix) >= first && Number(prefix) <= last)) return null
  return { reason: 'unassigned', message: `No routing number starts with ${prefix}.`, at: [0, 2] }
}

/** A routing number is written without separators. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string): Parts => ({
  federal_reserve_symbol: canonical.slice(0, 4),
  institution: canonical.slice(4, 8),
  check_digit: canonical.slice(8),
})
