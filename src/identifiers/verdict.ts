/**
 * The result of checking an identifier by itself, without the directory. It is a value with a reason and not an
 * exception, because an invalid identifier is a normal outcome.
 */
export type Check = Passed | Invalid

/** Every check that applies passes. That does not mean that a bank or an account has the identifier. */
export interface Passed {
  passed: true
  /** The identifier without separators, letters in capitals. */
  canonical: string
  /** The checks that were applied, in order. */
  checks: readonly CheckName[]
  /** Whether the check digits of the account number itself were checked; null if it contains no account number. */
  accountChecked: boolean | null
  /** Why something could not be checked. */
  note: string | null
}

/** A check fails. Only reliable rules can fail, because a wrong "no" is worse than a wrong "yes". */
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
  /** The check digits of the IBAN match, the national ones inside it do not. */
  'national_checksum',
  /** It is in an unassigned range. */
  'unassigned',
] as const

export type Reason = (typeof reasons)[number]

/** The check that fails for each reason; several if the check has a different name for each kind of identifier. */
const failingChecks: Record<Reason, readonly CheckName[]> = {
  length: ['length'],
  format: ['structure'],
  country: ['structure'],
  checksum: ['mod97', 'checksum', 'modulus'],
  national_checksum: ['national_check', 'modulus'],
  unassigned: ['range'],
}

/** The parts of an identifier: the name and the characters of each. */
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

/** `checks`: all checks of this kind of identifier, in order. */
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
