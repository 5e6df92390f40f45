/** Finds banks by code: those with a code that equals the typed digits or starts with them, best matches first. */

import type { Indexes } from '../indexes.ts'
import type { FullCode } from '../leading-zeros.ts'
import { bankStatuses, codeStatuses } from '../records/bank-record.ts'
import { prominenceMax, prominenceMin } from './indexing/prominence.ts'
import { codeMatchRanks, thresholds } from './ranking-weights.ts'
import { rankedMax } from './search-limits.ts'

/** A bank and its best matching code, as a position in the code index. */
export interface CodeMatch {
  bank: number
  position: number
}

export interface CodeQuery {
  digits: string
  /** The digits with the leading zeros that the codes of the given country have. */
  fullCodes: readonly FullCode[]
  isIncluded: (bank: number) => boolean
}

/**
 * Returns each bank once. Among equally good matches, better-known banks come first. If no code equals the digits, codes
 * that equal them after their leading zeros come first.
 */
export type FindCodeMatches = (query: CodeQuery) => CodeMatch[]

const rankByStatus = codeStatuses.map((status) => codeMatchRanks.codeStatus[status])
const rankMax = codeMatchRanks.wholeCode + codeMatchRanks.codeStatus.current + codeMatchRanks.activeBank

const activeStatus = bankStatuses.indexOf('active')

export function createCodeMatches({ codes, banks, search: { prominence } }: Indexes): FindCodeMatches {
  // Scratch arrays, indexed by bank: the rank of its best code plus one (0 if no code matches), and the position of
  // that code.
  const ranks = new Uint8Array(banks.count)
  const positions = new Uint32Array(banks.count)

  const rankAt = (position: number): number =>
    (rankByStatus[codes.statusAt(position)] as number) +
    (banks.statusOf(codes.bankAt(position)) === activeStatus ? codeMatchRanks.activeBank : 0)

  /** Stores the best code of each matching bank in the scratch arrays. Returns the matching banks. */
  const collect = (digits: string, isIncluded: (bank: number) => boolean): number[] => {
    const found: number[] = []
    const { start, wholeEnd, end } = codes.startingWith(digits)
    for (let position = start; position < end; position++) {
      const bank = codes.bankAt(position)
      const previous = ranks[bank] as number
      if (previous === 0 && !isIncluded(bank)) continue
      const rank = (position < wholeEnd ? codeMatchRanks.wholeCode : 0) + rankAt(position)
      if (rank < previous) continue
      if (previous === 0) found.push(bank)
      ranks[bank] = rank + 1
      positions[bank] = position
    }
    return found
  }

  const sorted = (found: number[]): CodeMatch[] => {
    // Pack each bank's sort key into one number, because the runtime sorts numbers faster than objects.
    const keys = Float64Array.from(found, (bank) =>
      sortKey((ranks[bank] as number) - 1, prominence[bank] as number, bank),
    ).sort()
    const matches = Array.from(keys.subarray(0, rankedMax), (key) => {
      const bank = bankOfKey(key)
      return { bank, position: positions[bank] as number }
    })
    for (const bank of found) ranks[bank] = 0
    return matches
  }

  const hasWholeCode = ({ digits, isIncluded }: CodeQuery): boolean => {
    const { start, wholeEnd } = codes.startingWith(digits)
    for (let position = start; position < wholeEnd; position++) if (isIncluded(codes.bankAt(position))) return true
    return false
  }

  /** Finds the banks whose code in the scheme is this one. */
  const withFullCode = ({ code, scheme }: FullCode, isIncluded: CodeQuery['isIncluded']): CodeMatch[] => {
    const { start, wholeEnd } = codes.startingWith(code)
    const matches: CodeMatch[] = []
    for (let position = start; position < wholeEnd; position++) {
      const { bank, scheme: id } = codes.entryAt(position)
      if (id === scheme.id && isIncluded(bank)) matches.push({ bank, position })
    }
    return matches
  }

  return (query) => {
    const { digits, fullCodes, isIncluded } = query
    const found = digits.length < thresholds.codeDigitsMin ? [] : sorted(collect(digits, isIncluded))
    if (fullCodes.length === 0 || hasWholeCode(query)) return found
    const completed = fullCodes
      .flatMap((fullCode) => withFullCode(fullCode, isIncluded))
      .sort((a, b) => rankAt(b.position) - rankAt(a.position))
    const banksFound = new Set<number>()
    return [...completed, ...found].filter(({ bank }) => !banksFound.has(bank) && banksFound.add(bank))
  }
}

/** Greater than any bank number, so that a sort key can also hold the bank number. */
const keysPerProminence = 2 ** 22
const prominenceLevels = 2 ** 26
const prominenceScale = prominenceLevels / (prominenceMax - prominenceMin)

/** In ascending order, the keys sort banks by rank (highest first), by prominence (highest first) and by number. */
const sortKey = (rank: number, prominence: number, bank: number): number =>
  ((rankMax - rank) * prominenceLevels + Math.floor((prominenceMax - prominence) * prominenceScale)) *
    keysPerProminence +
  bank
const bankOfKey = (key: number): number => key % keysPerProminence
