/** Banks that have any of the words, each once, with a rough score. */
import type { Range } from '../../storage/bank-table.ts'
import type { QueryWord } from '../query/parse-query.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { WordMatches } from './word-matches.ts'

/** A word that more banks have does not make a candidate of each, if another one is rarer. */
export const commonMin = 1_500
/** Of the banks of a country, where only that one is looked for. */
const rareShare = 0.2

/** From here on a bank fits so well that misspellings need not be looked for. */
export const goodScore = 0.8

/** What is known of each bank before anything is compared. */
export interface BankPriors {
  popularity: Float32Array
  /** How many words its name has. */
  nameLengths: Uint8Array
  penalties: Float64Array
  /** What a bank gains by being where the query says. */
  boost: ((bank: number) => number) | undefined
}

/** What is looked for. */
export interface SearchScope {
  /** The banks of the countries; all if undefined. */
  ranges: readonly Range[] | undefined
  isIncluded: (bank: number) => boolean
}

/** What it takes to score a bank beside what each word takes; with a place there is more to ask. */
const scoredSteps = 2
const placedSteps = 1

/** How many banks a search may have where its budget is used up. */
const lastMax = 2_000

/** The best are found by counting how many reach each level of the scale. */
const levelMax = 255
const levelsPerPoint = 160

export class Candidates {
  readonly work: WorkBudget
  readonly banks: Uint32Array
  readonly scores: Float32Array
  readonly levels: Uint8Array
  /** By bank, of candidates only: the weights of the words it has, as far as it has them. */
  readonly sums: Float64Array
  readonly seen: Uint8Array
  count = 0

  constructor(banks: number, work: WorkBudget) {
    this.work = work
    this.levels = new Uint8Array(banks)
    this.sums = new Float64Array(banks)
    this.banks = new Uint32Array(banks)
    this.scores = new Float32Array(banks)
    this.seen = new Uint8Array(banks)
  }

  /** Replaces them by the banks that have what is rare in the query; the slots are those of its words. */
  collect(
    query: readonly QueryWord[],
    slots: readonly WordMatches[],
    { isIncluded: isWanted, ranges }: SearchScope,
  ): void {
    this.clear()
    const weighty = slots.filter((_, at) => !query[at]?.isOptional)
    // "Ghana Co": who is still typing may have nothing else yet.
    const needed = weighty.length > 0 ? weighty : slots
    const rarest = Math.min(...needed.map(({ count }) => count || Number.POSITIVE_INFINITY))
    for (const slot of needed) {
      const isCommon = slot.count > Math.max(commonMin, rarest)
      // Whether it is rare within one country only its list can tell.
      if (slot.isDeferred && (ranges?.length === 1 || !isCommon)) slot.loadPostings(ranges)
      if (!isCommon || isRareWithin(slot, ranges)) this.#add(slot, slot.found, isWanted)
      if (slot.isDeferred || slot.listed === slot.found) continue
      // Of the other banks of a city's country those that have anything else of the query, if there is more of it.
      const others = needed.filter((other) => other !== slot)
      const hasMore = (bank: number): boolean =>
        others.length === 0 || others.some(({ scoreByBank: gain }) => (gain[bank] as number) > 0)
      this.#add(slot, slot.listed, (bank) => hasMore(bank) && isWanted(bank))
    }
    for (const slot of slots) if (slot.isDeferred) slot.scoreOnly(this.banks, this.count)
  }

