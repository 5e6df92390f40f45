/**
 * CBU, the Argentine account number of 22 digits: bank (3), branch (4), check digit, account (13) and
 * check digit. The bank codes are those of the Banco Central de la República Argentina. Public programs that check CBUs
 * apply this rule: from right to left, the digits before a check digit have the weights 3, 1, 7, 9, repeated. A CVU, which
 * identifies an account at a payment provider, follows the same rule: it begins with 000, and the provider takes the place
 * of the branch.
 */
import { weightedSum } from './check-digits.ts'
import { compact } from './compact.ts'
import { parseStructure, structureFault } from './structure.ts'
import { checkWithSuggestion, doubledCharacter, lookalikes, lostZero, swappedNeighbours } from './suggest.ts'
import type { Check, Fault, Parts, Span } from './verdict.ts'

export { compact }

const structure = parseStructure('22!n')
const typos = [lookalikes(structure), swappedNeighbours, lostZero, doubledCharacter]

/** Also accepts a CVU. */
export const check = (input: string): Check =>
  checkWithSuggestion(compact(input), {
    checks: ['length', 'structure', 'checksum', 'range'],
    faultOf,
    typos,
    coversAccount: true,
  })

function faultOf(cbu: string): Fault | null {
  const fault = structureFault(cbu, structure, 'a CBU')
  if (fault) return fault
  const at = wrongCheckDigit(cbu)
  if (at) {
    const message = 'The check digits do not match: a digit is wrong, or two are swapped.'
    return { reason: 'checksum', message, at }
  }
  if (!cbu.startsWith('0000000')) return null
  return { reason: 'unassigned', message: 'No bank has the code 000, and no provider the code 0000.', at: [0, 7] }
}

/** A CBU is written without separators. */
export const format = (canonical: string): string => canonical

/** A CVU has a provider in place of the bank and the branch. */
export const parts = (canonical: string): Parts => ({
  ...(canonical.startsWith('000')
    ? { provider: canonical.slice(3, 7) }
    : { bank_code: canonical.slice(0, 3), branch_code: canonical.slice(3, 7) }),
  branch_check_digit: canonical.slice(7, 8),
  account: canonical.slice(8, 21),
  check_digit: canonical.slice(21),
})

/** With weight 1 for its check digit, the sum over a block is a multiple of 10. */
const branchWeights = [7, 1, 3, 9, 7, 1, 3, 1]
const accountWeights = [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3, 1]
const branchEnd = branchWeights.length
const length = branchEnd + accountWeights.length

/** Takes 22 digits. Returns the position of the first check digit that does not match, or null if both match. */
export function wrongCheckDigit(cbu: string): Span | null {
  if (weightedSum(cbu, 0, branchWeights) % 10 !== 0) return [branchEnd - 1, branchEnd]
  return weightedSum(cbu, branchEnd, accountWeights) % 10 === 0 ? null : [length - 1, length]
}
