/**
 * CLABE, the Mexican account number of 18 digits: bank (3), place (3), account (11) and check digit.
 * The Asociación de Bancos de México and the Banco de México define the number; the calculator that FedACH gives to US
 * banks describes the rule. Each digit is multiplied by its weight (3, 7, 1, repeated), and the last digits of the
 * products are added.
 */
import { weightedSum } from './check-digits.ts'
import { compact } from './compact.ts'
import { parseStructure, structureFault } from './structure.ts'
import { checkWithSuggestion, doubledCharacter, lookalikes, lostZero, swappedNeighbours } from './suggest.ts'
import type { Check, Fault, Parts, Span } from './verdict.ts'

export { compact }

const structure = parseStructure('18!n')
const typos = [lookalikes(structure), swappedNeighbours, lostZero, doubledCharacter]

export const check = (input: string): Check =>
  checkWithSuggestion(compact(input), {
    checks: ['length', 'structure', 'checksum'],
    faultOf,
    typos,
    coversAccount: true,
  })

function faultOf(clabe: string): Fault | null {
  const fault = structureFault(clabe, structure, 'a CLABE')
  if (fault) return fault
  const at = wrongCheckDigit(clabe)
  const message = 'The check digit does not match: a digit is wrong, or two are swapped.'
  return at && { reason: 'checksum', message, at }
}

/** A CLABE is written without separators. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string): Parts => ({
  bank_code: canonical.slice(0, 3),
  branch_code: canonical.slice(3, 6),
  account: canonical.slice(6, 17),
  check_digit: canonical.slice(17),
})

// Taking the last digit of each product does not change the sum modulo 10. With weight 1 for the check digit, the sum
// over all 18 digits is a multiple of 10.
const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1]

/** Takes 18 digits. Returns the position of the check digit if it does not match, otherwise null. */
export const wrongCheckDigit = (clabe: string): Span | null =>
  weightedSum(clabe, 0, weights) % 10 === 0 ? null : [weights.length - 1, weights.length]
