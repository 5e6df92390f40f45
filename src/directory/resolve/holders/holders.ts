/** The banks that hold an identifier: by code, range of codes, BIC or LEI, with the successors of banks that are gone. */

import type { Indexes } from '../../indexes.ts'
import { bankStatuses } from '../../records/bank.ts'
import { type CodeRange, createCodeRanges } from '../../records/code-range.ts'
import type { BankTable } from '../../storage/bank-table.ts'
import type { CodeEntry } from '../../storage/code-index.ts'
import type { PackedDirectory } from '../../storage/packed-directory.ts'
import { type FoundHolders, type Holder, type Relation, relations } from '../reading.ts'
import { createIdentifierIndex } from './identifier-index.ts'

export interface Holders {
  /** Codes of this value, each with its scheme. */
  codes(value: string): CodeEntry[]
  ofCodes(entries: readonly CodeEntry[]): FoundHolders
  /** `isExact`: whether the directory has this very BIC, not only one with the same beginning. */
  ofBic(bic: string): FoundHolders & { isExact: boolean }
  /** Banks with a BIC that has this beginning: an indication. */
  ofBicStart(start: string): FoundHolders
  knowsBic(start: string): boolean
  ofLei(lei: string): FoundHolders
  /** By the range that the code lies in: its holder if the range is assigned, else the banks that usually hold such codes. */
  ofRange(scheme: string, code: string): FoundHolders & { range: CodeRange | undefined }
  /** Whether the codes of the scheme are assigned in ranges. */
  hasAssignedRanges(scheme: string): boolean
  ofBank(bank: number): FoundHolders
}

const active = bankStatuses.indexOf('active')
const unverified = bankStatuses.indexOf('unverified')
const openStatuses = new Set([active, unverified])

