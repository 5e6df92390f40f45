/**
 * Checks the fields of an account: each on its own and then together, with the readers of resolve. Finds the bank, the
 * IBAN where a published rule determines it, and the identification of the bank in ISO 20022 messages.
 */
import type { Indexes } from '../../indexes.ts'
import type { PaymentMethod, PaymentMethodRecord } from '../../records/account-requirements.ts'
import { toSummary } from '../../records/bank-view.ts'
import type { CountryRecord, SupportedCountry } from '../../records/country.ts'
import type { ResolveContext } from '../../resolve/context.ts'
import { joinSentences, type Reading, type Verdict } from '../../resolve/reading.ts'
import type { BankTable } from '../../storage/bank-table.ts'
import type { PackedDirectory } from '../../storage/packed-directory.ts'
import { ibanOf, partsOfAccount, toInstitutionId } from './account-parts.ts'
import type { AccountForm, AccountLookups, AssignedPrefix, FieldCheck } from './field-check.ts'
import { readField } from './read-field.ts'
import { readTogether } from './read-together.ts'
import type { CheckedAccount, CheckedField } from './result-schema.ts'
import { checkWalletNumber } from './wallet-numbers.ts'

type Values = Readonly<Record<string, string>>

export interface AccountRequest {
  country: SupportedCountry
  method: PaymentMethod
  /** The values of the fields, by key. */
  values: Values
}

export interface AccountChecker {
  /** Returns JSON. Fields that the method does not have are ignored. */
  checkAccount(account: AccountRequest): string
  /** Returns only the verdicts and the bank, which takes half the time. */
  inspectAccount(account: AccountRequest): InspectedAccount
}

export interface InspectedAccount {
  verdict: Verdict
  checks: readonly FieldCheck[]
  /** How the account, or the code that names its bank, was read. */
  account: Reading | null
}

export function createAccountChecker(
  packed: PackedDirectory,
  { banks }: Indexes,
  context: ResolveContext,
): AccountChecker {
  const clearingSystems = new Map(packed.clearingSystems.map((system) => [system.country, system]))
  const prefixes = new Map(packed.accountRequirements.methods.map((method) => [method.id, prefixesOf(method, banks)]))
  const lookups: AccountLookups = { context, banks, clearingSystems, prefixes }
  const formOf = ({ country, method }: AccountRequest): AccountForm => ({
    ...lookups,
    country: context.countries.get(country.code) as CountryRecord,
    countries: country.members ?? [country.code],
    method,
  })
  return {
    checkAccount: (account) => {
      const form = formOf(account)
      return toJson(inspect(account.values, form), form)
    },
    inspectAccount: (account) => inspect(account.values, formOf(account)),
  }
}

/** Skips operators that a reduced build lacks. */
const prefixesOf = ({ prefixes = {} }: PaymentMethodRecord, banks: BankTable): AssignedPrefix[] =>
  Object.entries(prefixes).flatMap(([id, own]) => {
    const bank = banks.numberOf(id)
    return bank === undefined ? [] : own.map((prefix) => ({ prefix, bank }))
  })

function inspect(values: Values, form: AccountForm): InspectedAccount {
  const fields = form.method.fields.flatMap((field) => {
    const value = values[field.key]
    return value === undefined || value.trim() === '' ? [] : [readField(field, value, form)]
  })
  const alone = checkWalletNumber(fields, form)
  const isSound = alone.every(({ fault }) => fault === null)
  const { checks, reading } = isSound ? readTogether(alone, form) : { checks: alone, reading: null }
  // If the fields were not read together, the account number or the code that names the bank is the whole account.
  const read = reading ?? mostTelling(checks)
  const { addBuildNote } = form.context
  const account = read && addBuildNote ? addBuildNote(read) : read
  const verdict = checks.some(({ fault }) => fault !== null) ? 'invalid' : (account?.verdict ?? 'possible')
  return { verdict, checks, account }
}

/** Prefers a reading with a bank, and among them one that includes the account number. */
function mostTelling(checks: readonly FieldCheck[]): Reading | null {
  const readings = checks.flatMap(({ reading }) => reading ?? [])
  const withBank = readings.filter(({ holders }) => holders.length > 0)
  const candidates = withBank.length > 0 ? withBank : readings
  return candidates.find(({ kind }) => kind === 'iban' || kind === 'account_number') ?? candidates[0] ?? null
}

function toJson({ verdict, checks, account }: InspectedAccount, form: AccountForm): string {
  const isInvalid = verdict === 'invalid'
  const parts = partsOfAccount(checks, account, form)
  const { iban, note: iban_note } = isInvalid ? { iban: null, note: null } : ibanOf(checks, parts, account, form)
  const holders = account?.holders ?? []
  const head = JSON.stringify({
    country: form.country.code,
    method: form.method.id,
    verdict,
    fields: Object.fromEntries(checks.map((check) => [check.field.key, toCheckedField(check)])),
    account_checked: accountChecked(checks, account),
    branch_checked: account?.branchChecked ?? (parts.branch_code === undefined ? null : false),
    branch: account?.branch ?? null,
    note: noteOn(account, checks),
    bank_count: holders.length,
    bic: isInvalid ? null : (account?.bic ?? null),
    iban,
    iban_note,
    iso20022: isInvalid ? null : toInstitutionId(account, parts, form),
  } satisfies Omit<CheckedAccount, 'bank'>)
  return `${head.slice(0, -1)},"bank":${bankOf(holders[0], form.banks)}}`
}

/** The note of a field that was read as the whole account says the same. */
function noteOn(account: Reading | null, checks: readonly FieldCheck[]): string | null {
  const note = account?.note ?? null
  const others = checks.flatMap((check) => check.note ?? []).filter((own) => note?.includes(own) !== true)
  return joinSentences([...others, note])
}

const toCheckedField = ({ value, verdict, fault }: FieldCheck): CheckedField => ({
  value,
  verdict,
  reason: fault?.reason ?? null,
  message: fault?.message ?? null,
  suggestion: fault?.suggestion ?? null,
})

/** An account number that was read on its own was not checked, unless its verdict is `valid`. */
function accountChecked(checks: readonly FieldCheck[], account: Reading | null): boolean | null {
  if (account?.check.accountChecked !== null && account !== null) return account.check.accountChecked
  const number = checks.find(({ field }) => field.key === 'account_number')
  return number ? number.verdict === 'valid' : null
}

function bankOf(holder: Reading['holders'][number] | undefined, banks: BankTable): string {
  if (!holder) return 'null'
  const summary = toSummary(banks.rowOf(holder.bank))
  return `${summary.slice(0, -1)},"relation":"${holder.relation}","since":${JSON.stringify(holder.since)}}`
}
