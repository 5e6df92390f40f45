/**
 * Checks the fields of an account: each on its own and then together, with the readers of resolve. Finds the bank, the
 * IBAN where a published rule determines it, and the identification of the bank in ISO 20022 messages.
 */
import { type ComputedIban, domesticRuleOf, toIban } from '../../../identifiers/domestic-iban.ts'
import type { Parts } from '../../../identifiers/verdict.ts'
import type { Indexes } from '../../indexes.ts'
import type { PaymentMethod, PaymentMethodRecord, TestAccount } from '../../records/account-requirements-record.ts'
import type { BankRecord } from '../../records/bank-record.ts'
import { parseWithoutCodes, toSummary } from '../../records/bank-view.ts'
import { type ClearingSystem, composeMemberId } from '../../records/clearing-system.ts'
import { type CountryRecord, memberCodes, type SupportedCountry } from '../../records/country-record.ts'
import { matchBic } from '../../resolve/bic-match/bic-match.ts'
import { joinSentences, type Reading, type Verdict } from '../../resolve/reading.ts'
import type { ResolveContext } from '../../resolve/resolve-context.ts'
import type { BankTable } from '../../storage/bank-table.ts'
import type { PackedDirectory } from '../../storage/packed-directory.ts'
import { testAccountsOf } from '../test-accounts.ts'
import type { CheckedAccount, CheckedField, InstitutionId } from './account-check-schema.ts'
import { onlyCodeOf, partsOfAccount } from './account-parts.ts'
import type { AccountCheckContext, AccountLookups, AssignedPrefix, FieldCheck } from './field-check.ts'
import { readField } from './read-field.ts'
import { readTogether } from './read-together.ts'
import { checkWalletNumber } from './wallet-numbers.ts'

type Values = Readonly<Record<string, string>>

export interface AccountRequest {
  country: SupportedCountry
  method: PaymentMethod
  /** The values of the fields, by key. */
  values: Values
  /** A BIC to compare with the bank of the account. */
  bic?: string | undefined
}

export interface AccountChecker {
  /** Returns JSON. Fields that the method does not have are ignored. */
  checkAccount(account: AccountRequest): string
  /** Returns only the verdicts and the bank, which takes half the time. */
  inspectAccount(account: AccountRequest): InspectedAccount
  /** Returns accounts to test the forms of a method with. */
  testAccounts(account: Omit<AccountRequest, 'values'>): TestAccount[]
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
  resolveContext: ResolveContext,
): AccountChecker {
  const clearingSystems = new Map(packed.clearingSystems.map((system) => [system.country, system]))
  const prefixes = new Map(packed.accountRequirements.methods.map((method) => [method.id, prefixesOf(method, banks)]))
  const lookups: AccountLookups = { ...resolveContext, banks, clearingSystems, prefixes }
  const contextOf = ({ country, method }: AccountRequest): AccountCheckContext => ({
    ...lookups,
    country: lookups.countries.get(country.code) as CountryRecord,
    accountCountries: memberCodes(country),
    method,
  })
  return {
    checkAccount: (account) => {
      const context = contextOf(account)
      return toJson(inspect(account.values, context), account.bic, context)
    },
    inspectAccount: (account) => inspect(account.values, contextOf(account)),
    testAccounts: ({ country, method }) => {
      const context = contextOf({ country, method, values: {} })
      return testAccountsOf(method, (values) => {
        const { verdict, checks } = inspect(values, context)
        return { verdict, reason: checks.find(({ fault }) => fault !== null)?.fault?.reason ?? null }
      })
    },
  }
}

/** Skips operators that a reduced build lacks. */
const prefixesOf = ({ prefixes = {} }: PaymentMethodRecord, banks: BankTable): AssignedPrefix[] =>
  Object.entries(prefixes).flatMap(([id, own]) => {
    const bank = banks.numberOf(id)
    return bank === undefined ? [] : own.map((prefix) => ({ prefix, bank }))
  })