export function createHolders(
  { codeRanges }: Pick<PackedDirectory, 'codeRanges'>,
  { banks, codes, search }: Indexes,
): Holders {
  const { popularity: renown } = search
  const byWord = createIdentifierIndex(search)
  const ranges = createCodeRanges(codeRanges)
  const factsOf = factsReader(banks)

  /**
   * The bank; if it is gone, its successor and then the bank itself. `isInForce`: the identifier is still used for
   * payments to the bank, merged or not.
   */
  const withSuccessor = (bank: number, relation: Relation, isInForce = false): Holder[] => {
    const status = banks.statusOf(bank)
    if (openStatuses.has(status) && relation !== 'former_holder') {
      return [{ bank, relation, since: null, isUnverified: status === unverified }]
    }
    const { since, successor } = factsOf(bank)
    const own: Holder = isInForce ? { bank, relation, since: null } : { bank, relation: 'former_holder', since }
    return successor === undefined ? [own] : [{ bank: successor, relation: 'successor', since }, own]
  }

  /** The surest first, then the best known, which counts less than 2; each bank once. */
  const ordered = (holders: Holder[]): Holder[] => {
    const rank = ({ bank, relation }: Holder): number =>
      relations.indexOf(relation) * 3 + (banks.statusOf(bank) === active ? 0 : 1) - (renown[bank] as number)
    const seen = new Set<number>()
    return holders
      .map((holder) => ({ holder, rank: rank(holder) }))
      .sort((a, b) => a.rank - b.rank || a.holder.bank - b.holder.bank)
      .map(({ holder }) => holder)
      .filter(({ bank }) => !seen.has(bank) && seen.add(bank))
  }

  /** One BIC for all of them, or none: with several the account decides. */
  const agreedBic = (bics: (string | null)[]): string | null => {
    const different = new Set(bics.filter((bic) => bic !== null))
    return different.size === 1 ? ([...different][0] ?? null) : null
  }

  const found = (holders: Holder[], bicOfHolder?: (bank: number) => string | null): FoundHolders => {
    const all = ordered(holders)
    const [first] = all
    // Money sent to a bank that is gone comes back, and a guess is not an address.
    if (!first || !payable.has(first.relation)) return { holders: all, bic: null }
    const surest = all.filter(
      ({ relation, bank }) => relation === first.relation && banks.statusOf(bank) === banks.statusOf(first.bank),
    )
    const bics = surest.map(({ bank }) => bicOfHolder?.(bank) ?? factsOf(bank).bic)
    const hasSeveral = surest.some(({ bank }, at) => bics[at] === null && factsOf(bank).hasSeveralBics)
    return { holders: all, bic: hasSeveral ? null : agreedBic(bics) }
  }

  const ofBanks = (numbers: number[], relation: Relation = 'holder'): FoundHolders =>
    found(numbers.flatMap((bank) => withSuccessor(bank, relation)))

  /** Banks that have a similar identifier; those that are gone only if there are no others. */
  const likelyHolders = (numbers: number[]): FoundHolders => {
    const open = numbers.filter((bank) => openStatuses.has(banks.statusOf(bank)))
    return { ...ofBanks(open.length > 0 ? open : numbers, 'usual_holder'), bic: null }
  }

  /** A holder uses the BIC; a successor has one of its own. */
  const withBic = ({ holders, bic }: FoundHolders, known: string): FoundHolders => ({
    holders,
    bic: holders[0]?.relation === 'holder' ? known : bic,
  })

  return {
    codes: (value) => {
      const numeric = codes.find(value)
      if (numeric.length > 0 || /^\d*$/.test(value)) return numeric
      return byWord
        .find(value, 'code')
        .flatMap((bank) =>
          (banks.recordOf(bank).codes ?? [])
            .filter((code) => code.value === value)
            .map(({ scheme, status = 'current' }) => ({ bank, scheme, value, status: status as CodeEntry['status'] })),
        )
    },
    ofCodes: (entries) => {
      const own = new Map<number, string | undefined>()
      const holders = entries.flatMap(({ bank, scheme, value, status }) => {
        own.set(bank, factsOf(bank).codeBics?.get(`${scheme} ${value}`))
        return withSuccessor(bank, relationOf[status], status === 'current')
      })
      return found(holders, (bank) => own.get(bank) ?? null)
    },
    ofBic: (bic) => {
      const exact = found(
        byWord.find(bic, 'bic').flatMap((bank) => withSuccessor(bank, 'holder', factsOf(bank).hasCodeInForce)),
      )
      if (exact.holders.length > 0) return { ...withBic(exact, bic), isExact: true }
      const office = bic.slice(0, 8)
      const alike = byWord.withBicStart(office)
      // Banks that share an office have a branch code each: an unknown one is not the head's.
      const ofOffice = new Set(bic.length > 8 ? byWord.find(office, 'bic') : [])
      const isShared = alike.some((bank) => !ofOffice.has(bank) && openStatuses.has(banks.statusOf(bank)))
      if (ofOffice.size > 0 && !isShared) return { ...withBic(ofBanks([...ofOffice]), office), isExact: false }
      return { ...likelyHolders(alike.length > 0 ? alike : byWord.withBicStart(bic.slice(0, 6))), isExact: false }
    },
    ofBicStart: (start) => likelyHolders(byWord.withBicStart(start)),
    knowsBic: (start) => byWord.withBicStart(start).length > 0,
    ofLei: (lei) => ofBanks(byWord.find(lei, 'lei')),
    ofRange: (scheme, code) => {
      const range = ranges.find(scheme, code)
      const known = (range?.banks ?? []).map((id) => banks.numberOf(id)).filter((bank) => bank !== undefined)
      if (range?.evidence === 'assigned') return { ...ofBanks(known), range }
      return { holders: known.map((bank) => ({ bank, relation: 'usual_holder', since: null })), bic: null, range }
    },
    hasAssignedRanges: ranges.areAssigned,
    ofBank: (bank) => ofBanks([bank]),
  }
}

const payable = new Set<Relation>(['holder', 'successor', 'unconfirmed_holder'])

const relationOf: Record<CodeEntry['status'], Relation> = {
  current: 'holder',
  former: 'former_holder',
  unconfirmed: 'unconfirmed_holder',
}

/** The fields of a record that say who holds an identifier. */
interface Facts {
  bic: string | null
  hasSeveralBics: boolean
  /** By scheme and value, where a code has a BIC of its own. */
  codeBics: Map<string, string> | undefined
  since: string | null
  successor: number | undefined
  /** Then its BIC is used with the code, although it merged. */
  hasCodeInForce: boolean
}

/** Some banks have hundreds of codes: their records are parsed once, not for every request. */
const factsMax = 5_000

function factsReader(banks: BankTable): (bank: number) => Facts {
  const known = new Map<number, Facts>()
  return (bank) => {
    const before = known.get(bank)
    if (before) return before
    const { bic, other_bics = [], codes = [], status_since = null, successor } = banks.recordOf(bank)
    const withBic = codes.filter((code) => code.bic !== undefined)
    const facts: Facts = {
      // With several, the account decides.
      bic: bic ?? (other_bics.length === 1 ? (other_bics[0] as string) : null),
      hasSeveralBics: other_bics.length > 1,
      codeBics:
        withBic.length === 0
          ? undefined
          : new Map(withBic.map(({ scheme, value, bic: own }) => [`${scheme} ${value}`, own as string])),
      since: status_since,
      successor: successor === undefined ? undefined : banks.numberOf(successor),
      hasCodeInForce: codes.some(({ in_force }) => in_force),
    }
    if (known.size >= factsMax) known.clear()
    known.set(bank, facts)
    return facts
  }
}
