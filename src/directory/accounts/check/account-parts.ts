/**
 * The parts of an account by name, whichever fields they come from, with the names that resolve uses; and what follows
 * from them: the IBAN, and how an ISO 20022 payment message identifies the bank (`FinInstnId`).
 */
import { type ComputedIban, domesticParts, domesticRuleOf, toIban } from '../../../identifiers/domestic-iban.ts'
import type { Parts } from '../../../identifiers/verdict.ts'
import { parseWithoutCodes } from '../../records/bank-view.ts'
import { type ClearingSystem, composeMemberId } from '../../records/clearing-system.ts'
import type { Reading } from '../../resolve/reading.ts'
import type { BankTable } from '../../storage/bank-table.ts'
import type { AccountForm, FieldCheck } from './field-check.ts'
import type { InstitutionId } from './result-schema.ts'

/** Which part the value of a field is, by the key of the field. */
const partOfKey: Readonly<Record<string, string | undefined>> = {
  account_number: 'account',
  account_prefix: 'account_prefix',
  branch_code: 'branch_code',
  check_digits: 'national_check',
  routing_number: 'routing_number',
  sort_code: 'sort_code',
  transit_number: 'branch_code',
}

/** `reading`: how the whole account was read, if it was read as one number. Its parts override those of the fields. */
export function partsOfAccount(checks: readonly FieldCheck[], reading: Reading | null, form: AccountForm): Parts {
  const parts: Record<string, string> = {}
  for (const check of checks) {
    const { field, value } = check
    if (field.type === 'bank') Object.assign(parts, bankCodePart(check, form))
    const name = partOfKey[field.key]
    if (name !== undefined) parts[name] = value
    Object.assign(parts, check.reading?.parts)
  }
  Object.assign(parts, reading?.parts)
  const iban = [reading, ...checks.map((check) => check.reading)].find((one) => one?.kind === 'iban')
  // The registry has no branch codes for some countries whose domestic numbers have them.
  if (iban?.check.passed) Object.assign(parts, domesticParts(iban.check.canonical))
  return parts
}

/** A bank that is given by its id or its BIC has a code only if the record has exactly one in the schemes of the field. */
function bankCodePart({ field, reading, value }: FieldCheck, { banks }: AccountForm): Parts {
  if (reading?.kind === 'bank_code') return { bank_code: value }
  const [holder] = reading?.holders ?? []
  const code = holder && onlyCodeOf(banks.recordOf(holder.bank), field.schemes)
  return code === undefined ? {} : { bank_code: code }
}

interface CodedBank {
  codes?: { scheme: string; value: string; status?: string }[]
}

/** Returns the bank's only current code in the first of the schemes that it has codes in. */
export function onlyCodeOf({ codes = [] }: CodedBank, schemes: readonly string[]): string | undefined {
  for (const scheme of schemes) {
    const values = codes.filter((code) => code.scheme === scheme && code.status === undefined)
    if (values.length > 0) return values.length === 1 ? values[0]?.value : undefined
  }
  return undefined
}

export interface AccountIban {
  iban: string | null
  /** Says that the IBAN was computed, or why there is none; null for an IBAN that the request has. */
  note: string | null
}

/** `account`: how the account was read; null if it could not be read as one number. */
export function ibanOf(
  checks: readonly FieldCheck[],
  parts: Parts,
  account: Reading | null,
  form: AccountForm,
): AccountIban {
  const given = checks.find(({ field }) => field.type === 'iban')
  if (given) return { iban: given.value, note: null }
  const { code, iban: hasIbans } = form.country
  const unregistered = form.context.accountForms.inIban(code)
  // A wallet has no IBAN.
  if (form.method.kind !== 'bank_account' || (!hasIbans && !unregistered)) return { iban: null, note: null }
  if (unregistered) return toIban(code, parts, unregistered)
  if (domesticRuleOf(code)?.confirm_bank) return withConfirmedBank(parts, account, form)
  return toIban(code, parts)
}

/** The bank code in a British or Irish IBAN is not part of the domestic number: it comes from the bank's BIC. */
function withConfirmedBank(
  parts: Parts,
  account: Reading | null,
  { country, context, banks }: AccountForm,
): ComputedIban {
  const holder = account?.verdict === 'valid' ? account.holders[0] : undefined
  const scheme = context.ibanSchemes.get(country.code)
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
 * `reading`: how the account or its bank was read. The bank's name and LEI are included only if the verdict is `valid`,
 * because a payment message must not name a bank that is only an indication.
 */
export function toInstitutionId(reading: Reading | null, parts: Parts, form: AccountForm): InstitutionId {
  const holder = reading?.verdict === 'valid' ? reading.holders[0] : undefined
  const bank = holder && parseWithoutCodes(form.banks.rowOf(holder.bank))
  return {
    BICFI: reading?.bic ?? null,
    ClrSysMmbId: isGone(reading) ? null : memberIdOf(parts, holder?.bank, form),
    LEI: bank?.lei ?? null,
    Nm: bank ? (bank.legal_name ?? bank.name).slice(0, nameCharactersMax) : null,
  }
}

/** Whether the code is no longer in use, or no branch in the branch list has it. */
const isGone = (reading: Reading | null): boolean =>
  reading?.verdict === 'former' || (reading?.branchChecked === true && reading.branch === null)

function memberIdOf(
  parts: Parts,
  bank: number | undefined,
  { clearingSystems, country, banks }: AccountForm,
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
