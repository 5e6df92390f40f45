/**
 * QR reference of Switzerland and Liechtenstein: 26 digits and a check digit, modulo 10 recursive. Defined by SIX in the
 * implementation guidelines for the QR-bill. The reference of the older orange slip (ISR) had 27 or 16 digits by the same
 * rule; as a QR reference it has zeros in front.
 */
import { lostZero, swappedNeighbours } from '../suggest.ts'
import { digitsOf, inFives, isInFives, type ReferenceRule, wrongCheckDigits } from './reference-rule.ts'

const isLength = (digits: string): boolean => digits.length === 27 || digits.length === 16

/** The row of the table of SIX; the other rows are this one, rotated. */
const carries = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]

function carryOf(digits: string): number {
  let carry = 0
  for (const digit of digits) carry = carries[(carry + Number(digit)) % 10] as number
  return carry
}

export const chQr: ReferenceRule = {
  type: 'ch_qr',
  name: 'Swiss QR reference',
  countries: ['CH', 'LI'],
  usage: 'Goes only with a QR-IBAN of Switzerland or Liechtenstein.',
  checks: ['length', 'checksum'],
  typos: [swappedNeighbours, lostZero],
  recognise: (text) => (isInFives(text) && isLength(digitsOf(text)) ? digitsOf(text) : undefined),
  ofDigits: (digits) => (isLength(digits) ? digits : undefined),
  faultOf: (digits) => {
    const last = digits.length - 1
    const isRight = (10 - carryOf(digits.slice(0, last))) % 10 === Number(digits[last])
    return isRight ? null : wrongCheckDigits('QR reference', last, last + 1)
  },
  format: inFives,
  parts: (digits) => ({ reference: digits.slice(0, -1), check_digit: digits.slice(-1) }),
}
