/** Finds the banks that hold a code, BIC or LEI, and the successors of banks that held it before. */

import { parsePattern } from '../../../identifiers/pattern-grammar.ts'
import type { Indexes } from '../../indexes.ts'
import { memoize } from '../../memoize.ts'
import { bankStatuses } from '../../records/bank-record.ts'
import { type CodeRange, createCodeRanges } from '../../records/code-range.ts'
import type { SearchIndex } from '../../search/indexing/search-index.ts'
import { type NameField, nameFields } from '../../search/text/searchable-names.ts'
import type { BankTable } from '../../storage/bank-table.ts'
import { type CodeEntry, isNumericCode } from '../../storage/code-index.ts'
import type { PackedDirectory } from '../../storage/packed-directory.ts'
import { type FoundHolders, type Holder, type Relation, relations } from '../reading.ts'

export interface Holders {
  /** Finds all codes with this value, in the given scheme or in all: several schemes can have the same value. */
  codes(value: string, scheme?: string): CodeEntry[]
  ofCodes(entries: readonly CodeEntry[]): FoundHolders
  /** `isExact`: whether the directory has exactly this BIC, rather than one with the same prefix. */
  ofBic(bic: string): FoundHolders & { isExact: boolean }
  /**
   * Finds banks that have a BIC with this prefix. Open banks get the relation `usual_holder`, because other banks may
   * have BICs with the same prefix.
   */
  ofBicPrefix(prefix: string): FoundHolders
  hasBicPrefix(prefix: string): boolean
  ofLei(lei: string): FoundHolders
  /**
   * Finds the range that contains the code. Its banks have the relation `holder` if the issuer assigned the range to
   * them, and otherwise only `usual_holder`.
   */
  ofRange(scheme: string, code: string): FoundHolders & { range: CodeRange | undefined }
  /** Whether the issuer of the scheme assigns codes to banks in ranges. */
  hasAssignedRanges(scheme: string): boolean
  ofBank(bank: number): FoundHolders
}

const active = bankStatuses.indexOf('active')
const unverified = bankStatuses.indexOf('unverified')
const openStatuses = new Set([active, unverified])

