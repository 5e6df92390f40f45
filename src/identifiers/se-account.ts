/**
 * Swedish account number: a clearing number followed by the account number at the bank. Bankgirot's document "Bank
 * account numbers in Swedish banks" defines two types of account number, and its numbered comments say which digits the
 * check digit (the last digit) covers. The format for each clearing number comes from `data/code-ranges.json`.
 */
import { luhnSum, weightedSum } from './check-digits.ts'
import { compact } from './compact.ts'
import * as clearingNumber from './se-clearing.ts'
import { lengthFault, parseStructure, structureFault } from './structure.ts'
import { suggest, swappedNeighbours } from './suggest.ts'
import { type Check, type Fault, invalid, type Parts, passed } from './verdict.ts'

export { compact }

export interface SwedishAccountFormat {
  type: 1 | 2
  /**
   * Which of Bankgirot's numbered comments applies. Undefined if published rules disagree; the check digit is then not
   * checked.
   */
  comment?: 1 | 2 | 3 | undefined
  /** Minimum and maximum number of digits, without the clearing number. */
  digits: readonly number[]
}

/** Looks up the account format for a clearing number of four digits; returns undefined if the format is unknown. */
export type FormatLookup = (clearing: string) => SwedishAccountFormat | undefined

const { clearingLength } = clearingNumber
const name = 'an account number with this clearing number'

/**
 * Checks a clearing number and an account number that are not separated. A clearing number that starts with 8 may or
 * may not have a fifth digit, so both are tried.
 */
export function check(input: string, formatOf: FormatLookup): Check {
  const digits = compact(input)
  const lengths = digits.startsWith('8') ? [clearingLength + 1, clearingLength] : [clearingLength]
  const readings = lengths.map((length) => checkPair(digits.slice(0, length), digits.slice(length), formatOf))
  const best = readings.find((one) => one.passed && one.accountChecked) ?? readings.find((one) => one.passed)
  return best ?? (readings.at(-1) as Check)
}

/** Takes the clearing number and the account number separately, as forms collect them. */
export function checkPair(clearing: string, account: string, formatOf: FormatLookup): Check {
  const number = compact(clearing)
  const digits = compact(number + account).slice(number.length)
  const clearingCheck = clearingNumber.check(number)
  if (!clearingCheck.passed) return failed(number + digits, clearingCheck)
  const formatFault =
    digits === ''
      ? lengthFault('', 'at least 1 digit', name)
      : structureFault(digits, parseStructure(`${digits.length}!n`), name)
  if (formatFault) return failed(number + digits, shifted(formatFault, number.length))
  const format = formatOf(number.slice(0, clearingLength))
  return format ? checkAccount(number, digits, format) : unchecked(number + digits)
}

const unchecked = (digits: string): Check => passed(digits, formatChecks, { accountChecked: false, note: noRule })

const noRule = 'The account number was not checked: no reliable rule is known for this clearing number.'

const formatChecks = ['length', 'structure'] as const
const allChecks = [...formatChecks, 'checksum'] as const

const failed = (digits: string, fault: Fault, suggestion: string | null = null): Check =>
  invalid(digits, fault, allChecks, { suggestion, accountChecked: fault.reason === 'checksum' })

const shifted = ({ at, ...fault }: Fault, by: number): Fault => ({ ...fault, at: at && [at[0] + by, at[1] + by] })

/**
 * Maximum number of lost zeros that a suggestion adds. More are unlikely: text with only four digits after the first
 * four is a bankgiro number.
 */
const lostZerosMax = 2

function checkAccount(clearing: string, account: string, format: SwedishAccountFormat): Check {
  const [min, max] = format.digits as [number, number]
  // The canonical form has all leading zeros, as in payment files.
  const padded = account.padStart(max, '0')
  const matches = fits(clearing.slice(0, clearingLength), padded, format)
  if (account.length < min || account.length > max) {
    const fault = lengthFault(account, min === max ? `${max} digits` : `${min} to ${max} digits`, name)
    const lacksZeros = matches && account.length < min && account.length >= max - lostZerosMax
    return failed(clearing + account, fault, lacksZeros ? clearing + padded : null)
  }
  if (matches) return passed(clearing + padded, allChecks, { accountChecked: true })
  if (format.comment === undefined) return unchecked(clearing + padded)
  if (hasExceptions(format))
    return passed(clearing + padded, formatChecks, { accountChecked: false, note: exceptionNote })
  const isProven = (candidate: string): boolean =>
    candidate.startsWith(clearing) && fits(clearing.slice(0, clearingLength), candidate.slice(clearing.length), format)
  const fault = checkDigitFault(clearing.length + max)
  return failed(clearing + padded, fault, suggest(clearing + padded, fault, [swappedNeighbours], isProven))
}

const checkDigitFault = (length: number): Fault => ({
  reason: 'checksum',
  message: 'The check digit of the account number does not match: a digit is wrong, or two are swapped.',
  at: [length - 1, length],
})

/**
 * Whether some valid account numbers have no check digit. Until 2023, Bankgirot's comment 3 mentioned Swedbank accounts
 * without one.
 */
const hasExceptions = ({ type, comment }: SwedishAccountFormat): boolean => type === 2 && comment === 3

const exceptionNote =
  'The check digit of the account number does not match. Check the number: only a few old accounts have no check digit.'

const weights = [1, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]

/** Modulus 11: the last digit has weight 1, the one before it has weight 2, and so on; after 10 comes 1 again. */
const fitsModulus11 = (digits: string): boolean => isMultiple(weightedSum(digits, 0, weights.slice(-digits.length)), 11)

/** Rejects a sum of 0: an all-zero number passes every checksum, and spreadsheets produce one from empty cells. */
const isMultiple = (sum: number, modulus: number): boolean => sum > 0 && sum % modulus === 0

/** Whether the check digit matches. Takes a clearing number of four digits and an account number with leading zeros. */
function fits(clearing: string, account: string, { type, comment }: SwedishAccountFormat): boolean {
  if (comment === undefined) return false
  if (type === 1) return account.length === 7 && fitsModulus11((comment === 1 ? clearing.slice(1) : clearing) + account)
  if (comment === 2) return account.length === 9 && fitsModulus11(account)
  return isMultiple(luhnSum(account), 10)
}

/** Only Swedbank accounts can have 15 digits: five for the clearing number and ten for the account number. */
const isLong = (canonical: string): boolean => canonical.startsWith('8') && canonical.length === 15

const splitAt = (canonical: string): number => clearingLength + (isLong(canonical) ? 1 : 0)

/** Example: 8327-9 0147258925. */
export const format = (canonical: string): string =>
  `${clearingNumber.format(canonical.slice(0, splitAt(canonical)))} ${canonical.slice(splitAt(canonical))}`

export const parts = (canonical: string): Parts => ({
  clearing: canonical.slice(0, splitAt(canonical)),
  account: canonical.slice(splitAt(canonical)),
})
