/**
 * Nigerian account number (NUBAN): a serial number of nine digits and a check digit, which counts the institution too.
 * Rules of the Central Bank of Nigeria, 2010 and 2020. Wallets and some institutions do not follow them.
 */
import { compact } from './compact.ts'
import { shapeFault, shapeOf } from './structure.ts'
import { doubledCharacter, lookalikes, lostZero, suggest, swappedNeighbours } from './suggest.ts'
import { type Check, type Fault, invalid, type Parts, passed } from './verdict.ts'

export { compact }

const shape = shapeOf('10!n')
const serialLength = 9
const name = 'a Nigerian account number'
const misread = lookalikes(shape)
const typos = [misread, swappedNeighbours, lostZero, doubledCharacter]

/** The institution by its code of three digits (banks), five (other institutions) or six, as it enters the sum. */
export function check(input: string, institutionCode?: string): Check {
  const account = compact(input)
  const institution = institutionCode === undefined ? undefined : compact(institutionCode)
  const shapeless = shapeFault(account, shape, name)
  if (institution === undefined || Number.isNaN(sumOfInstitution(institution))) {
    if (!shapeless) return passed(account, formChecks, { accountChecked: false, note: whyNotChecked(institution) })
    const suggestion = suggest(account, shapeless, [misread, lostZero], hasShape)
    return invalid(account, shapeless, formChecks, { suggestion, accountChecked: false })
  }
  const passes = (candidate: string): boolean => hasShape(candidate) && fits(candidate, institution)
  if (passes(account)) return passed(account, allChecks, { accountChecked: true })
  const fault = shapeless ?? wrongDigit(institution)
  const suggestion = suggest(account, fault, typos, passes)
  return invalid(account, fault, allChecks, { suggestion, accountChecked: shapeless === null })
}

const formChecks = ['length', 'structure'] as const
const allChecks = [...formChecks, 'checksum'] as const

/** Whether an account number of ten digits can be one of this institution: one number can be at several. */
export function fits(account: string, institutionCode: string): boolean {
  if (account.length !== shape.length) return false
  // Not a number, and so not 0, if either is not of digits.
  return (sumOfInstitution(institutionCode) + sumOfDigits(account, 0, shape.length)) % 10 === 0
}

const hasShape = (account: string): boolean => shapeFault(account, shape, name) === null

const wrongDigit = (institution: string): Fault => ({
  reason: 'checksum',
  message: `The last digit does not fit the other nine at the institution ${institution}.`,
  at: [serialLength, shape.length],
})

function whyNotChecked(institution: string | undefined): string {
  if (institution === undefined) return 'The last digit can only be checked together with the bank.'
  return `The last digit cannot be checked: a bank code has 3, 5 or 6 digits, not "${institution}".`
}

/** What the institution adds, not a number if it is no code. Zeros in front of a code of three digits add nothing. */
function sumOfInstitution(code: string): number {
  if (code.length === 3 || code.length === 6) return sumOfDigits(code, 0, code.length)
  // A code of five digits has a 9 in front, in the first place.
  return code.length === 5 ? 9 * 3 + sumOfDigits(code, 1, code.length) : Number.NaN
}

/** The institution fills six places, so that the serial number begins at a multiple of three as well. */
const weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 1]

function sumOfDigits(text: string, place: number, count: number): number {
  let sum = 0
  for (let at = 0; at < count; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    sum += digit * (weights[place + at] as number)
  }
  return sum
}

/** It is written in one piece. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string): Parts => ({
  serial: canonical.slice(0, serialLength),
  check_digit: canonical.slice(serialLength),
})
