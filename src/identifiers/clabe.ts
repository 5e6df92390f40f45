/**
 * Check digit of a CLABE, the Mexican account number of 18 digits: bank (3), place (3), account (11) and check digit.
 * The Asociación de Bancos de México and the Banco de México define the number; the calculator that FedACH gives to US
 * banks describes the rule. Each digit is multiplied by its weight (3, 7, 1, repeated), and the last digits of the
 * products are added.
 */
import { weightedSum } from './check-digits.ts'
import type { Span } from './verdict.ts'

// Taking the last digit of each product does not change the sum modulo 10. With weight 1 for the check digit, the sum
// over all 18 digits is a multiple of 10.
const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1]

/** Takes 18 digits. Returns the position of the check digit if it does not match, otherwise null. */
export const wrongCheckDigit = (clabe: string): Span | null =>
  weightedSum(clabe, 0, weights) % 10 === 0 ? null : [weights.length - 1, weights.length]
