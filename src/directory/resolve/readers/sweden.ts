/**
 * Reader of Swedish account numbers with their clearing number. The country must be given: any four digits can be a clearing
 * number.
 */
import * as seAccount from '../../../identifiers/se-account.ts'
import type { Check } from '../../../identifiers/verdict.ts'
import type { Scheme } from '../../records/scheme.ts'
import { givenCountry, type ResolveContext } from '../context.ts'
import { createReading, partsIfWellFormed, type Reading } from '../reading.ts'
import { matchAccountWithBank, type ResolveRequest } from '../request.ts'
import { findInRange } from './bank-codes.ts'

/** 8327-9, 123 456 789-0 with the fifth digit that Swedbank writes; 5000-1234567 without one. */
const pairForms = [
  /^(?<clearing>8\d{3}-?\d)[\s/,;:|-]+(?<account>\d[\d\s.-]*)$/,
  /^(?<clearing>\d{4})[\s/,;:|-]+(?<account>\d[\d\s.-]*)$/,
]

/** Bankgiro numbers, which name no account, are written in two groups of four. */
const bankgiro = /^\d{4}-\d{4}$/

/** Fewer digits in one piece can be an account number without its clearing number. */
const digitsMin = 11

export function readSwedishAccount(request: ResolveRequest, context: ResolveContext): Reading[] {
  const scheme = clearingScheme(request, context)
  if (!scheme || bankgiro.test(request.text)) return []
  const formOf: seAccount.FormOf = (clearing) => findInRange(clearing, scheme, context).range?.account
  const check = checkWritten(request, formOf)
  if (!check) return []
  const { range, ...found } = findInRange(check.canonical, scheme, context)
  if (!range || !isClaimed(check, request)) return []
  const parts = partsIfWellFormed(check, (canonical) => ({ country: scheme.country, ...seAccount.parts(canonical) }))
  // A check digit that does not fit leaves doubt even where the bank gave some accounts none.
  const isIndication = range.account?.comment !== undefined && !check.accountChecked
  return [createReading('account_number', check, { parts, found, isIndication })]
}

function clearingScheme(request: ResolveRequest, context: ResolveContext): Scheme | undefined {
  const country = givenCountry(request, context)
  if (!country) return undefined
  return [...context.schemes.values()].find(
    ({ identifier, country: owner }) => identifier === 'se_clearing' && owner === country.code,
  )
}

function checkWritten(request: ResolveRequest, formOf: seAccount.FormOf): Check | undefined {
  const { clearing = '', account = '' } = matchAccountWithBank(request, pairForms) ?? {}
  const digits = clearing === '' ? request.compacted : clearing + account
  if (clearing === '' && !/^\d{11,15}$/.test(digits)) return undefined
  // Without a hyphen, the digit behind 8xxx can be the fifth of the clearing number or the first of the account.
  const isApart = clearing !== '' && (clearing.length > 4 || !clearing.startsWith('8'))
  return isApart ? seAccount.checkPair(clearing, account, formOf) : seAccount.check(digits, formOf)
}

/** Digits of another length are better explained as something else, unless a clearing number stands apart in front. */
function isClaimed(check: Check, request: ResolveRequest): boolean {
  if (check.passed || check.reason !== 'length') return true
  const isApart = matchAccountWithBank(request, pairForms) !== undefined
  return isApart && (check.suggestion !== null || check.canonical.length >= digitsMin)
}
