/**
 * Belgian structured communication (OGM, VCS): ten digits and two check digits, which are the remainder modulo 97, or 97
 * for the remainder 0. Defined by Febelfin, the association of the banks. Printed as +++090/9337/55493+++.
 */
import { lengthFault } from '../structure.ts'
import { lostZero, swappedNeighbours } from '../suggest.ts'
import { digitsOf, type ReferenceRule, wrongCheckDigits } from './reference-rule.ts'

const length = 12
const marked = /^([+*])\1\1[\d\s/]+\1\1\1$/
const grouped = /^\d{3}\/\d{4}\/\d{5}$/

export const beOgm: ReferenceRule = {
  type: 'be_ogm',
  name: 'Belgian structured communication',
  countries: ['BE'],
  usage: 'Used for payments to accounts in Belgium.',
  checks: ['length', 'checksum'],
  typos: [swappedNeighbours, lostZero],
  recognise: (text) => (marked.test(text) || grouped.test(text) ? digitsOf(text) : undefined),
  ofDigits: (digits) => (digits.length === length ? digits : undefined),
  faultOf: (digits) => {
    if (digits.length !== length) return lengthFault(digits, `${length} digits`, 'a structured communication')
    const isRight = (Number(digits.slice(0, 10)) % 97 || 97) === Number(digits.slice(10))
    return isRight ? null : wrongCheckDigits('structured communication', 10, length)
  },
  format: (digits) => `+++${digits.slice(0, 3)}/${digits.slice(3, 7)}/${digits.slice(7)}+++`,
  parts: (digits) => ({ reference: digits.slice(0, 10), check_digits: digits.slice(10) }),
}
