/** Readers for UK sort codes, for sort codes with an account number, and for account numbers alone. */
import * as accountNumber from '../../../identifiers/account-number.ts'
import * as gbAccount from '../../../identifiers/gb-account.ts'
import * as sortCode from '../../../identifiers/sort-code.ts'
import { lengthFault } from '../../../identifiers/structure.ts'
import { type Check, invalid, passed } from '../../../identifiers/verdict.ts'
import type { Holders } from '../holders/holders.ts'
import { holdersOfSortCode, type SortCodeHolders } from '../holders/iban-holders.ts'
import { createReading, noHolders, partsIfWellFormed, type Reading } from '../reading.ts'
import { allowsCountry, isCountryGiven, matchAccountWithBank, type ResolveRequest } from '../request.ts'
import type { ResolveContext } from '../resolve-context.ts'

/**
 * Explains how reliable the holders are. The full directory of sort codes requires a licence, so for most sort codes we
 * know at best which banks usually hold codes with the same prefix.
 */
function noteOnSortCode({ isExact, holders }: SortCodeHolders): string | null {
  if (isExact) return null
  return holders.length > 0
    ? 'Sort code assignments are not public. These banks usually hold codes with this prefix, but this is only an indication.'
    : 'Sort code assignments are not public, and no bank is known to hold codes with this prefix.'
}

/** Whether the leading zero is missing, as in 4-00-04. */
export const lacksZero = ({ text }: ResolveRequest): boolean => /^\d-\d\d-\d\d$/.test(text)
/**
 * Whether the digits are written in pairs, as in 20-29-59. Only UK sort codes are, so this format is certain even if a
 * bank in another country has a code with the same digits.
 */
const isWrittenAsSortCode = (request: ResolveRequest): boolean =>
  /^\d\d[-. ]\d\d[-. ]\d\d$/.test(request.text) || lacksZero(request)

export function readSortCode(request: ResolveRequest, { holders }: ResolveContext): Reading[] {
  const { compacted, isNumeric, label } = request
  const isLabelled = label === 'gb_sort_code'
  if (!isNumeric && !isLabelled) return []
  const isNearMiss = /^\d{5}$/.test(compacted) && (isCountryGiven(request, 'GB') || lacksZero(request))
  const isCandidate = /^\d{6}$/.test(compacted) || isNearMiss || (isLabelled && !matchPair(request))
  if (!allowsCountry(request, 'GB') || !isCandidate) return []
  const found = holdersOfSortCode(compacted, holders)
  // Six digits can be many things. If no bank holds them, read them as a sort code only if the label, the country or
  // the format says that they are one.
  const isExpected = isLabelled || isCountryGiven(request, 'GB') || isWrittenAsSortCode(request)
  if (!isExpected && found.holders.length === 0) return []
  return [{ ...createSortCodeReading(checkText(request), found), isCertain: isWrittenAsSortCode(request) }]
}

function createSortCodeReading(check: Check, found: SortCodeHolders): Reading {
  const parts = partsIfWellFormed(check, sortCode.parts)
  if (!check.passed) return createReading('gb_sort_code', check, { parts, found: noHolders })
  return createReading('gb_sort_code', check, { parts, found, notes: [noteOnSortCode(found)] })
}

/** Checks the sort code. In 40-05-1 the missing digit is not the first one, so no leading zero is suggested. */
function checkText(request: ResolveRequest): Check {
  const { compacted, text } = request
  const check = sortCode.check(compacted)
  const mayLackZero = !/\d\D+\d/.test(text) || lacksZero(request)
  return check.passed || mayLackZero ? check : { ...check, suggestion: null }
}

/** Sort code and account number, in either order. Dashes or dots between pairs of digits mark the sort code. */
const pairPatterns = [
  /^(?<code>\d\d[-. ]?\d\d[-. ]?\d\d)[\s/,;:|-]+(?<account>\d{6,10})$/,
  /^(?<account>\d{6,10})[\s/,;:|-]+(?<code>\d\d[-.]\d\d[-.]\d\d)$/,
  /^(?<account>\d{8})[\s/,;:|-]+(?<code>\d\d ?\d\d ?\d\d)$/,
  // A sort code without its leading zero.
  /^(?<code>\d-\d\d-\d\d|\d{5})[\s/,;:|-]+(?<account>\d{8})$/,
]

const matchPair = (request: ResolveRequest): Record<string, string> | undefined =>
  matchAccountWithBank(request, pairPatterns)

export function readGbAccount(request: ResolveRequest, { holders }: ResolveContext): Reading[] {
  const { compacted, isNumeric } = request
  if (!allowsCountry(request, 'GB')) return []
  const pair = matchPair(request)
  if (!pair && !isNumeric) return []
  const isLong = /^\d{14}$/.test(compacted) || (isCountryGiven(request, 'GB') && /^\d{12,16}$/.test(compacted))
  if (!pair && !isLong) return []
  const check = pair ? gbAccount.checkPair(pair.code as string, pair.account as string) : gbAccount.check(compacted)
  return [createAccountReading(check, holders)]
}

function createAccountReading(check: Check, holders: Holders): Reading {
  const parts = partsIfWellFormed(check, gbAccount.parts)
  if (parts === null) return createReading('gb_account', check, { parts, found: noHolders })
  const found = holdersOfSortCode(check.canonical.slice(0, 6), holders)
  return createReading('gb_account', check, { parts, found, notes: [noteOnSortCode(found)] })
}

/**
 * Reads the text as an account number or a sort code even if its format is wrong. Most UK account numbers have 8
 * digits; some have 6, 7, 9 or 10.
 */
export function explainForUnitedKingdom(compacted: string, { holders }: ResolveContext, isAccount: boolean): Reading {
  if (/^\d{7,10}$/.test(compacted) || (isAccount && /^\d{6}$/.test(compacted))) {
    const note = 'An account number can only be checked together with its sort code.'
    const check = passed(compacted, ['length', 'structure'], { accountChecked: false, note })
    const parts = accountNumber.parts(compacted, 'GB')
    return createReading('account_number', check, { parts, found: noHolders, isIndicative: true })
  }
  if (isAccount && compacted.length < accountDigitsMin) {
    const fault = lengthFault(compacted, '8 digits', 'a UK account number')
    const check = invalid(compacted, fault, ['length'], { accountChecked: false })
    return createReading('account_number', check, { parts: null, found: noHolders })
  }
  if (compacted.length > 9) return createAccountReading(gbAccount.check(compacted), holders)
  return createSortCodeReading(sortCode.check(compacted), { ...noHolders, isExact: false })
}

const accountDigitsMin = 7
