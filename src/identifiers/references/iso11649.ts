/**
 * Creditor reference: RF, two check digits, and 1 to 21 letters and digits. Defined by ISO 11649, with check digits as in
 * an IBAN (ISO 7064, MOD 97-10).
 */
import { remainder97 } from '../check-digits.ts'
import { compact } from '../compact.ts'
import { lengthFault } from '../structure.ts'
import { doubledCharacter, swappedNeighbours } from '../suggest.ts'
import { neverDigits, type ReferenceRule, wrongCheckDigits } from './reference-rule.ts'

const [lengthMin, lengthMax] = [5, 25]
const checkDigits = [2, 4] as const

export const iso11649: ReferenceRule = {
  type: 'rf',
  name: 'ISO 11649 reference',
  countries: [],
  usage: 'Goes with an IBAN of any country, but not with a QR-IBAN of Switzerland or Liechtenstein.',
  checks: ['length', 'mod97'],
  typos: [swappedNeighbours, doubledCharacter],
  recognise: (text) => {
    const canonical = compact(text)
    return /^RF\d\d[A-Z0-9]*$/.test(canonical) ? canonical : undefined
  },
  ofDigits: neverDigits,
  faultOf: (reference) => {
    if (reference.length < lengthMin || reference.length > lengthMax) {
      return lengthFault(reference, `${lengthMin} to ${lengthMax} characters`, 'an ISO 11649 reference')
    }
    const moved = reference.slice(4) + reference.slice(0, 4)
    return remainder97(moved, 0, moved.length) === 1 ? null : wrongCheckDigits('reference', ...checkDigits)
  },
  format: (reference) => reference.replaceAll(/.{4}(?=.)/g, '$& '),
  parts: (reference) => ({ check_digits: reference.slice(...checkDigits), reference: reference.slice(4) }),
}
