/** Banks that have a code that was typed, whole or its first digits, the surest first. */

import type { Indexes } from '../indexes.ts'
import { bankStatuses } from '../records/bank.ts'
import { codeStatuses } from '../storage/code-index.ts'
import { rankedMax } from './ranking/search-limits.ts'

/** The best of a bank's codes, by its place in the index of codes. */
export interface CodeMatch {
  bank: number
  place: number
}

/** Each bank once; of banks that fit alike the better known first. */
export type FindCodeMatches = (digits: string, isWanted: (bank: number) => boolean) => CodeMatch[]

const digitsMin = 2

/** A code that is typed whole comes first, then a current one, then an open bank. */
const wholeGain = 8
const openGain = 2
const statusGains = codeStatuses.map((status) => ({ current: 4, unconfirmed: 1, former: 0 })[status])
const rankMax = 15

const active = bankStatuses.indexOf('active')

export function createCodeMatches({ codes, banks, search: { popularity: renown } }: Indexes): FindCodeMatches {
  // By bank, of the search at hand: the best rank plus one, and where that code is.
  const ranks = new Uint8Array(banks.count)
  const places = new Uint32Array(banks.count)

  /** Notes the best code of each bank. */
  const collect = (digits: string, isWanted: (bank: number) => boolean): number[] => {
    const found: number[] = []
    const { start, wholeEnd, end } = codes.startingWith(digits)
    for (let place = start; place < end; place++) {
      const bank = codes.bankAt(place)
      const before = ranks[bank] as number
      if (before === 0 && !isWanted(bank)) continue
      const rank =
        (place < wholeEnd ? wholeGain : 0) +
        (statusGains[codes.statusAt(place)] as number) +
        (banks.statusOf(bank) === active ? openGain : 0)
      if (rank < before) continue
      if (before === 0) found.push(bank)
      ranks[bank] = rank + 1
      places[bank] = place
    }
    return found
  }

  return (digits, isWanted) => {
    if (digits.length < digitsMin) return []
    const found = collect(digits, isWanted)
    // One number for each bank, which the runtime sorts faster than objects.
    const keys = Float64Array.from(found, (bank) => keyOf(ranks[bank] as number, renown[bank] as number, bank)).sort()
    const hits = Array.from(keys.subarray(0, rankedMax), (key) => ({
      bank: bankOf(key),
      place: places[bankOf(key)] as number,
    }))
    for (const bank of found) ranks[bank] = 0
    return hits
  }
}

const bankRoom = 2 ** 22
const renownRoom = 2 ** 26
/** Renown is above -1 and below 3. */
const renownScale = renownRoom / 4

/** The higher the rank the smaller the number, then the higher the renown, then the smaller the number of the bank. */
const keyOf = (rank: number, renown: number, bank: number): number =>
  ((rankMax + 1 - rank) * renownRoom + Math.floor((3 - renown) * renownScale)) * bankRoom + bank
const bankOf = (key: number): number => key % bankRoom
