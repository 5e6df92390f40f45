/**
 * UK sort code followed by an account number, 14 digits in total. The modulus check tells whether the two can belong
 * together. Some banks issue account numbers of 6, 7, 9 or 10 digits; the canonical form always has 8.
 */
import { compact } from './compact.ts'
import { hasModulusTable, modulusCheck } from './gb-modulus.ts'
import { format as formatSortCode } from './sort-code.ts'
import { lengthFault, parseStructure, structureFault } from './structure.ts'
import { lookalikes, lostZero, suggest, swappedNeighbours } from './suggest.ts'
import { type Check, type Fault, invalid, type Parts, passed } from './verdict.ts'

export { compact }

const sortCodeLength = 6
const accountMin = 6
const accountMax = 10
const usualLength = 14
const name = 'a sort code with its account number'
const mismatch: Fault = {
  reason: 'checksum',
  message: 'The account number does not match the sort code: a digit in one of them is wrong.',
  at: null,
}

/** Matches a sort code of six digits, a separator and an account number. */
const pair = /^\s*(\d\d[-. ]?\d\d[-. ]?\d\d)[\s/,;:|-]+(\d[\d\s-]*)$/

export function check(input: string): Check {
  const [, sortCode, account] = pair.exec(input) ?? []
  if (sortCode !== undefined && account !== undefined) return checkPair(sortCode, account)
  const digits = compact(input)
  // Without a separator there must be exactly 14 digits, because otherwise it is unclear where the sort code ends.
  if (/^\d+$/.test(digits) && digits.length !== usualLength) {
    const fault = lengthFault(digits, '14 digits', name)
    return failed(digits, fault, suggest(digits, fault, [lostZero], isProven))
  }
  return checkDigits(digits)
}

/** Takes the sort code and the account number separately, as forms collect them. */
export function checkPair(sortCode: string, account: string): Check {
  const code = compact(sortCode)
  const digits = compact(code + account)
  // Check the length of the sort code on its own: if it is too short, the first digits of the account number would be
  // read as part of it.
  if (code.length !== sortCodeLength) {
    const fault = lengthFault(code, '6 digits', 'a sort code')
    return failed(digits, fault, suggest(digits, fault, [lostZero], isPossible))
  }
  return checkDigits(digits)
}

const formatChecks = ['length', 'structure'] as const
const allChecks = [...formatChecks, 'modulus'] as const

const failed = (digits: string, fault: Fault, suggestion: string | null = null): Check =>
  invalid(digits, fault, allChecks, { suggestion, accountChecked: fault.reason === 'checksum' })

function checkDigits(digits: string): Check {
  const fault = faultOf(digits)
  if (fault) {
    const misread = lookalikes(parseStructure(`${digits.length}!n`))
    return failed(digits, fault, suggest(digits, fault, [misread], isPossible))
  }
  const candidates = fullNumbers(digits.slice(0, sortCodeLength), digits.slice(sortCodeLength))
  const isLong = digits.length > usualLength
  const possible = candidates.find((number) => (isLong ? modulusOf(number) === true : modulusOf(number) !== false))
  // Few banks issue account numbers with more than eight digits. If the number fits none of their rules, its length is
  // wrong.
  if (possible === undefined && isLong) return failed(digits, lengthFault(digits, '14 digits', name))
  if (possible === undefined) return failed(digits, mismatch, suggest(digits, mismatch, [swappedNeighbours], isProven))
  if (modulusOf(possible)) return passed(possible, allChecks, { accountChecked: true })
  const note = hasModulusTable() ? noRuleNote : noTableNote
  return passed(possible, formatChecks, { accountChecked: false, note })
}

const noRuleNote = 'The account number was not checked: the modulus table has no rule for this sort code.'
const noTableNote = 'The account number was not checked: this build of the data has no modulus table.'

const isPossible = (digits: string): boolean => digits.length === usualLength && checkDigits(digits).passed

/**
 * Whether the number passes the modulus check. A number that cannot be checked is not proven, and so it is never
 * suggested.
 */
const isProven = (digits: string): boolean => digits.length === usualLength && modulusOf(digits) === true

function faultOf(digits: string): Fault | null {
  if (digits.length < sortCodeLength + accountMin || digits.length > sortCodeLength + accountMax) {
    return lengthFault(digits, '14 digits', name)
  }
  return structureFault(digits, parseStructure(`${digits.length}!n`), name)
}

const modulusOf = (digits: string): boolean | null =>
  modulusCheck(digits.slice(0, sortCodeLength), digits.slice(sortCodeLength))

/** Matches the sort codes of Santander. */
const santander = /^(09|72)/

/** Returns the possible 14-digit numbers for the input. Each bank with longer account numbers has its own conversion rule. */
function fullNumbers(sortCode: string, account: string): string[] {
  // If there are ten digits, National Westminster Bank uses the last eight, but the Co-operative Bank and Leeds
  // Building Society use the first eight. Sort code assignments are not public, so try both and let the modulus check
  // decide. Most sort codes that start with 08 belong to the Co-operative Bank, so try its rule first for these.
  if (account.length === 10) {
    const numbers = [sortCode + account.slice(2), sortCode + account.slice(0, 8)]
    return sortCode.startsWith('08') ? numbers.toReversed() : numbers
  }
  // If there are nine digits, Santander (formerly Alliance & Leicester) uses the first one in place of the last digit
  // of the sort code.
  if (account.length === 9) return santander.test(sortCode) ? [sortCode.slice(0, 5) + account] : []
  return [sortCode + account.padStart(8, '0')]
}

/** Example: 20-29-59 63748472. */
export const format = (canonical: string): string =>
  `${formatSortCode(canonical.slice(0, sortCodeLength))} ${canonical.slice(sortCodeLength)}`

export const parts = (canonical: string): Parts => ({
  sort_code: canonical.slice(0, sortCodeLength),
  account: canonical.slice(sortCodeLength),
})
