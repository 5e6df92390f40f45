/**
 * Norwegian customer identification (KID): 2 to 25 digits, the last one a check digit. Defined by Mastercard Payment
 * Services (formerly Nets) for the Norwegian banks. Each payee chooses modulus 10 (Luhn) or modulus 11; the check digit 10
 * of modulus 11 is written as a hyphen. The payee also fixes the length, which is not published.
 */
import { luhnSum } from '../check-digits.ts'
import { type ReferenceRule, wrongCheckDigits } from './reference-rule.ts'

const form = /^\d{1,24}[\d-]$/

/** From the digit before the check digit to the first, the weights are 2 to 7, repeated. */
function modulus11(digits: string): string {
  let sum = 0
  for (let at = 0; at < digits.length; at++) sum += (2 + ((digits.length - 1 - at) % 6)) * Number(digits[at])
  return '0-987654321'.charAt(sum % 11)
}

export const noKid: ReferenceRule = {
  type: 'no_kid',
  name: 'KID',
  countries: ['NO'],
  usage: 'Used for payments to accounts in Norway.',
  checks: ['length', 'checksum'],
  typos: [],
  recognise: () => undefined,
  ofDigits: (text) => (form.test(text) ? text : undefined),
  faultOf: (kid) => {
    const [digits, check] = [kid.slice(0, -1), kid.slice(-1)]
    const isRight = modulus11(digits) === check || (check !== '-' && luhnSum(kid) % 10 === 0)
    return isRight ? null : wrongCheckDigits('KID', kid.length - 1, kid.length)
  },
  format: (kid) => kid,
  parts: (kid) => ({ reference: kid.slice(0, -1), check_digit: kid.slice(-1) }),
}
