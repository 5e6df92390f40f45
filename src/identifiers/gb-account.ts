/**
 * Sort code and account number of the United Kingdom, written after each other: 14 digits that the modulus check tells
 * possible or impossible. Some banks give account numbers of 6, 7, 9 or 10 digits; their canonical form has 8.
 */
import { compact } from './compact.ts'
import { modulusCheck } from './gb-modulus.ts'
import { format as formatSortCode } from './sort-code.ts'
import { lengthFault, shapeFault, shapeOf } from './structure.ts'
import { lookalikes, lostZero, suggest, swappedNeighbours } from './suggest.ts'
import { type Check, type Fault, invalid, type Parts, passed } from './verdict.ts'

export { compact }

const sortCodeLength = 6
const accountMin = 6
const accountMax = 10
const usualLength = 14
const name = 'a sort code with its account number'
const misfit: Fault = {
  reason: 'checksum',
  message: 'The account number does not fit the sort code: a digit of either is wrong.',
  at: null,
}

/** Where a sort code of six digits is set apart from what follows it. */
const pair = /^\s*(\d\d[-. ]?\d\d[-. ]?\d\d)[\s/,;:|-]+(\d[\d\s-]*)$/

export function check(input: string): Check {
  const [, sortCode, account] = pair.exec(input) ?? []
  if (sortCode !== undefined && account !== undefined) return checkPair(sortCode, account)
  const digits = compact(input)
  // Digits in one piece must be 14: with another length the end of the sort code is unknown.
  if (/^\d+$/.test(digits) && digits.length !== usualLength) {
    const fault = lengthFault(digits, '14 digits', name)
    return failed(digits, fault, suggest(digits, fault, [lostZero], isProven))
  }
  return checkDigits(digits)
}

/** The two as forms have them, in two fields. */
export function checkPair(sortCode: string, account: string): Check {
  const code = compact(sortCode)
  const digits = compact(code + account)
  // Else digits of the account would be taken for those that the sort code lacks.
  if (code.length !== sortCodeLength) {
    const fault = lengthFault(code, '6 digits', 'a sort code')
    return failed(digits, fault, suggest(digits, fault, [lostZero], isPossible))
  }
  return checkDigits(digits)
}

const formChecks = ['length', 'structure'] as const
const allChecks = [...formChecks, 'modulus'] as const

const failed = (digits: string, fault: Fault, suggestion: string | null = null): Check =>
  invalid(digits, fault, allChecks, { suggestion, accountChecked: fault.reason === 'checksum' })

function checkDigits(digits: string): Check {
  const fault = faultOf(digits)
  if (fault) {
    const misread = lookalikes(shapeOf(`${digits.length}!n`))
    return failed(digits, fault, suggest(digits, fault, [misread], isPossible))
  }
  const readings = readingsOf(digits.slice(0, sortCodeLength), digits.slice(sortCodeLength))
  const isLong = digits.length > usualLength
  const possible = readings.find((reading) => (isLong ? modulusOf(reading) === true : modulusOf(reading) !== false))
  // Few banks give numbers longer than eight digits: at the others the length is the fault.
  if (possible === undefined && isLong) return failed(digits, lengthFault(digits, '14 digits', name))
  if (possible === undefined) return failed(digits, misfit, suggest(digits, misfit, [swappedNeighbours], isProven))
  if (modulusOf(possible)) return passed(possible, allChecks, { accountChecked: true })
  const note = 'The account number is not checked: the modulus table has no rule for this sort code.'
  return passed(possible, formChecks, { accountChecked: false, note })
}

const isPossible = (digits: string): boolean => digits.length === usualLength && checkDigits(digits).passed

/** A number that cannot be checked proves nothing, so it is not suggested. */
const isProven = (digits: string): boolean => digits.length === usualLength && modulusOf(digits) === true

function faultOf(digits: string): Fault | null {
  if (digits.length < sortCodeLength + accountMin || digits.length > sortCodeLength + accountMax) {
    return lengthFault(digits, '14 digits', name)
  }
  return shapeFault(digits, shapeOf(`${digits.length}!n`), name)
}

const modulusOf = (digits: string): boolean | null =>
  modulusCheck(digits.slice(0, sortCodeLength), digits.slice(sortCodeLength))

/** Sort codes that begin so are Santander's. */
const santander = /^(09|72)/

/** The 14 digits that are meant, by the rules of the banks that give numbers of another length. */
function readingsOf(sortCode: string, account: string): string[] {
  // National Westminster Bank means the last eight of ten, the Co-operative Bank and Leeds Building Society the first.
  // Who holds a sort code is not public, so the sum decides; 08 is mostly the Co-operative Bank's.
  if (account.length === 10) {
    const readings = [sortCode + account.slice(2), sortCode + account.slice(0, 8)]
    return sortCode.startsWith('08') ? readings.toReversed() : readings
  }
  // Santander, where it was Alliance & Leicester: the first digit belongs to the sort code.
  if (account.length === 9) return santander.test(sortCode) ? [sortCode.slice(0, 5) + account] : []
  return [sortCode + account.padStart(8, '0')]
}

/** 20-29-59 63748472. */
export const format = (canonical: string): string =>
  `${formatSortCode(canonical.slice(0, sortCodeLength))} ${canonical.slice(sortCodeLength)}`

export const parts = (canonical: string): Parts => ({
  sort_code: canonical.slice(0, sortCodeLength),
  account: canonical.slice(sortCodeLength),
})
