/**
 * Reader of Swedish account numbers with a clearing number. The country must be given, because any four digits can be a
 * clearing number.
 */
import * as seAccount from '../../../identifiers/se-account.ts'
import type { Check } from '../../../identifiers/verdict.ts'
import type { Scheme } from '../../records/scheme.ts'
import { givenCountry, type ResolveContext } from '../context.ts'
import { createReading, partsIfWellFormed, type Reading } from '../reading.ts'
import { matchAccountWithBank, type ResolveRequest } from '../request.ts'
import { findInRange } from './bank-codes.ts'

/** With the fifth digit that Swedbank adds, as in 8327-9, 123 456 789-0, or without it, as in 5000-1234567. */
const pairPatterns = [
  /^(?<clearing>8\d{3}-?\d)[\s/,;:|-]+(?<account>\d[\d\s.-]*)$/,
  /^(?<clearing>\d{4})[\s/,;:|-]+(?<account>\d[\d\s.-]*)$/,
]

/** A bankgiro number, which is not an account number, has two groups of four digits. */
const bankgiro = /^\d{4}-\d{4}$/

/** Fewer digits can be an account number without its clearing number. */
const digitsMin = 11

export function readSwedishAccount(request: ResolveRequest, context: ResolveContext): Reading[] {
  const scheme = clearingScheme(request, context)
  if (!scheme || bankgiro.test(request.text)) return []
  const formatOf: seAccount.FormatLookup = (clearing) => findInRange(clearing, scheme, context).range?.account
  const check = checkText(request, formatOf)
  if (!check) return []
  const { range, ...found } = findInRange(check.canonical, scheme, context)
  if (!range || !isBestExplanation(check, request)) return []
  const parts = partsIfWellFormed(check, (canonical) => ({ country: scheme.country, ...seAccount.parts(canonical) }))
  // A check digit that does not match leaves doubt, even if some accounts at the bank have no check digit.
  const isIndicative = range.account?.comment !== undefined && !check.accountChecked
  return [createReading('account_number', check, { parts, found, isIndicative })]
}

function clearingScheme(request: ResolveRequest, context: ResolveContext): Scheme | undefined {
  const country = givenCountry(request, context)
  if (!country) return undefined
  return [...context.schemes.values()].find(
    ({ identifier, country: owner }) => identifier === 'se_clearing' && owner === country.code,
  )
}

function checkText(request: ResolveRequest, formatOf: seAccount.FormatLookup): Check | undefined {
  const { clearing = '', account = '' } = matchAccountWithBank(request, pairPatterns) ?? {}
  const digits = clearing === '' ? request.compacted : clearing + account
  if (clearing === '' && !/^\d{11,15}$/.test(digits)) return undefined
  // Without a hyphen, the digit after 8xxx can be the fifth of the clearing number or the first of the account.
  const isSeparated = clearing !== '' && (clearing.length > 4 || !clearing.startsWith('8'))
  return isSeparated ? seAccount.checkPair(clearing, account, formatOf) : seAccount.check(digits, formatOf)
}

/** A number of the wrong length is better explained as something else, unless the clearing number is separated. */
function isBestExplanation(check: Check, request: ResolveRequest): boolean {
  if (check.passed || check.reason !== 'length') return true
  const isSeparated = matchAccountWithBank(request, pairPatterns) !== undefined
  return isSeparated && (check.suggestion !== null || check.canonical.length >= digitsMin)
}
