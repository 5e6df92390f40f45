/** Resolves an identifier: finds every possible reading, with its banks and verdict, and puts the likeliest first. */

import type { Indexes } from '../indexes.ts'
import type { SupportedCountry } from '../records/country-record.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import { weakenAmbiguous } from './ambiguous-countries.ts'
import { explainForCountry, readAfterTypoFix, readDamaged } from './fallbacks.ts'
import { filterByLabel, isAccountLabel } from './label-prefix.ts'
import { createRanking } from './ranking.ts'
import { readAccountForm, readShortenedBranch } from './readers/account-form-readers.ts'
import { readAccountNumber, readAccountWithBank, readDistinctiveAccount } from './readers/account-numbers.ts'
import { readBankCode, readCodeInRange, readShortenedCode, readUnknownCode } from './readers/bank-code-readers.ts'
import { readNamedForm } from './readers/damaged-forms.ts'
import { readBankId, readBic, readIban, readLei } from './readers/international.ts'
import { readNuban } from './readers/nigeria.ts'
import { readCanadian, readRoutingNumber } from './readers/north-america.ts'
import { readSwedishAccount } from './readers/sweden.ts'
import { readGbAccount, readSortCode } from './readers/united-kingdom.ts'
import type { Reading } from './reading.ts'
import { parseRequest, type ResolveRequest } from './request.ts'
import type { ResolveContext } from './resolve-context.ts'

export type Resolve = (identifier: string, country?: SupportedCountry) => Reading[]

const readers = [
  readIban,
  readBic,
  readLei,
  readBankId,
  readRoutingNumber,
  readSortCode,
  readGbAccount,
  readCanadian,
  readNuban,
  readSwedishAccount,
  readBankCode,
  readCodeInRange,
  readAccountForm,
]

export function createResolver(packed: PackedDirectory, indexes: Indexes, context: ResolveContext): Resolve {
  const rank = createRanking(packed)
  const { addBuildNote } = context
  return (identifier, country) => {
    const given = country ? (country.members ?? [country.code]) : []
    const request = parseRequest(identifier, given, context.clearingCountries)
    const readings = weakenAmbiguous(readingsOf(request, context), indexes.banks, packed.schemes)
    readings.sort((a, b) => rank(b) - rank(a))
    return addBuildNote ? readings.map(addBuildNote) : readings
  }
}

/** Reads the text as written, and assumes a typo only if that gives no reading. */
function readingsOf(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { label, countries } = request
  const readAll = (input: ResolveRequest): Reading[] => {
    const found: Reading[] = []
    for (const read of readers) found.push(...read(input, context))
    return found
  }
  const isCode = !isAccountLabel(label)
  const readings = filterByLabel(label, readAll(request), context.schemes)
  // An account number with its bank code can look like another identifier: twenty digits can be an LEI. The format fits
  // the given country, so keep the other readings only if a bank holds the identifier.
  const readBban = countries.length > 0 ? readAccountWithBank : readDistinctiveAccount
  const bban = label === undefined || !isCode ? readBban(request, context) : []
  const isDomestic = ({ kind }: Reading): boolean => kind === 'account_number' && countries.length > 0
  if (bban[0]?.isCertain) return bban
  const domestic = bban.length > 0 ? bban : readings.filter(isDomestic)
  if (domestic.length > 0) {
    return [...domestic, ...readings.filter((reading) => reading.holders.length > 0 && !domestic.includes(reading))]
  }
  const hasHolder = (): boolean => readings.some(({ holders }) => holders.length > 0)
  if (isCode && countries.length > 0 && !hasHolder()) {
    const completed = [...readShortenedCode(request, context), ...readShortenedBranch(request, context)]
    const passed = filterByLabel(label, [...completed, ...readings], context.schemes).filter(
      ({ check }) => check.passed,
    )
    if (passed.some((reading) => completed.includes(reading))) return passed
  }
  if (readings.length === 0) readings.push(...filterByLabel(label, readAfterTypoFix(request, readAll), context.schemes))
  if (readings.length === 0) readings.push(...readNamedForm(request, context))
  if (readings.length === 0) readings.push(...readDamaged(request, context))
  if (readings.length === 0 && isCode) readings.push(...readUnknownCode(request, context))
  // Any digits can be an account number, so read them as one only if there is no better explanation, such as an
  // identifier with a wrong check digit or a typo.
  const isExplained = readings.some(
    ({ check }) => !check.passed && (check.suggestion !== null || !/^(length|format)$/.test(check.reason)),
  )
  if ((label === undefined || !isCode) && !hasHolder() && !isExplained) {
    readings.push(...readAccountNumber(request, context))
  }
  return readings.length > 0 ? readings : explainForCountry(request, context)
}