function inspect(values: Values, context: AccountCheckContext): InspectedAccount {
  const fields = context.method.fields.flatMap((field) => {
    const value = values[field.key]
    return value === undefined || value.trim() === '' ? [] : [readField(field, value, context)]
  })
  const alone = checkWalletNumber(fields, context)
  const isSound = alone.every(({ fault }) => fault === null)
  const { checks, reading } = isSound ? readTogether(alone, context) : { checks: alone, reading: null }
  // If the fields were not read together, the account number or the code that names the bank is the whole account.
  const read = reading ?? mostTelling(checks)
  const { addBuildNote } = context
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

function toJson(
  { verdict, checks, account }: InspectedAccount,
  bic: string | undefined,
  context: AccountCheckContext,
): string {
  const isInvalid = verdict === 'invalid'
  const parts = partsOfAccount(checks, account, context)
  const { iban, note: iban_note } = isInvalid ? { iban: null, note: null } : ibanOf(checks, parts, account, context)
  const holders = account?.holders ?? []
  const matched = bic === undefined ? null : matchBic(bic, account && { ...account, verdict }, context)
  const head = JSON.stringify({
    country: context.country.code,
    method: context.method.id,
    verdict,
    fields: Object.fromEntries(checks.map((check) => [check.field.key, toCheckedField(check)])),
    account_checked: accountChecked(checks, account),
    branch_checked: account?.branchChecked ?? (parts.branch_code === undefined ? null : false),
    branch: account?.branch ?? null,
    note: noteOn(account, checks),
    cause: account?.cause ?? null,
    bank_count: holders.length,
    bic: isInvalid ? null : (account?.bic ?? null),
    bic_match: matched?.match ?? null,
    bic_note: matched?.note ?? null,
    rails: isInvalid || account === null ? [] : context.rails.ofReading(account),
    iban,
    iban_note,
    iso20022: isInvalid ? null : toInstitutionId(account, parts, context),
  } satisfies Omit<CheckedAccount, 'bank'>)
  return `${head.slice(0, -1)},"bank":${bankOf(holders[0], context.banks)}}`
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

/** The IBAN in the request, or one that a published rule determines from the domestic number. */
interface AccountIban {
  iban: string | null
  /** Says that the IBAN was computed, or why there is none; null for an IBAN that the request has. */
  note: string | null
}

/** `account`: how the account was read; null if it could not be read as one number. */
function ibanOf(
  checks: readonly FieldCheck[],
  parts: Parts,
  account: Reading | null,
  context: AccountCheckContext,
): AccountIban {
  const given = checks.find(({ field }) => field.type === 'iban')
  if (given) return { iban: given.value, note: null }
  const { code, iban: hasIbans } = context.country
  const unregistered = context.accountForms.inIban(code)
  // A wallet has no IBAN.
  if (context.method.kind !== 'bank_account' || (!hasIbans && !unregistered)) return { iban: null, note: null }
  if (unregistered) return toIban(code, parts, unregistered)
  if (domesticRuleOf(code)?.confirm_bank) return withConfirmedBank(parts, account, context)
  return toIban(code, parts)
}

/** The bank code in a British or Irish IBAN is not part of the domestic number: it comes from the bank's BIC. */
function withConfirmedBank(
  parts: Parts,
  account: Reading | null,
  { country, ibanSchemes, banks }: AccountCheckContext,
): ComputedIban {
  const holder = account?.verdict === 'valid' ? account.holders[0] : undefined
  const scheme = ibanSchemes.get(country.code)
  const bankCode = holder && scheme && onlyCodeOf(banks.recordOf(holder.bank), [scheme.id])
  if (bankCode === undefined || account?.bic?.startsWith(bankCode) !== true) return { iban: null, note: notConfirmed }
  const branch = parts.sort_code ?? ''
  return toIban(country.code, { bank_code: bankCode, branch_code: branch, account: parts.account ?? '' })
}

const notConfirmed =
  'The IBAN contains letters of the BIC, and the bank that holds this account is not confirmed. Ask for the IBAN.'

/** Length limit of `Nm` in payment messages. */
const nameCharactersMax = 140

/**
 * How an ISO 20022 payment message identifies the bank of an account (`FinInstnId`).
 * `reading`: how the account or its bank was read. The bank's name and LEI are included only if the verdict is `valid`,
 * because a payment message must not name a bank that is only an indication.
 */
function toInstitutionId(reading: Reading | null, parts: Parts, context: AccountCheckContext): InstitutionId {
  const holder = reading?.verdict === 'valid' ? reading.holders[0] : undefined
  const bank = holder && parseWithoutCodes(context.banks.rowOf(holder.bank))
  return {
    BICFI: reading?.bic ?? null,
    ClrSysMmbId: isGone(reading) ? null : memberIdOf(parts, holder?.bank, context),
    LEI: bank?.lei ?? null,
    Nm: bank ? (bank.legal_name ?? bank.name).slice(0, nameCharactersMax) : null,
    PstlAdr: holder ? postalAddressOf(context.banks.recordOf(holder.bank)) : null,
  }
}

/** A structured address needs at least the town and the country. */
function postalAddressOf({ address, city, country }: Pick<BankRecord, 'address' | 'city' | 'country'>): PostalAddress {
  const town = address?.town ?? city
  if (town === undefined) return null
  return { StrtNm: address?.street ?? null, PstCd: address?.postcode ?? null, TwnNm: town, Ctry: country }
}

type PostalAddress = InstitutionId['PstlAdr']

/** Whether the code is no longer in use, or no branch in the branch list has it. */
const isGone = (reading: Reading | null): boolean =>
  reading?.verdict === 'former' || (reading?.branchChecked === true && reading.branch === null)

function memberIdOf(
  parts: Parts,
  bank: number | undefined,
  { clearingSystems, country, banks }: AccountCheckContext,
): InstitutionId['ClrSysMmbId'] {
  const system = clearingSystems.get(country.code)
  if (!system) return null
  const memberId = composeMemberId(system, parts) ?? memberIdOfBank(bank, system, banks)
  return memberId === null ? null : { ClrSysId: { Cd: system.code }, MmbId: memberId }
}

/** If the code of the bank alone identifies the member, the directory can supply it. */
function memberIdOfBank(bank: number | undefined, system: ClearingSystem, banks: BankTable): string | null {
  if (bank === undefined || system.member_id !== '{bank_code}' || system.scheme === undefined) return null
  return composeMemberId(system, { bank_code: onlyCodeOf(banks.recordOf(bank), [system.scheme]) })
}
