/**
 * The result of checking an identifier without looking it up in the directory. An invalid identifier is a normal
 * outcome, so it is a value with a reason, not an exception.
 */
export type Check = Passed | Invalid

/** All applicable checks pass. That does not mean that the identifier belongs to an existing bank or account. */
export interface Passed {
  passed: true
  /** The identifier without separators and in upper case; a bank id keeps its hyphens and is in lower case. */
  canonical: string
  /** The checks that were applied, in order. */
  checks: readonly CheckName[]
  /** Whether the check digits of the account number itself were checked; null if there is no account number. */
  accountChecked: boolean | null
  /** Why something could not be checked. */
  note: string | null
}

/** A check fails. Only reliable rules are checked: rejecting a valid identifier is worse than accepting a wrong one. */
export interface Invalid extends Fault {
  passed: false
  canonical: string
  /** The checks that were applied, in order; the last one failed. */
  checks: readonly CheckName[]
  accountChecked: boolean | null
  /** The likely correction, if a single small typo explains the error. */
  suggestion: string | null
}

/** The error: a code for programs, a sentence for people, and its position if known. */
export interface Fault {
  reason: Reason
  message: string
  at: Span | null
}

/** A range of characters in `canonical`: the index of the first one, and the index after the last one. */
export type Span = readonly [number, number]

/** The names of the checks. They are part of the API: clients rely on them. */
export const checkNames = [
  'length',
  /** Every character is allowed at its position, and the country code exists. */
  'structure',
  /** The check digits of an IBAN or an LEI, which cover the whole identifier (ISO 7064, MOD 97-10). */
  'mod97',
  /** The national check digits inside an IBAN. */
  'national_check',
  /** The UK modulus check of sort code and account number. */
  'modulus',
  /** Any other check digit. */
  'checksum',
  /** The number is in an assigned range. */
  'range',
] as const

export type CheckName = (typeof checkNames)[number]

/** Why an identifier is invalid. The codes are part of the API: clients rely on them. */
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

/** For each reason, the checks whose failure it describes. Which of them applies depends on the kind of identifier. */
const failingChecks: Record<Reason, readonly CheckName[]> = {
  length: ['length'],
  format: ['structure'],
  country: ['structure'],
  checksum: ['mod97', 'checksum', 'modulus'],
  national_checksum: ['national_check', 'modulus'],
  unassigned: ['range'],
}

/** The parts of an identifier, such as its country and its bank code, by name. */
export type Parts = Readonly<Record<string, string>>

/** Both fields are omitted for an identifier without an account number. */
interface AccountCheck {
  accountChecked?: boolean
  note?: string
}

export const passed = (
  canonical: string,
  checks: readonly CheckName[],
  { accountChecked, note }: AccountCheck = {},
): Passed => ({ passed: true, canonical, checks, accountChecked: accountChecked ?? null, note: note ?? null })

/** `checks`: all checks for this kind of identifier, in order. The result lists them up to the one that failed. */
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