export function createHolders(
  { codeRanges, schemes }: Pick<PackedDirectory, 'codeRanges' | 'schemes'>,
  { banks, codes, search }: Indexes,
): Holders {
  const { searchProminence } = search
  const identifiers = createIdentifierIndex(search)
  const ranges = createCodeRanges(codeRanges)
  const factsOf = memoize((bank: number) => readFacts(bank, banks), factsMax)
  const codeLengthMax = Math.max(0, ...Array.from(schemes.values(), ({ pattern }) => parsePattern(pattern).max))

  const banksOfRange = memoize((range: CodeRange): number[] =>
    range.banks.map((id) => banks.numberOf(id)).filter((bank) => bank !== undefined),
  )

  /**
   * Returns the bank as a holder. If it has merged or closed, or no longer uses the identifier, its successor comes
   * first. `isInForce`: whether payments still use the identifier after the bank has merged. It is only called for such
   * a bank, because it may have to parse the record.
   */
  const withSuccessor = (bank: number, relation: Relation, isInForce = (): boolean => false): Holder[] => {
    const status = banks.statusOf(bank)
    if (openStatuses.has(status) && relation !== 'former_holder') {
      return [{ bank, relation, since: null, isUnverified: status === unverified }]
    }
    const { since, successor } = factsOf(bank)
    const own: Holder = isInForce() ? { bank, relation, since: null } : { bank, relation: 'former_holder', since }
    return successor === undefined ? [own] : [{ bank: successor, relation: 'successor', since }, own]
  }

  /**
   * Sorts by relation, most reliable first, then by status and prominence, and removes duplicates. Relations are 3
   * apart in rank. Status and prominence together change the rank by less than 3, so they never outweigh the relation.
   */
  const sortHolders = (holders: Holder[]): Holder[] => {
    const rank = ({ bank, relation }: Holder): number =>
      relations.indexOf(relation) * 3 + (banks.statusOf(bank) === active ? 0 : 1) - (searchProminence[bank] as number)
    if (holders.length < 2) return holders
    const seen = new Set<number>()
    return holders
      .map((holder) => ({ holder, rank: rank(holder) }))
      .sort((a, b) => a.rank - b.rank || a.holder.bank - b.holder.bank)
      .map(({ holder }) => holder)
      .filter(({ bank }) => !seen.has(bank) && seen.add(bank))
  }

  /** `ownBic`: the BIC in the request. It is the BIC for payments if a bank still holds it. */
  const createFound = (
    holders: Holder[],
    { ownBic, bicOfHolder }: { ownBic?: string | undefined; bicOfHolder?: (bank: number) => string | null } = {},
  ): FoundHolders => {
    const all = sortHolders(holders)
    const [first] = all
    if (first?.relation === 'holder' && ownBic !== undefined) return { holders: all, bic: ownBic }
    // Return no BIC: a payment to a `former_holder` would be sent back, and a `usual_holder` may be the wrong bank.
    if (!first || !payableRelations.has(first.relation)) return { holders: all, bic: null }
    // Return the BIC that the best holders share, or null if their BICs differ: the right one depends on the account.
    let shared: string | null = null
    for (const { relation, bank } of all) {
      if (relation !== first.relation || banks.statusOf(bank) !== banks.statusOf(first.bank)) continue
      const bic = bicOfHolder?.(bank) ?? factsOf(bank).bic
      const isUnclear = bic === null ? factsOf(bank).hasSeveralBics : shared !== null && shared !== bic
      if (isUnclear) return { holders: all, bic: null }
      shared = bic ?? shared
    }
    return { holders: all, bic: shared }
  }

  const ofBanks = (numbers: number[], relation: Relation = 'holder', ownBic?: string): FoundHolders =>
    createFound(
      numbers.flatMap((bank) => withSuccessor(bank, relation)),
      { ownBic },
    )

  /**
   * Returns the banks with the relation `usual_holder`, for a match on part of an identifier. Includes merged and
   * closed banks only if none is open.
   */
  const likelyHolders = (numbers: number[]): FoundHolders => {
    const open = numbers.filter((bank) => openStatuses.has(banks.statusOf(bank)))
    return { ...ofBanks(open.length > 0 ? open : numbers, 'usual_holder'), bic: null }
  }

  return {
    codes: (value, scheme) => {
      if (isNumericCode(value)) return codes.find(value, scheme)
      if (value === '' || value.length > codeLengthMax) return []
      const entries: CodeEntry[] = []
      for (const bank of identifiers.find(value, 'code')) {
        for (const code of factsOf(bank).wordCodes) {
          if (code.value === value && (scheme === undefined || code.scheme === scheme)) entries.push({ bank, ...code })
        }
      }
      return entries
    },
    ofCodes: (entries) => {
      const bicsByBank = new Map<number, string | undefined>()
      const holders: Holder[] = []
      for (const { bank, scheme, value, status } of entries) {
        bicsByBank.set(bank, factsOf(bank).codeBics?.get(`${scheme} ${value}`))
        holders.push(...withSuccessor(bank, relationByStatus[status], () => status === 'current'))
      }
      return createFound(holders, { bicOfHolder: (bank) => bicsByBank.get(bank) ?? null })
    },
    ofBic: (bic) => {
      const exact = createFound(
        identifiers
          .find(bic, 'bic')
          .flatMap((bank) => withSuccessor(bank, 'holder', () => factsOf(bank).hasCodeInForce)),
        { ownBic: bic },
      )
      if (exact.holders.length > 0) return { ...exact, isExact: true }
      const office = bic.slice(0, 8)
      const similar = identifiers.withBicPrefix(office)
      // Several banks can share the first eight characters of a BIC. A BIC with an unknown branch code may then belong
      // to any of them, not only to the bank that has the 8-character BIC.
      const ofOffice = new Set(bic.length > 8 ? identifiers.find(office, 'bic') : [])
      const isShared = similar.some((bank) => !ofOffice.has(bank) && openStatuses.has(banks.statusOf(bank)))
      if (ofOffice.size > 0 && !isShared) return { ...ofBanks([...ofOffice], 'holder', office), isExact: false }
      return {
        ...likelyHolders(similar.length > 0 ? similar : identifiers.withBicPrefix(bic.slice(0, 6))),
        isExact: false,
      }
    },
    ofBicPrefix: (prefix) => likelyHolders(identifiers.withBicPrefix(prefix)),
    hasBicPrefix: (prefix) => identifiers.withBicPrefix(prefix).length > 0,
    ofLei: (lei) => ofBanks(identifiers.find(lei, 'lei')),
    ofRange: (scheme, code) => {
      const range = ranges.find(scheme, code)
      const rangeBanks = range ? banksOfRange(range) : []
      if (range?.evidence === 'assigned') return { ...ofBanks(rangeBanks), range }
      return { holders: rangeBanks.map((bank) => ({ bank, relation: 'usual_holder', since: null })), bic: null, range }
    },
    hasAssignedRanges: ranges.areAssigned,
    ofBank: (bank) => ofBanks([bank]),
  }
}

