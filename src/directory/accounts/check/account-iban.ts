/** The IBAN of an account: the one in the request, or one that a published rule determines from the domestic number. */
import { type ComputedIban, domesticRuleOf, toIban } from '../../../identifiers/domestic-iban.ts'
import type { Parts } from '../../../identifiers/verdict.ts'
import type { Reading } from '../../resolve/reading.ts'
import { onlyCodeOf } from './account-parts.ts'
import type { AccountForm, FieldCheck } from './field-check.ts'

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
