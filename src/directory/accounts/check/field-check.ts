/** The result of checking one field of an account. */
import type { Check, Reason } from '../../../identifiers/verdict.ts'
import type { AccountField, PaymentMethod } from '../../records/account-requirements-record.ts'
import type { ClearingSystem } from '../../records/clearing-system.ts'
import type { CountryRecord } from '../../records/country-record.ts'
import type { Reading, Verdict } from '../../resolve/reading.ts'
import type { ResolveRequest } from '../../resolve/request.ts'
import type { ResolveContext } from '../../resolve/resolve-context.ts'
import type { BankTable } from '../../storage/bank-table.ts'

/** A prefix of national phone numbers and the wallet of the operator that it was assigned to. */
export interface AssignedPrefix {
  prefix: string
  bank: number
}

/** The lookups that all checks share. */
export interface AccountLookups extends ResolveContext {
  banks: BankTable
  /** Keyed by country code. */
  clearingSystems: ReadonlyMap<string, ClearingSystem>
  /** The prefixes of the mobile operators, by the id of the payment method. */
  prefixes: ReadonlyMap<string, readonly AssignedPrefix[]>
}

/** The lookups, and the method that an account is checked for. */
export interface AccountCheckContext extends AccountLookups {
  country: CountryRecord
  /** Codes of the countries that the account can be in: the country, or the members of a region. */
  accountCountries: readonly string[]
  method: PaymentMethod
}

export interface FieldFault {
  reason: Reason
  message: string
  suggestion: string | null
}

export interface FieldCheck {
  field: AccountField
  /** The value without separators. */
  value: string
  verdict: Verdict
  /** Null unless the verdict is `invalid`. */
  fault: FieldFault | null
  /** How resolve reads the value; null if only its format was checked. */
  reading: Reading | null
  /** A remark about the value that its reading does not make. */
  note?: string
}

/** A value whose format is right is `possible` if nothing confirms it: no check digit, no bank and no list. */
export const fromCheck = (field: AccountField, check: Check, reading: Reading | null = null): FieldCheck => ({
  field,
  value: check.canonical,
  verdict: check.passed ? (reading?.verdict ?? (check.accountChecked ? 'valid' : 'possible')) : 'invalid',
  fault: check.passed ? null : faultOf(check),
  reading,
})

export const fromReading = (field: AccountField, reading: Reading): FieldCheck =>
  fromCheck(field, reading.check, reading)

export const faultOf = ({ reason, message, suggestion }: FieldFault): FieldFault => ({ reason, message, suggestion })

export const withFault = (check: FieldCheck, fault: FieldFault): FieldCheck => ({ ...check, verdict: 'invalid', fault })

/** Returns the text as a request of resolve. `text` can have separators, `compacted` has none. */
export const requestFor = (
  text: string,
  compacted: string,
  { accountCountries }: AccountCheckContext,
  label?: ResolveRequest['label'],
): ResolveRequest => ({
  text,
  bare: text,
  compacted,
  isNumeric: /^\d+$/.test(compacted),
  label,
  labelWord: undefined,
  countries: accountCountries,
})
