/**
 * Checks fields that have to match each other: an account number and its bank. A fault belongs to one of the fields, the
 * account number unless the suggestion changes the code.
 */
import { germanCheckDigitNote } from '../../../identifiers/de-check-digits.ts'
import { toBban } from '../../../identifiers/domestic-iban.ts'
import { fromBban } from '../../../identifiers/iban.ts'
import { readAsForm } from '../../resolve/readers/account-form-readers.ts'
import { wrongCheckDigits } from '../../resolve/readers/account-numbers.ts'
import { readAsIban } from '../../resolve/readers/international.ts'
import { noCheckDigitCode, readNuban } from '../../resolve/readers/nigeria.ts'
import { readSwedishAccount } from '../../resolve/readers/sweden.ts'
import { readGbAccount } from '../../resolve/readers/united-kingdom.ts'
import type { Reading } from '../../resolve/reading.ts'
import { partsOfAccount } from './account-parts.ts'
import { type AccountCheckContext, type FieldCheck, requestFor, withFault } from './field-check.ts'

export interface AccountReading {
  checks: FieldCheck[]
  /** How the fields were read as one number; null if there is no rule for them. */
  reading: Reading | null
}

/** `checks`: the fields, each valid on its own. */
export function readTogether(checks: FieldCheck[], context: AccountCheckContext): AccountReading {
  const account = checks.find(({ field }) => field.key === 'account_number')
  if (!account) return { checks, reading: null }
  const code = checks.find(({ field, reading }) => field !== account.field && reading !== null)
  const reading = code ? readPair(code, account, checks, context) : undefined
  if (!code || !reading) return { checks: withNote(checks, account, context), reading: null }
  return { checks: confirmed(checks, reading, code, account), reading }
}

function readPair(
  code: FieldCheck,
  account: FieldCheck,
  checks: readonly FieldCheck[],
  context: AccountCheckContext,
): Reading | undefined {
  const requestWith = (value: string) => requestFor(`${value} ${account.value}`, value + account.value, context)
  switch (account.field.check) {
    case 'nuban': {
      const bankCode = nubanCodeOf(code, context)
      return bankCode === undefined ? undefined : readNuban(requestWith(bankCode), context)[0]
    }
    case 'gb_modulus':
      return readGbAccount(requestWith(code.value), context)[0]
    case 'se_account':
      return readSwedishAccount(requestWith(code.value), context)[0]
    default:
      return readBban(checks, context) ?? readListedBranch(checks, context)
  }
}

/** The check digit depends on a code of the bank. A bank that is given by its id can have several; resolve tries all. */
function nubanCodeOf({ reading, value }: FieldCheck, context: AccountCheckContext): string | undefined {
  if (reading?.kind === 'bank_code') return value
  const bank = reading?.holders[0]?.bank
  return context.nubanInstitutions().all.find((institution) => institution.bank === bank)?.code
}

function withNote(checks: FieldCheck[], account: FieldCheck, context: AccountCheckContext): FieldCheck[] {
  const note = noteOnNumber(account, checks, context)
  return note === null ? checks : checks.map((one) => (one === account ? { ...one, note } : one))
}

function noteOnNumber(
  { field, value }: FieldCheck,
  checks: readonly FieldCheck[],
  context: AccountCheckContext,
): string | null {
  // A bank without a code for check digits gets the same note, whether it is given by its id or by another code.
  if (field.check === 'nuban') return noCheckDigitCode
  if (context.country.code !== 'DE') return null
  const { bank_code = '' } = partsOfAccount(checks, null, context)
  return germanCheckDigitNote(bank_code, value.padStart(10, '0'))
}

/** Reads the parts of a national account number as an IBAN, where a published rule determines it. */
function readBban(checks: readonly FieldCheck[], context: AccountCheckContext): Reading | undefined {
  const country = context.country.code
  const bban = toBban(country, partsOfAccount(checks, null, context))
  return bban === null ? undefined : readAsIban(fromBban(country, bban), [country], context)
}

/** Reads the parts as one number where a branch list says whether the bank has the branch, as in Japan. */
function readListedBranch(checks: readonly FieldCheck[], context: AccountCheckContext): Reading | undefined {
  const accountForm = context.accountForms.withBranch(context.country.code)
  const isChecked = checks.some(({ reading }) => reading?.branchChecked)
  if (isChecked || accountForm?.scheme === undefined || !context.branches.hasList(accountForm.scheme)) return undefined
  const parts = partsOfAccount(checks, null, context)
  const number = Object.keys(accountForm.parts).map((name) => parts[name] ?? '')
  return number.includes('') ? undefined : readAsForm(number.join(''), accountForm, context)
}

function confirmed(checks: FieldCheck[], whole: Reading, code: FieldCheck, account: FieldCheck): FieldCheck[] {
  const { check } = whole
  if (check.passed) {
    return checks.map((one) => {
      if (one === account && check.accountChecked) return { ...one, verdict: 'valid' }
      if (one.field.key === 'branch_code' && whole.branchChecked) {
        return { ...one, verdict: whole.branch ? 'valid' : 'unknown' }
      }
      return one
    })
  }
  const { wrong, suggestion } = locateFault(whole, check.suggestion, code, account)
  const message = whole.kind === 'iban' ? wrongCheckDigits : check.message
  return checks.map((one) => (one === wrong ? withFault(one, { reason: check.reason, message, suggestion }) : one))
}

/** The suggestion for a pair has the code first, and then the account number. */
function locateFault(
  { kind }: Reading,
  suggestion: string | null,
  code: FieldCheck,
  account: FieldCheck,
): { wrong: FieldCheck; suggestion: string | null } {
  // The check digits of this IBAN were computed, so a correction of the whole IBAN says nothing about the number.
  if (suggestion === null || kind === 'iban') return { wrong: account, suggestion: null }
  if (kind === 'nuban') return { wrong: account, suggestion }
  if (suggestion.startsWith(code.value)) return { wrong: account, suggestion: suggestion.slice(code.value.length) }
  if (!suggestion.endsWith(account.value)) return { wrong: account, suggestion: null }
  return { wrong: code, suggestion: suggestion.slice(0, -account.value.length) }
}
