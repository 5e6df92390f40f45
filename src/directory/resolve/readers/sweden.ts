/**
 * Reader for Swedish account numbers with a clearing number. The request must name the country, because almost any
 * number could start with a clearing number.
 */
import * as seAccount from '../../../identifiers/se-account.ts'
import type { Check } from '../../../identifiers/verdict.ts'
import type { Scheme } from '../../records/scheme.ts'
import { createReading, partsIfWellFormed, type Reading } from '../reading.ts'
import { matchAccountWithBank, type ResolveRequest } from '../request.ts'
import { givenCountry, type ResolveContext } from '../resolve-context.ts'
import { findInRange } from './bank-code-readers.ts'

/**
 * The first pattern is for clearing numbers with the fifth digit that Swedbank adds, as in 8327-9, 123 456 789-0; the
 * second is for those with four digits, as in 5000-1234567.
 */
const pairPatterns = [
  /^(?<clearing>8\d{3}-?\d)[\s/,;:|-]+(?<account>\d[\d\s.-]*)$/,
  /^(?<clearing>\d{4})[\s/,;:|-]+(?<account>\d[\d\s.-]*)$/,
]

/** A bankgiro number has two groups of four digits. It is not an account number, although it looks like one. */
const bankgiro = /^\d{4}-\d{4}$/

/**
 * Minimum number of digits in a clearing number and account number together. A shorter number may be an account number
 * without a clearing number.
 */
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
  // If there is a check digit rule and the number does not satisfy it, the verdict is only `possible`, even at a bank
  // where some accounts have no check digit.
  const isIndicative = range.account?.comment !== undefined && !check.accountChecked
  return [createReading('account_number', check, { parts, found, isIndicative })]
}

function clearingScheme(request: ResolveRequest, context: ResolveContext): Scheme | undefined {
  const country = givenCountry(request, context)
  if (!country) return undefined
  return context.clearingSchemes.find(({ country: owner }) => owner === country.code)
}

function checkText(request: ResolveRequest, formatOf: seAccount.FormatLookup): Check | undefined {
  const { clearing = '', account = '' } = matchAccountWithBank(request, pairPatterns) ?? {}
  const digits = clearing === '' ? request.compacted : clearing + account
  if (clearing === '' && !/^\d{11,15}$/.test(digits)) return undefined
  // After a clearing number 8xxx, the next digit can be its fifth digit or the first digit of the account number.
  // Unless a separator makes that clear, let `check` try both.
  const isSeparated = clearing !== '' && (clearing.length > 4 || !clearing.startsWith('8'))
  return isSeparated ? seAccount.checkPair(clearing, account, formatOf) : seAccount.check(digits, formatOf)
}

/**
 * Whether the text is probably a Swedish account number. A number of the wrong length probably is not one, unless a
 * separator follows the clearing number.
 */
function isBestExplanation(check: Check, request: ResolveRequest): boolean {
  if (check.passed || check.reason !== 'length') return true
  const isSeparated = matchAccountWithBank(request, pairPatterns) !== undefined
  return isSeparated && (check.suggestion !== null || check.canonical.length >= digitsMin)
}
