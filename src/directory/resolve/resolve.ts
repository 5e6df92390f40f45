/** Resolves an identifier: finds every possible reading, with its banks and verdict, and puts the likeliest first. */

import type { Indexes } from '../indexes.ts'
import { memberCodes, type SupportedCountry } from '../records/country-record.ts'
import type { Scheme } from '../records/scheme.ts'
import { finish, type Started } from '../run-to-end.ts'
import type { FindNamed, FoundNames } from '../searcher.ts'
import type { BankTable } from '../storage/bank-table.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import { matchBic } from './bic-match/bic-match.ts'
import { explainForCountry, readAfterTypoFix, readDamaged } from './fallbacks.ts'
import { createUnopenedNotes } from './missing-bank-notes.ts'
import { readAccountForm, readShortenedBranch } from './readers/account-form-readers.ts'
import { readAccountNumber, readAccountWithBank, readDistinctiveAccount } from './readers/account-numbers.ts'
import { readBankCode, readCodeInRange, readShortenedCode, readUnknownCode } from './readers/bank-code-readers.ts'
import { readNamedForm } from './readers/damaged-forms.ts'
import { readBankId, readBic, readIban, readLei } from './readers/international.ts'
import { readNuban } from './readers/nigeria.ts'
import { readCanadian, readRoutingNumber } from './readers/north-america.ts'
import { isReference, readMarkedReference, readReference } from './readers/reference-readers.ts'
import { readSwedishAccount } from './readers/sweden.ts'
import { readGbAccount, readSortCode } from './readers/united-kingdom.ts'
import { type BicMatch, hasCheckDigit, joinSentences, type Reading, type ReadingKind } from './reading.ts'
import { createRanking } from './reading-ranking.ts'
import { filterByLabel, isAccountLabel, parseRequest, type ResolveRequest } from './request.ts'
import type { ResolveContext } from './resolve-context.ts'
import { resultSizes } from './resolve-schema.ts'
import { type NumberReaders, type NumberSearch, startFind } from './text/find-numbers.ts'
import { type NameWithNumber, readAtNamed, readIbanAtNamed, splitName } from './text/name-with-number.ts'
import { type ReadingView, resultToJson } from './to-json.ts'

export interface Resolver {
  /** Returns every possible reading of the identifier, for example as an IBAN or as a bank code, as JSON. */
  resolve(identifier: string, country?: SupportedCountry, view?: ReadingView): string
  /**
   * Like `resolve`, but a text with the name of a bank takes a search, and then returns its steps. They yield like those of
   * a search.
   */
  startResolve(identifier: string, country?: SupportedCountry, view?: ReadingView): Started<string>
  /** Like `resolve`, but returns the readings themselves, best first. */
  read(identifier: string, country?: SupportedCountry, kinds?: readonly ReadingKind[]): Reading[]
  /** Compares a BIC with the bank of an account. */
  matchBic(bic: string, account: Reading | null): BicMatch
  /** Finds the numbers of banks and accounts in a text. */
  startFind(text: string, country?: SupportedCountry, view?: ReadingView): NumberSearch
}

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

