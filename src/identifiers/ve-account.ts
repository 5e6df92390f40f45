/**
 * Venezuelan account number of 20 digits (código cuenta cliente): bank (4), branch (4), two check digits and account (10).
 * The Superintendencia de las Instituciones del Sector Bancario defines the number. The first check digit covers the bank
 * and the branch, the second covers the branch and the account. Public programs disagree about the second; this rule
 * fits the published account numbers of the six banks that we checked.
 */
import { weightedSum } from './check-digits.ts'
import type { Span } from './verdict.ts'

const bankAndBranchWeights = [3, 2, 7, 6, 5, 4, 3, 2]
const branchAndAccountWeights = [3, 2, 7, 6, 5, 4, ...bankAndBranchWeights]
const [branchStart, checkStart, accountStart] = [4, 8, 10]

/** Takes 20 digits. Returns the position of the check digits if they do not match, otherwise null. */
export function wrongCheckDigits(number: string): Span | null {
  const branchAndAccount = number.slice(branchStart, checkStart) + number.slice(accountStart)
  const bankDigit = digitOf(weightedSum(number, 0, bankAndBranchWeights))
  const accountDigit = digitOf(weightedSum(branchAndAccount, 0, branchAndAccountWeights))
  return number.slice(checkStart, accountStart) === bankDigit + accountDigit ? null : [checkStart, accountStart]
}

/** 11 minus the remainder modulo 11, where 10 becomes 0 and 11 becomes 1. */
const digitOf = (sum: number): string => '10987654321'.charAt(sum % 11)
