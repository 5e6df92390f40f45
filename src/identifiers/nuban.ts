/**
 * Nigerian account number (NUBAN): a serial number of nine digits and a check digit, which is computed from the bank
 * code and the serial number. The Central Bank of Nigeria published the rules in 2010 and 2020. Wallets and some
 * institutions do not follow them.
 */
import { compact } from './compact.ts'
import { parseStructure, structureFault } from './structure.ts'
import { doubledCharacter, lookalikes, lostZero, suggest, swappedNeighbours, type Typo } from './suggest.ts'
import { type Check, type Fault, invalid, type Parts, passed } from './verdict.ts'

export { compact }

const structure = parseStructure('10!n')
const serialLength = 9
const name = 'a Nigerian account number'
const misread = lookalikes(structure)
/** Matches a mobile phone number with the 0 or the country code that is dialled in front of it. */
const dialled = /^(?:0|\+?234)([789]\d{9})$/

export const isPhoneNumber = (account: string): boolean => dialled.test(account)

/** The number of a wallet is a phone number, without what is dialled in front of it. */
const dialledPrefix: Typo = { changesLength: true, candidates: (text) => dialled.exec(text)?.slice(1) ?? [] }
const typos = [misread, swappedNeighbours, lostZero, dialledPrefix, doubledCharacter]

/** `institutionCode`: three digits (banks), five (other institutions), or either code padded to six digits. */
export function check(input: string, institutionCode?: string): Check {
  const account = compact(input)
  const institution = institutionCode === undefined ? undefined : compact(institutionCode)
  const formatFault = structureFault(account, structure, name)
  if (institution === undefined || Number.isNaN(sumOfInstitution(institution))) {
    if (!formatFault) return passed(account, formatChecks, { accountChecked: false, note: whyNotChecked(institution) })
    const suggestion = suggest(account, formatFault, [misread, lostZero, dialledPrefix], isWellFormed)
    return invalid(account, formatFault, formatChecks, { suggestion, accountChecked: false })
  }
  const passes = (candidate: string): boolean => isWellFormed(candidate) && fits(candidate, institution)
  if (passes(account)) return passed(account, allChecks, { accountChecked: true })
  const fault = formatFault ?? checkDigitFault(institution)
  const suggestion = suggest(account, fault, typos, passes)
  return invalid(account, fault, allChecks, { suggestion, accountChecked: formatFault === null })
}

const formatChecks = ['length', 'structure'] as const
const allChecks = [...formatChecks, 'checksum'] as const

/** Whether the check digit of a ten-digit account number matches the institution. It can match several institutions. */
export const fits = (account: string, institutionCode: string): boolean =>
  // If one of the two has a wrong length or a character that is not a digit, its remainder is NaN, which equals nothing.
  remainderOf(account) === remainderOfInstitution(institutionCode)

/**
 * Returns a digit from the account number that equals `remainderOfInstitution` if the check digit matches. Returns NaN
 * for text that is not an account number.
 */
export const remainderOf = (account: string): number =>
  account.length === structure.length ? (1_000 - sumOfDigits(account, 0, structure.length)) % 10 : Number.NaN

/** Returns NaN for text that is not an institution code. */
export const remainderOfInstitution = (code: string): number => sumOfInstitution(code) % 10

const isWellFormed = (account: string): boolean => structureFault(account, structure, name) === null

const checkDigitFault = (institution: string): Fault => ({
  reason: 'checksum',
  message: `The check digit does not match bank code ${institution}: a digit is wrong, or the account is at another bank.`,
  at: [serialLength, structure.length],
})

function whyNotChecked(institution: string | undefined): string {
  if (institution === undefined) return 'The account number was not checked: its check digit depends on the bank code.'
  return `The account number was not checked: a bank code has 3, 5 or 6 digits, not "${institution}".`
}

/**
 * Returns what the institution code adds to the checksum, or NaN if the code is invalid. The rules pad the code to six
 * digits. A three-digit code is padded with zeros, which add nothing.
 */
function sumOfInstitution(code: string): number {
  if (code.length === 3 || code.length === 6) return sumOfDigits(code, 0, code.length)
  // A five-digit code is padded with a 9 in front, which has the first weight (3).
  return code.length === 5 ? 9 * 3 + sumOfDigits(code, 1, code.length) : Number.NaN
}

/**
 * The weights for an account number. They also work for an institution code, which comes before it in the checksum: the
 * weights repeat every three digits, and the padded code has six.
 */
const weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 1]

function sumOfDigits(text: string, firstWeight: number, count: number): number {
  let sum = 0
  for (let at = 0; at < count; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    sum += digit * (weights[firstWeight + at] as number)
  }
  return sum
}

/** A NUBAN is written without separators. */
export const format = (canonical: string): string => canonical

export const parts = (canonical: string): Parts => ({
  serial: canonical.slice(0, serialLength),
  check_digit: canonical.slice(serialLength),
})
