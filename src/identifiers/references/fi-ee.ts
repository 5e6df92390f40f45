/**
 * The references of Finland (viitenumero, 4 to 20 digits) and Estonia (viitenumber, 2 to 20 digits). Defined by Finance
 * Finland and the Estonian Banking Association, with the same check digit: from the last digit to the first, the weights
 * are 7, 3 and 1, repeated. Finland prints groups of five digits and ignores leading zeros.
 */
import { swappedNeighbours } from '../suggest.ts'
import { inFives, isInFives, type ReferenceRule, wrongCheckDigits } from './reference-rule.ts'

const lengthMax = 20

function faultOf(digits: string): ReturnType<ReferenceRule['faultOf']> {
  const last = digits.length - 1
  let sum = 0
  for (let at = 0; at < last; at++) sum += ([7, 3, 1][(last - 1 - at) % 3] as number) * Number(digits[at])
  return (10 - (sum % 10)) % 10 === Number(digits[last]) ? null : wrongCheckDigits('reference', last, last + 1)
}

const shared = {
  checks: ['length', 'checksum'],
  typos: [swappedNeighbours],
  faultOf,
  parts: (digits: string) => ({ reference: digits.slice(0, -1), check_digit: digits.slice(-1) }),
} satisfies Partial<ReferenceRule>

function finnish(text: string): string | undefined {
  const digits = text.replace(/^0+/, '')
  return digits.length >= 4 && digits.length <= lengthMax ? digits : undefined
}

export const fi: ReferenceRule = {
  ...shared,
  type: 'fi',
  name: 'Finnish reference',
  countries: ['FI'],
  usage: 'Used for payments to accounts in Finland.',
  recognise: () => undefined,
  isPrinted: (text) => isInFives(text) && !text.startsWith('0'),
  ofDigits: finnish,
  format: inFives,
}

export const ee: ReferenceRule = {
  ...shared,
  type: 'ee',
  name: 'Estonian reference',
  countries: ['EE'],
  usage: 'Used for payments to accounts in Estonia.',
  recognise: () => undefined,
  ofDigits: (digits) => (digits.length >= 2 && digits.length <= lengthMax ? digits : undefined),
  format: (digits) => digits,
}
