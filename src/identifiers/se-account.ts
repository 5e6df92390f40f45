/**
 * Swedish account number: a clearing number and the number of the account at its bank. Bankgirot's "Bank account numbers
 * in Swedish banks" describes two types, and by "comments" what the check digit, the last one, is calculated over. Which
 * clearing number has which form comes with the data (`data/code-ranges.json`).
 */
import { luhnSum, weightedSum } from './check-digits.ts'
import { compact } from './compact.ts'
import * as clearingNumber from './se-clearing.ts'
import { lengthFault, shapeFault, shapeOf } from './structure.ts'
import { suggest, swappedNeighbours } from './suggest.ts'
import { type Check, type Fault, invalid, type Parts, passed } from './verdict.ts'

export { compact }

export interface AccountForm {
  type: 1 | 2
  /** Undefined where publications disagree: then the check digit cannot be checked. */
  comment?: 1 | 2 | 3 | undefined
  /** Fewest and most digits, the clearing number not counted. */
  digits: readonly number[]
}

/** The form of the account numbers of a clearing number of four digits, where it is known. */
export type FormOf = (clearing: string) => AccountForm | undefined

const { clearingLength } = clearingNumber
const name = 'an account number at this clearing number'

/** All digits in one piece. Behind a clearing number that begins with 8, the fifth digit may be left out. */
export function check(input: string, formOf: FormOf): Check {
  const digits = compact(input)
  const lengths = digits.startsWith('8') ? [clearingLength + 1, clearingLength] : [clearingLength]
  const readings = lengths.map((length) => checkPair(digits.slice(0, length), digits.slice(length), formOf))
  const best = readings.find((one) => one.passed && one.accountChecked) ?? readings.find((one) => one.passed)
  return best ?? (readings.at(-1) as Check)
}

/** The two as forms have them, in two fields. */
export function checkPair(clearing: string, account: string, formOf: FormOf): Check {
  const number = compact(clearing)
  const digits = compact(number + account).slice(number.length)
  const ofClearing = clearingNumber.check(number)
  if (!ofClearing.passed) return failed(number + digits, ofClearing)
  const shapeless =
    digits === '' ? lengthFault('', 'digits', name) : shapeFault(digits, shapeOf(`${digits.length}!n`), name)
  if (shapeless) return failed(number + digits, shifted(shapeless, number.length))
  const form = formOf(number.slice(0, clearingLength))
  return form ? checkAccount(number, digits, form) : unchecked(number + digits)
}

const unchecked = (digits: string): Check => passed(digits, formChecks, { accountChecked: false, note: noRule })

const noRule = 'The account number is not checked: no certain rule is known for this clearing number.'

const formChecks = ['length', 'structure'] as const
const allChecks = [...formChecks, 'checksum'] as const

const failed = (digits: string, fault: Fault, suggestion: string | null = null): Check =>
  invalid(digits, fault, allChecks, { suggestion, accountChecked: fault.reason === 'checksum' })

const shifted = ({ at, ...fault }: Fault, by: number): Fault => ({ ...fault, at: at && [at[0] + by, at[1] + by] })

/** More zeros are hardly lost: four digits behind the clearing number are a bankgiro number. */
const lostZerosMax = 2

function checkAccount(clearing: string, account: string, form: AccountForm): Check {
  const [min, max] = form.digits as [number, number]
  // The canonical form has the zeros in front that payment files have.
  const whole = account.padStart(max, '0')
  const doesFit = fits(clearing.slice(0, clearingLength), whole, form)
  if (account.length < min || account.length > max) {
    const fault = lengthFault(account, min === max ? `${max} digits` : `${min} to ${max} digits`, name)
    const lacksZeros = doesFit && account.length < min && account.length >= max - lostZerosMax
    return failed(clearing + account, fault, lacksZeros ? clearing + whole : null)
  }
  if (doesFit) return passed(clearing + whole, allChecks, { accountChecked: true })
  if (form.comment === undefined) return unchecked(clearing + whole)
  if (hasExceptions(form)) return passed(clearing + whole, formChecks, { accountChecked: false, note: exceptionNote })
  const isProven = (candidate: string): boolean =>
    candidate.startsWith(clearing) && fits(clearing.slice(0, clearingLength), candidate.slice(clearing.length), form)
  const fault = misfitOf(clearing.length + max)
  return failed(clearing + whole, fault, suggest(clearing + whole, fault, [swappedNeighbours], isProven))
}

const misfitOf = (length: number): Fault => ({
  reason: 'checksum',
  message: 'The last digit of the account number does not fit the others.',
  at: [length - 1, length],
})

/** Until 2023 Bankgirot said of comment 3 that some accounts at Swedbank have no check digit. */
const hasExceptions = ({ type, comment }: AccountForm): boolean => type === 2 && comment === 3

const exceptionNote =
  'The check digit of the account number does not fit: check it again, because only a few old accounts have none.'

const weights = [1, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]

/** Modulus 11: the last digit has the weight 1, the one before it 2, and so on. */
const fitsModulus11 = (digits: string): boolean => isMultiple(weightedSum(digits, 0, weights.slice(-digits.length)), 11)

/** Nothing but zeros proves nothing: empty cells give such numbers. */
const isMultiple = (sum: number, modulus: number): boolean => sum > 0 && sum % modulus === 0

/** Takes four digits and an account number with all its zeros. */
function fits(clearing: string, account: string, { type, comment }: AccountForm): boolean {
  if (comment === undefined) return false
  if (type === 1) return account.length === 7 && fitsModulus11((comment === 1 ? clearing.slice(1) : clearing) + account)
  if (comment === 2) return account.length === 9 && fitsModulus11(account)
  return isMultiple(luhnSum(account), 10)
}

/** Only Swedbank's have 15 digits: a clearing number of five and an account number of ten. */
const isLong = (canonical: string): boolean => canonical.startsWith('8') && canonical.length === 15

const splitAt = (canonical: string): number => clearingLength + (isLong(canonical) ? 1 : 0)

/** 8327-9 0147258925. */
export const format = (canonical: string): string =>
  `${clearingNumber.format(canonical.slice(0, splitAt(canonical)))} ${canonical.slice(splitAt(canonical))}`

export const parts = (canonical: string): Parts => ({
  clearing: canonical.slice(0, splitAt(canonical)),
  account: canonical.slice(splitAt(canonical)),
})