export function createResolver(
  packed: PackedDirectory,
  indexes: Indexes,
  context: ResolveContext,
  findNamed: FindNamed,
): Resolver {
  const rank = createRanking(packed)
  const addUnopenedNotes = createUnopenedNotes(packed)
  const { addBuildNote, addListNote } = context
  const addNotes = (readings: readonly Reading[]): Reading[] => {
    const listed = readings.map((reading) => addListNote(reading))
    const noted = addBuildNote ? listed.map(addBuildNote) : listed
    return addUnopenedNotes ? addUnopenedNotes(noted) : noted
  }
  const readAlone = (request: ResolveRequest): Reading[] => {
    const readings = weakenAmbiguous(readingsOf(request, context), indexes.banks, packed.schemes)
    return readings.sort((a, b) => rank(b) - rank(a))
  }
  const findCurrent = function* (name: string, country: SupportedCountry | undefined): Generator<void, FoundNames> {
    const found = yield* findNamed(name, country)
    return { ...found, banks: found.banks.map((one) => ({ ...one, bank: indexes.successorOf(one.bank) ?? one.bank })) }
  }
  const readWithName = function* (
    { name, bank, number, isIban = false }: NameWithNumber,
    country: SupportedCountry | undefined,
    others: readonly Reading[],
  ): Generator<void, Reading[]> {
    const named =
      bank === undefined
        ? yield* findCurrent(name, country)
        : {
            name: context.nameOf(bank),
            banks: [{ bank: indexes.successorOf(bank) ?? bank, isExact: true }],
            isId: true,
          }
    const readings = isIban
      ? readIbanAtNamed(number, named, memberCodes(country), readAlone)
      : readAtNamed(number, named, context, readAlone)
    if (readings.length > 0) return addNotes(readings)
    // The format of a BIC or an account number says nothing if a bank has the words as its name.
    const isName = named.banks.some(({ isExact }) => isExact)
    return addNotes(isName ? others.filter(({ check }) => !check.passed) : others)
  }
  const start = (
    identifier: string,
    country: SupportedCountry | undefined,
    kinds: readonly ReadingKind[] | undefined,
  ): Reading[] | Generator<void, Reading[]> => {
    const request = parseRequest(identifier, memberCodes(country), context.clearingCountries, kinds)
    const readings = readAlone(request)
    const ofKinds = (all: Reading[]): Reading[] => (kinds ? all.filter(({ kind }) => kinds.includes(kind)) : all)
    const split = splitName(request, readings, context)
    if (!split) return addNotes(ofKinds(readings))
    return (function* () {
      return ofKinds(yield* readWithName(split, country, readings))
    })()
  }
  const startResolve: Resolver['startResolve'] = (identifier, country, view = resultSizes.single) => {
    const lookups = { ...context, banks: indexes.banks }
    const isComplete = packed.build === null
    const started = start(identifier, country, view.kinds)
    if (Array.isArray(started)) return resultToJson(started, lookups, view, { isComplete })
    return (function* () {
      return resultToJson(yield* started, lookups, view, { isComplete, hasName: true })
    })()
  }
  const numberReaders: NumberReaders = {
    read: (text, countries) => addNotes(readAlone(parseRequest(text, countries, context.clearingCountries))),
    readNamed: function* (name, number, country) {
      const found = yield* findCurrent(name, country)
      const banks = found.banks.filter(({ isExact }) => isExact)
      return banks.length > 0 ? addNotes(readAtNamed(number, { ...found, banks }, context, readAlone)) : []
    },
    lookups: { ...context, banks: indexes.banks },
    context,
  }
  return {
    startFind: (text, country, view = resultSizes.batch) =>
      startFind(text, country, memberCodes(country), view, numberReaders),
    read: (identifier, country, kinds) => finish(start(identifier, country, kinds)),
    resolve: (...parameters) => finish(startResolve(...parameters)),
    startResolve,
    matchBic: (bic, account) => matchBic(bic, account, { ...context, banks: indexes.banks }),
  }
}

function readingsOf(request: ResolveRequest, context: ResolveContext): Reading[] {
  const marked = readMarkedReference(request)
  if (marked.length > 0) return marked
  const references = readReference(request)
  if (references.length > 0 && isReference(request)) return references
  const readings = readIdentifier(request, context)
  // The check digit of a reference matches a tenth of all numbers, so a short one needs that nothing else fits.
  const isExplained = readings.some((one) => one.check.passed && (one.holders.length > 0 || hasCheckDigit(one)))
  const likely = references.filter(({ check }) => !isExplained || check.canonical.length >= longReference)
  return [...readings, ...likely]
}

/** The length from which an account number with the same digits is about as unlikely as the reference. */
const longReference = 12

/** Reads the text as written, and assumes a typo only if that gives no reading. */
function readIdentifier(request: ResolveRequest, context: ResolveContext): Reading[] {
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

/** Kinds of identifier with the same format in every country. */
const international = new Set<Reading['kind']>(['iban', 'bic', 'lei', 'bank_id'])

const severalCountries = 'Several countries use this code; add the country to choose one.'

/** Lowers the verdict from `valid` to `possible` if several countries use the code and the request names none of them. */
function weakenAmbiguous(
  readings: readonly Reading[],
  banks: BankTable,
  schemes: ReadonlyMap<string, Scheme>,
): Reading[] {
  if (readings.length < 2) return [...readings]
  const countryOf = ({ holders: [first] }: Reading): string | undefined => first && banks.countryOf(first.bank)
  const isForPayments = ({ scheme }: Reading): boolean => scheme === null || schemes.get(scheme)?.use === 'payment'
  // Include readings with the verdict `former`, because people keep using the codes of banks that have merged.
  const competing = readings.filter(
    ({ kind, verdict, holders }) => !international.has(kind) && verdict !== 'invalid' && holders.length > 0,
  )
  const castsDoubt = (other: Reading, reading: Reading): boolean => {
    if (countryOf(other) === countryOf(reading)) return false
    // A correct check digit is strong evidence: a number that passes as a US routing number is unlikely to be a
    // Canadian one, which has no check digit.
    if (hasCheckDigit(reading) && !hasCheckDigit(other)) return false
    // Nearly every number occurs in some company register or in the list of some payment provider, so a reading as one of
    // these does not make a payment code ambiguous.
    return isForPayments(other) || !isForPayments(reading)
  }
  return readings.map((reading) => {
    if (reading.verdict !== 'valid' || international.has(reading.kind) || reading.isCertain) return reading
    if (!competing.some((other) => castsDoubt(other, reading))) return reading
    return { ...reading, verdict: 'possible', note: joinSentences([reading.note, severalCountries]) }
  })
}
