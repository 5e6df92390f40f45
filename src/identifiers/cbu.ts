/**
 * Check digits of a CBU, the Argentine account number of 22 digits: bank (3), branch (4), check digit, account (13) and
 * check digit. The bank codes are those of the Banco Central de la República Argentina. Public programs that check CBUs
 * apply this rule: from right to left, the digits before a check digit have the weights 3, 1, 7, 9, repeated. A CVU, which
 * identifies an account at a payment provider, follows the same rule: it begins with 000, and the provider takes the place
 * of the branch.
 */
import { weightedSum } from './check-digits.ts'
import type { Span } from './verdict.ts'

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
