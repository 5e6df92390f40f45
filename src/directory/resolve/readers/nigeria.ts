/** Reader for Nigerian account numbers (NUBAN), with or without a bank code. */
import * as nuban from '../../../identifiers/nuban.ts'
import type { Check } from '../../../identifiers/verdict.ts'
import type { CodeEntry } from '../../storage/code-index.ts'
import { nubanSchemes } from '../holders/nuban-institutions.ts'
import { createReading, partsIfWellFormed, type Reading } from '../reading.ts'
import { allowsCountry, isCountryGiven, matchAccountWithBank, type ResolveRequest } from '../request.ts'
import type { ResolveContext } from '../resolve-context.ts'

const paymentScheme = 'ng_nip'

/** The bank code can be before or after the account number. */
const pairPatterns = [
  /^(?<code>\d{3}|\d{5,6})[\s/,;:|-]+(?<account>\d{10})$/,
  /^(?<account>\d{10})[\s/,;:|-]+(?<code>\d{3}|\d{5,6})$/,
]

export function readNuban(request: ResolveRequest, context: ResolveContext): Reading[] {
  if (!allowsCountry(request, 'NG')) return []
  const pair = matchAccountWithBank(request, pairPatterns)
  return pair
    ? readAtBank(request, pair.account as string, pair.code as string, context)
    : readAtAnyBank(request, context)
}

/** Reads the digits as an account number at the bank, even if their format is wrong. */
export function readNubanAt(bank: number, digits: string, context: ResolveContext): Reading {
  const { holders, nubanInstitutions } = context
  const code = nubanInstitutions().all.find((institution) => institution.bank === bank)?.code
  const known = code === undefined ? [] : holders.codes(code).filter(({ scheme }) => nubanSchemes.has(scheme))
  const alone = nuban.check(digits)
  const unchecked = alone.passed ? { ...alone, note: noCheckDigitCode } : alone
  const check = alone.passed && code !== undefined ? checkAtBank(digits, code, known, context) : unchecked
  const parts = partsIfWellFormed(check, nuban.parts)
  const found = holders.ofBank(bank)
  return createReading('nuban', check, {
    parts,
    found,
    notes: [noteOnMatch(check)],
    isIndicative: !check.accountChecked,
  })
}

function readAtBank(request: ResolveRequest, account: string, code: string, context: ResolveContext): Reading[] {
  const { holders } = context
  const institution = code.replace(/^9(?=\d{5}$)/, '')
  const own = holders.codes(institution).filter(({ scheme }) => nubanSchemes.has(scheme))
  const known = own.length > 0 ? own : holders.codes(code, paymentScheme)
  if (known.length === 0 && !isCountryGiven(request, 'NG')) return []
  const check = checkAtBank(account, own.length > 0 ? code : undefined, known, context)
  const note = known.length > 0 ? noteOnMatch(check) : `No bank in the directory has the code ${code}.`
  const parts = partsIfWellFormed(check, nuban.parts)
  return [createReading('nuban', check, { parts, found: holders.ofCodes(known), notes: [note] })]
}

/**
 * Checks the account number with every code of the bank, because the check digit may have been computed from any of
 * them. `givenCode`: the code in the request, or undefined if check digits are never computed from codes of its scheme.
 * `known`: the directory's entries for that code; if all of them are unconfirmed, a mismatch does not make the number
 * invalid.
 */
function checkAtBank(
  account: string,
  givenCode: string | undefined,
  known: readonly CodeEntry[],
  { nubanInstitutions }: ResolveContext,
): Check {
  const others = nubanInstitutions().all.filter(({ bank }) => known.some((entry) => entry.bank === bank))
  const codes = [...(givenCode === undefined ? [] : [givenCode]), ...others.map(({ code }) => code)]
  const matching = codes.find((code) => nuban.fits(account, code))
  if (matching !== undefined) return nuban.check(account, matching)
  const isTrusted = known.some(({ status }) => status !== 'unconfirmed')
  if (isTrusted && codes[0] !== undefined) return nuban.check(account, codes[0])
  const check = nuban.check(account)
  return check.passed && known.length > 0 ? { ...check, note: isTrusted ? noCheckDigitCode : unconfirmedCode } : check
}

export const noCheckDigitCode =
  'The account number was not checked: check digits are computed from a CBN code, and the directory has none for this bank.'
const unconfirmedCode = "The account number was not checked: this bank's code is unconfirmed."

const noteOnMatch = ({ passed, accountChecked }: Check): string | null =>
  passed && accountChecked ? 'The check digit matches this bank.' : null

function readAtAnyBank(request: ResolveRequest, { nubanInstitutions }: ResolveContext): Reading[] {
  const { compacted, isNumeric, label } = request
  if (!isNumeric) return []
  const isNubanExpected = isCountryGiven(request, 'NG') || label === 'nuban'
  if (!(/^\d{10}$/.test(compacted) || (isNubanExpected && /^\d{9}$/.test(compacted)))) return []
  const checked = nuban.check(compacted)
  // The note below says which banks the check digit matches, so it was compared, although no bank is given.
  const check = checked.passed ? { ...checked, note: null } : checked
  const possible = nubanInstitutions().banksByRemainder[nuban.remainderOf(compacted)] ?? []
  const holders = possible.map((bank) => ({ bank, relation: 'possible' as const, since: null }))
  const note =
    holders.length > 0
      ? 'The check digit matches these banks. This is not proof: one number in ten matches any given bank. ' +
        'Check digit rules do not apply to wallet numbers.'
      : 'The check digit matches no bank in the directory. Check digit rules do not apply to wallet numbers.'
  const parts = partsIfWellFormed(check, nuban.parts)
  const found = { holders, bic: null }
  return [createReading('nuban', check, { parts, found, notes: [check.passed ? note : null], isIndicative: true })]
}