  /** Answers how well the best of them fits, and the renown of the best known that fits well. */
  score(
    query: readonly QueryWord[],
    slots: readonly WordMatches[],
    known: BankPriors,
  ): { bestFit: number; bestKnown: number } {
    const { popularity: renown, nameLengths, penalties: maluses, boost: gain } = known
    const { banks, count, scores, levels, sums } = this
    const total = query.reduce((sum, { weight }) => sum + weight, 0)
    this.#sumUp(query, slots)
    this.work.add(count * (scoredSteps + (gain ? placedSteps : 0)))
    let [bestFit, bestKnown] = [0, 0]
    for (let at = 0; at < count; at++) {
      const bank = banks[at] as number
      const fit = (sums[bank] as number) / total
      const renowned = renown[bank] as number
      if (fit > bestFit) bestFit = fit
      if (fit >= goodScore && renowned > bestKnown) bestKnown = renowned
      // Of very many that have all words, those that have no others must not be lost.
      const isAsLong = nameLengths[bank] === query.length ? 0.15 : 0
      const malus = (maluses[bank] as number) - (gain ? gain(bank) : 0)
      const score = fit + isAsLong + 0.25 * renowned - malus
      scores[at] = score
      const level = score * levelsPerPoint
      levels[at] = level > levelMax ? levelMax : level > 0 ? level : 0
    }
    return { bestFit, bestKnown }
  }

  /** Word by word, over its banks or over the candidates, whichever are fewer: most words are rare. */
  #sumUp(query: readonly QueryWord[], slots: readonly WordMatches[]): void {
    const { banks, count, sums } = this
    for (let at = 0; at < count; at++) sums[banks[at] as number] = 0
    for (const [word, { scoreByBank: gain, banks: having, listed }] of slots.entries()) {
      const { weight } = query[word] as QueryWord
      const list = listed < count ? having : banks
      const length = Math.min(listed, count)
      this.work.add(length >> 1)
      for (let at = 0; at < length; at++) {
        const bank = list[at] as number
        sums[bank] = (sums[bank] as number) + weight * (gain[bank] as number)
      }
    }
  }

  #add({ banks }: WordMatches, count: number, isWanted: (bank: number) => boolean): void {
    // With the budget used up, only so many are scored as it takes to find some.
    const most = this.work.isSpent ? Math.min(count, Math.max(0, lastMax - this.count)) : count
    this.work.add(most)
    for (let at = 0; at < most; at++) {
      const bank = banks[at] as number
      if (this.seen[bank] !== 0 || !isWanted(bank)) continue
      this.seen[bank] = 1
      this.banks[this.count++] = bank
    }
  }

  clear(): void {
    for (let at = 0; at < this.count; at++) this.seen[this.banks[at] as number] = 0
    this.count = 0
  }

  /** By counting how many reach each level, not by sorting: nearly all banks have the word "bank". */
  best(most: number): number[] {
    const counts = new Uint32Array(levelMax + 1)
    for (let at = 0; at < this.count; at++) {
      const level = this.levels[at] as number
      counts[level] = (counts[level] as number) + 1
    }
    let least = levelMax
    let reaching = counts[least] as number
    while (least > 0 && reaching < most) reaching += counts[--least] as number
    // One number for each bank, which the runtime sorts faster than it could compare two by a function.
    const keys = new Float64Array(reaching)
    let chosen = 0
    for (let at = 0; at < this.count; at++) {
      if ((this.levels[at] as number) >= least)
        keys[chosen++] = keyOf(this.scores[at] as number, this.banks[at] as number)
    }
    return Array.from(keys.sort().subarray(0, most), bankOf)
  }
}

const bankRoom = 2 ** 22
/** Scores lie between -4 and 4; steps of the scale are finer than what a score is kept with. */
const scoreScale = 2 ** 27

/** The higher the score the smaller the number, then the smaller the number of the bank. */
const keyOf = (score: number, bank: number): number =>
  Math.floor((4 - Math.max(-3, Math.min(score, 4))) * scoreScale) * bankRoom + bank
const bankOf = (key: number): number => key % bankRoom

/** "Union" is common in the world, not in Nigeria. */
function isRareWithin({ banks, found }: WordMatches, ranges: readonly Range[] | undefined): boolean {
  const [range] = ranges ?? []
  if (range === undefined || ranges?.length !== 1) return false
  const [from, to] = range
  let having = 0
  for (let at = 0; at < found; at++) if ((banks[at] as number) >= from && (banks[at] as number) < to) having++
  return having <= (to - from) * rareShare
}
