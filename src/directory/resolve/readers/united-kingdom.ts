/** Readers of British sort codes, alone and with an account number, and of account numbers without a sort code. */
import * as accountNumber from '../../../identifiers/account-number.ts'
import * as gbAccount from '../../../identifiers/gb-account.ts'
import * as sortCode from '../../../identifiers/sort-code.ts'
import { lengthFault } from '../../../identifiers/structure.ts'
import { type Check, invalid, passed } from '../../../identifiers/verdict.ts'
import type { ResolveContext } from '../context.ts'
import type { Holders } from '../holders/holders.ts'
import { createReading, type FoundHolders, noHolders, partsIfWellFormed, type Reading } from '../reading.ts'
import { allowsCountry, isCountryGiven, matchAccountWithBank, type ResolveRequest } from '../request.ts'

/** Codes of schemes with this identifier are sort codes. */
const identifier = 'gb_sort_code'

export function holdersOfSortCode(six: string, holders: Holders): FoundHolders & { isExact: boolean } {
  const exact = holders.codes(six).filter(({ scheme }) => scheme === identifier)
  if (exact.length > 0) return { ...holders.ofCodes(exact), isExact: true }
  return { ...holders.ofRange(identifier, six), isExact: false }
}

/** The complete directory of sort codes is licensed, so a range or nothing is all that can be said of most. */
function noteOnSortCode({ isExact, holders }: ReturnType<typeof holdersOfSortCode>): string | null {
  if (isExact) return null
  return holders.length > 0
    ? 'The directory of sort codes is not public: the bank is the usual holder of codes with this beginning.'
    : 'The directory of sort codes is not public, and no bank is known to hold codes with this beginning.'
}

/** Written in pairs of digits. */
export const isWrittenAsSortCode = ({ text }: ResolveRequest): boolean => /^\d\d[-. ]\d\d[-. ]\d\d$/.test(text)
const isWrittenShort = ({ text }: ResolveRequest): boolean => /^\d-\d\d-\d\d$/.test(text)

export function readSortCode(request: ResolveRequest, { holders }: ResolveContext): Reading[] {
  const { compacted, label } = request
  const isLabelled = label === 'gb_sort_code'
  const isNearly = /^\d{5}$/.test(compacted) && (isCountryGiven(request, 'GB') || isWrittenShort(request))
  const isCandidate = /^\d{6}$/.test(compacted) || isNearly || (isLabelled && !pairIn(request))
  if (!allowsCountry(request, 'GB') || !isCandidate) return []
  const found = holdersOfSortCode(compacted, holders)
  // Six digits can be many things: without a known holder they are a sort code only if written like one.
  const isMeant = isLabelled || isCountryGiven(request, 'GB') || isWrittenAsSortCode(request) || isWrittenShort(request)
  return isMeant || found.holders.length > 0 ? [createSortCodeReading(checkWritten(request), found)] : []
}

function createSortCodeReading(check: Check, found: ReturnType<typeof holdersOfSortCode>): Reading {
  const parts = partsIfWellFormed(check, sortCode.parts)
  if (!check.passed) return createReading('gb_sort_code', check, { parts, found: noHolders })
  return createReading('gb_sort_code', check, { parts, found, notes: [noteOnSortCode(found)] })
}

/** In 40-05-1 it is not the first digit that is missing. */
function checkWritten(request: ResolveRequest): Check {
  const { compacted, text } = request
  const check = sortCode.check(compacted)
  const isWhole = !/\d\D+\d/.test(text) || isWrittenShort(request)
  return check.passed || isWhole ? check : { ...check, suggestion: null }
}

/** However the two are separated; where the dashes stand, the sort code is. */
const pairForms = [
  /^(?<code>\d\d[-. ]?\d\d[-. ]?\d\d)[\s/,;:|-]+(?<account>\d{6,10})$/,
  /^(?<account>\d{6,10})[\s/,;:|-]+(?<code>\d\d[-.]\d\d[-.]\d\d)$/,
  /^(?<account>\d{8})[\s/,;:|-]+(?<code>\d\d ?\d\d ?\d\d)$/,
  // Without the zero in front.
  /^(?<code>\d-\d\d-\d\d|\d{5})[\s/,;:|-]+(?<account>\d{8})$/,
]

const pairIn = (request: ResolveRequest): Record<string, string> | undefined => matchAccountWithBank(request, pairForms)

export function readGbAccount(request: ResolveRequest, { holders }: ResolveContext): Reading[] {
  const { compacted } = request
  if (!allowsCountry(request, 'GB')) return []
  const pair = pairIn(request)
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

/** Most account numbers have 8 digits, some 6, 7, 9 or 10. */
export function explainForBritain(compacted: string, isAccount: boolean, { holders }: ResolveContext): Reading {
  if (/^\d{7,10}$/.test(compacted) || (isAccount && /^\d{6}$/.test(compacted))) {
    const note = 'An account number can only be checked together with its sort code.'
    const check = passed(compacted, ['length', 'structure'], { accountChecked: false, note })
    const parts = accountNumber.parts(compacted, 'GB')
    return createReading('account_number', check, { parts, found: noHolders, isIndication: true })
  }
  if (isAccount && compacted.length < accountDigitsMin) {
    const fault = lengthFault(compacted, '8 digits', 'a British account number')
    const check = invalid(compacted, fault, ['length'], { accountChecked: false })
    return createReading('account_number', check, { parts: null, found: noHolders })
  }
  if (compacted.length > 9) return createAccountReading(gbAccount.check(compacted), holders)
  return createSortCodeReading(sortCode.check(compacted), { ...noHolders, isExact: false })
}

const accountDigitsMin = 7
