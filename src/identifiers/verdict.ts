/**
 * The result of checking an identifier by itself, without the directory. It is a value with a reason, because an invalid
 * identifier is an answer and not an exception.
 */
export type Check = Passed | Invalid

/** Every check that can be applied passes. Whether a bank or an account has the identifier is another question. */
export interface Passed {
  passed: true
  /** The identifier without separators, letters in capitals. */
  canonical: string
  /** The checks that were applied, in their order. */
  checks: readonly CheckName[]
  /** Whether the check digits of the account number itself were checked; null if there is no account in it. */
  accountChecked: boolean | null
  /** What could not be checked, and why. */
  note: string | null
}

/** A check fails. Only certain rules do that, because a wrong "no" is worse than a wrong "yes". */
export interface Invalid extends Fault {
  passed: false
  canonical: string
  /** The checks that were applied, in their order; the last one failed. */
  checks: readonly CheckName[]
  accountChecked: boolean | null
  /** The identifier that was probably meant, where one small typo explains the fault. */
  suggestion: string | null
}

/** What is wrong: a code for machines, a sentence for people, and the place if it is known. */
export interface Fault {
  reason: Reason
  message: string
  at: Span | null
}

/** First and one past the last wrong character of `canonical`. */
export type Span = readonly [number, number]

/** Clients may rely on these. */
export const checkNames = [
  'length',
  /** Letters and digits stand where they belong, and a country code exists. */
  'structure',
  /** ISO 7064, MOD 97-10, over the whole identifier: IBAN, LEI. */
  'mod97',
  /** Check digits of the country inside an IBAN. */
  'national_check',
  /** The British modulus check of sort code and account number. */
  'modulus',
  /** Any other check digit. */
  'checksum',
  /** The number lies in a range that is assigned. */
  'range',
] as const

export type CheckName = (typeof checkNames)[number]

/** Why an identifier is invalid. Clients may rely on these. */
export const reasons = [
  /** It has too few or too many characters. */
  'length',
  /** A character stands where it cannot. */
  'format',
  /** It names a country that does not exist. */
  'country',
  /** Its check digits do not fit the rest. */
  'checksum',
  /** The IBAN's check digits fit, those of the country inside it do not. */
  'national_checksum',
  /** It lies in a range that is not assigned. */
  'unassigned',
] as const

export type Reason = (typeof reasons)[number]

/** The check that fails for each reason; several where identifiers have checks of different names. */
const failingChecks: Record<Reason, readonly CheckName[]> = {
  length: ['length'],
  format: ['structure'],
  country: ['structure'],
  checksum: ['mod97', 'checksum', 'modulus'],
  national_checksum: ['national_check', 'modulus'],
  unassigned: ['range'],
}

/** An identifier taken apart: the name of each part and its characters. */
export type Parts = Readonly<Record<string, string>>

/** What is known of the account number in an identifier; nothing if there is none. */
interface AccountCheck {
  accountChecked?: boolean
  note?: string
}

export const passed = (
  canonical: string,
  checks: readonly CheckName[],
  { accountChecked, note }: AccountCheck = {},
): Passed => ({ passed: true, canonical, checks, accountChecked: accountChecked ?? null, note: note ?? null })

/** `checks`: all checks of this kind of identifier, in their order. */
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
