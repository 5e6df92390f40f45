/**
 * The result of checking an identifier on its own, without the directory. It is a value with a reason, not an
 * exception, because an invalid identifier is a normal outcome.
 */
export type Check = Passed | Invalid

/** All applicable checks pass. That does not mean that a bank or an account has the identifier. */
export interface Passed {
  passed: true
  /** The identifier without separators; in upper case, except bank ids. */
  canonical: string
  /** The checks that were applied, in order. */
  checks: readonly CheckName[]
  /** Whether the check digits of the account number itself were checked; null if there is no account number. */
  accountChecked: boolean | null
  /** Why something could not be checked. */
  note: string | null
}

/** A check fails. Only reliable rules are checked: rejecting a valid identifier is worse than passing a wrong one. */
export interface Invalid extends Fault {
  passed: false
  canonical: string
  /** The checks that were applied, in order; the last one failed. */
  checks: readonly CheckName[]
  accountChecked: boolean | null
  /** The likely correction, if one small typo explains the fault. */
  suggestion: string | null
}

/** The error: a code for programs, a sentence for people, and its position if known. */
export interface Fault {
  reason: Reason
  message: string
  at: Span | null
}

/** First and one past the last wrong character of `canonical`. */
export type Span = readonly [number, number]

/** Part of the API: clients rely on these names. */
export const checkNames = [
  'length',
  /** Every character is allowed at its position, and the country code exists. */
  'structure',
  /** ISO 7064, MOD 97-10, over the whole identifier: IBAN, LEI. */
  'mod97',
  /** National check digits inside an IBAN. */
  'national_check',
  /** The UK modulus check of sort code and account number. */
  'modulus',
  /** Any other check digit. */
  'checksum',
  /** The number is in an assigned range. */
  'range',
] as const

export type CheckName = (typeof checkNames)[number]

/** Why an identifier is invalid. Part of the API: clients rely on these codes. */
export const reasons = [
  /** It has too few or too many characters. */
  'length',
  /** A character is not allowed at its position. */
  'format',
  /** Its country code does not exist. */
  'country',
  /** Its check digits do not match. */
  'checksum',
  /** The check digits of the IBAN match, but the national check digits inside it do not. */
  'national_checksum',
  /** It is in an unassigned range. */
  'unassigned',
] as const

export type Reason = (typeof reasons)[number]

/** The check that fails for each reason; several if its name depends on the kind of identifier. */
const failingChecks: Record<Reason, readonly CheckName[]> = {
  length: ['length'],
  format: ['structure'],
  country: ['structure'],
  checksum: ['mod97', 'checksum', 'modulus'],
  national_checksum: ['national_check', 'modulus'],
  unassigned: ['range'],
}

/** The parts of an identifier: the characters of each part, by name. */
export type Parts = Readonly<Record<string, string>>

/** Empty for an identifier without an account number. */
interface AccountCheck {
  accountChecked?: boolean
  note?: string
}

export const passed = (
  canonical: string,
  checks: readonly CheckName[],
  { accountChecked, note }: AccountCheck = {},
): Passed => ({ passed: true, canonical, checks, accountChecked: accountChecked ?? null, note: note ?? null })

/** `checks`: all checks for this kind of identifier, in order. */
export function invalid(
  canonical: string,
  { reason, message, at }: Fault,
  checks: readonly CheckName[],
  { suggestion = null, accountChecked = null }: { suggestion?: string | null; accountChecked?: boolean | null } = {},
): Invalid {
  const last = checks.findIndex((check) => failingChecks[reason].includes(check))
  const applied = checks.slice(0, last + 1)
  return { passed: false, canonical, reason, message, at, checks: applied, accountChecked, suggestion }
}