/** The relations of a bank that payments with the identifier reach. */
export const payableRelations = new Set<Relation>(['holder', 'successor', 'unconfirmed_holder'])

const relationByStatus: Record<CodeEntry['status'], Relation> = {
  current: 'holder',
  former: 'former_holder',
  unconfirmed: 'unconfirmed_holder',
}

/** The facts from a bank's record that decide its relation to an identifier and the BIC for payments. */
interface HolderFacts {
  bic: string | null
  hasSeveralBics: boolean
  /** The BICs of codes that have their own BIC, keyed by scheme and value. */
  codeBics: Map<string, string> | undefined
  /** The codes that are words in the search index: those with letters or more than nine digits. */
  wordCodes: Omit<CodeEntry, 'bank'>[]
  since: string | null
  successor: number | undefined
  /**
   * Whether one of the bank's codes is still in force after a merger. If so, payments with that code still use the
   * bank's BIC.
   */
  hasCodeInForce: boolean
}

/** Maximum number of banks in the facts cache. Facts are cached because parsing a record with many codes is slow. */
const factsMax = 5_000

function readFacts(bank: number, banks: BankTable): HolderFacts {
  const { bic, other_bics = [], codes = [], status_since = null, successor } = banks.recordOf(bank)
  const wordCodes: HolderFacts['wordCodes'] = []
  let codeBics: HolderFacts['codeBics']
  let hasCodeInForce = false
  for (const { scheme, value, status, bic: own, in_force } of codes) {
    if (!isNumericCode(value)) wordCodes.push({ scheme, value, status: status ?? 'current' })
    if (in_force) hasCodeInForce = true
    if (own === undefined) continue
    codeBics ??= new Map()
    codeBics.set(`${scheme} ${value}`, own)
  }
  return {
    // If the bank has several other BICs, use none of them: the right one depends on the account.
    bic: bic ?? (other_bics.length === 1 ? (other_bics[0] as string) : null),
    hasSeveralBics: other_bics.length > 1,
    codeBics,
    wordCodes,
    since: status_since,
    successor: successor === undefined ? undefined : banks.numberOf(successor),
    hasCodeInForce,
  }
}

type CodeField = 'bic' | 'lei' | 'code'

/** `code` also matches `other_code`, the field for former and unconfirmed codes. */
const matchesField = (field: NameField | undefined, wanted: CodeField): boolean =>
  field === wanted || (wanted === 'code' && field === 'other_code')

/** Finds banks by BIC, LEI or a code with letters in the search index, which contains them anyway. */
function createIdentifierIndex({ vocabulary, wordStarts, wordNames, nameBanks, nameFields: fields }: SearchIndex) {
  /** Returns the banks that have one of these words in the field. `from` is included, `to` is not. */
  const banksWith = (from: number, to: number, field: CodeField): number[] => {
    const found = new Set<number>()
    for (let at = wordStarts[from] as number; at < (wordStarts[to] as number); at++) {
      const name = wordNames[at] as number
      if (matchesField(nameFields[fields[name] as number], field)) found.add(nameBanks[name] as number)
    }
    return [...found]
  }

  return {
    /** Case-insensitive. */
    find: (text: string, field: CodeField): number[] => {
      const word = vocabulary.find(text.toLowerCase())
      return word < 0 ? [] : banksWith(word, word + 1, field)
    },
    withBicPrefix: (prefix: string): number[] => banksWith(...vocabulary.startingWith(prefix.toLowerCase()), 'bic'),
  }
}
