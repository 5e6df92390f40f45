/**
 * The candidates for a query: the banks that match at least one of its distinctive words. Each bank is listed once,
 * with a rough score. The arrays have room for every bank and are reused by the next query.
 */
import type { Range } from '../../storage/bank-table.ts'
import type { QueryWord } from '../query/parse-query.ts'
import { roughScoreWeights, thresholds } from '../ranking-weights.ts'
import { spentCandidatesMax, stepCosts, type WorkBudget } from '../search-limits.ts'
import type { WordMatches } from './word-matches.ts'

/** The properties of banks, other than matching words, that are part of the rough score. */
export interface BankPriors {
  prominence: Float32Array
  /** Indexed by bank: the number of words in its name. */
  nameLengths: Uint8Array
  penalties: Float64Array
  boost: ((bank: number) => number) | undefined
}

/** The banks that a search may return. */
export interface SearchScope {
  /** The banks in the countries to search; all banks if undefined. */
  ranges: readonly Range[] | undefined
  /** A check of single banks; undefined if the search covers all banks, or all banks in one country. */
  isIncluded: ((bank: number) => boolean) | undefined
}

/** Scores are rounded to levels: counting the candidates on each level finds the best ones without sorting them all. */
const levelMax = 255
const levelsPerPoint = 160

/** Adding or scoring this many candidates takes about a millisecond. */
export const candidatesPerStep = 2_000

export class Candidates {
  readonly work: WorkBudget
  /** The first `count` entries are the candidates; `scores` and `levels` are in the same order. */
  readonly banks: Uint32Array
  readonly scores: Float32Array
  readonly levels: Uint8Array
  count = 0
  /** Indexed by bank: 1 for a candidate. */
  readonly isCandidate: Uint8Array
  /** Indexed by level: the number of candidates on it. */
  readonly levelCounts = new Uint32Array(levelMax + 1)
  /** Indexed by bank, for candidates only: the sum of each query word's weight times the bank's score for that word. */
  readonly sums: Float64Array
  /** Reused by each call of `best`: an array of its own would make V8 collect garbage in the whole heap more often. */
  readonly sortKeys: Float64Array

  constructor(bankCount: number, work: WorkBudget) {
    this.work = work
    this.banks = new Uint32Array(bankCount)
    this.scores = new Float32Array(bankCount)
    this.levels = new Uint8Array(bankCount)
    this.isCandidate = new Uint8Array(bankCount)
    this.sums = new Float64Array(bankCount)
    this.sortKeys = new Float64Array(bankCount)
  }

  /**
   * Replaces the candidates with the banks that match a rare word. `matches` has one entry per query word. Yields between
   * words if there are many candidates.
   */
  *collect(query: readonly QueryWord[], matches: readonly WordMatches[], scope: SearchScope): Generator<void, void> {
    const { isIncluded, ranges } = scope
    this.clear()
    const required = matches.filter((_, at) => !query[at]?.isOptional)
    const isRare = ({ bankCount }: WordMatches): boolean => bankCount <= thresholds.commonBanks
    // If all words are optional, use all of them: in "Ghana Co", both words are optional, but the user may be about to
    // type "Ghana Commercial". If the other words are common, a country narrows them down: "Bank of Taiwan Limited".
    const telling =
      required.length === 0
        ? matches
        : required.some(isRare)
          ? required
          : matches.filter((word, at) => !query[at]?.isOptional || (query[at]?.place && isRare(word)))
    // A city that is in no record still narrows the search down to the banks in its country.
    const countOf = ({ bankCount, listedCount }: WordMatches): number =>
      bankCount || listedCount || Number.POSITIVE_INFINITY
    const rarest = Math.min(...telling.map(countOf))
    for (const word of telling) {
      const isCommon = word.bankCount > Math.max(thresholds.commonBanks, rarest)
      // Load the postings of a deferred word only if it can add candidates. In a search within one country, load them
      // always: a word that is common worldwide may be rare there, and only the posting list shows that.
      if (word.isDeferred && (ranges?.length === 1 || !isCommon)) word.loadPostings(ranges)
      if (!isCommon || isRareWithin(word, ranges)) this.#add(word, word.foundCount, scope)
      if (this.count > candidatesPerStep) yield
      if (word.isDeferred || word.listedCount === word.foundCount) continue
      // The word names a city: add other banks in its country. If the query has other words, each bank must match one
      // of them.
      const others = telling.filter((other) => other !== word)
      const matchesOther = (bank: number): boolean =>
        others.length === 0 || others.some(({ scoreByBank }) => (scoreByBank[bank] as number) > 0)
      const isAdded = (bank: number): boolean => matchesOther(bank) && (isIncluded === undefined || isIncluded(bank))
      this.#add(word, word.listedCount, { ranges, isIncluded: isAdded })
    }
    for (const word of matches) if (word.isDeferred) word.scoreOnly(this.banks, this.count)
  }

  /**
   * Sets the rough scores. Returns the best fit (the highest share of the query's weight that a bank matches) and the
   * highest prominence among the banks with a good fit.
   */
  score(
    query: readonly QueryWord[],
    matches: readonly WordMatches[],
    { prominence, nameLengths, penalties, boost }: BankPriors,
  ): { bestFit: number; bestProminence: number } {
    const { banks, count, scores, levels, sums } = this
    const { goodFit } = thresholds
    const { sameLength, prominence: prominenceWeight } = roughScoreWeights
    const totalWeight = query.reduce((sum, { weight }) => sum + weight, 0)
    this.#sumUp(query, matches)
    this.work.add(count * (stepCosts.candidate + (boost ? stepCosts.candidateBoost : 0)))
    let [bestFit, bestProminence] = [0, 0]
    for (let at = 0; at < count; at++) {
      const bank = banks[at] as number
      const fit = (sums[bank] as number) / totalWeight
      const prominenceOfBank = prominence[bank] as number
      if (fit > bestFit) bestFit = fit
      if (fit >= goodFit && prominenceOfBank > bestProminence) bestProminence = prominenceOfBank
      // Add a bonus for names without extra words, so that they stay among the best candidates when very many banks
      // match all the words.
      const lengthBonus = nameLengths[bank] === query.length ? sameLength : 0
      const penalty = (penalties[bank] as number) - (boost ? boost(bank) : 0)
      const score = fit + lengthBonus + prominenceWeight * prominenceOfBank - penalty
      scores[at] = score
      const level = score * levelsPerPoint
      levels[at] = level > levelMax ? levelMax : level > 0 ? level : 0
    }
    return { bestFit, bestProminence }
  }

  /**
   * Adds up the scores word by word. For each word, loops over its banks or over the candidates, whichever are fewer:
   * most words are rare.
   */
  #sumUp(query: readonly QueryWord[], matches: readonly WordMatches[]): void {
    const { banks: candidates, count, sums } = this
    for (let at = 0; at < count; at++) sums[candidates[at] as number] = 0
    for (const [word, { scoreByBank, banks, listedCount }] of matches.entries()) {
      const { weight } = query[word] as QueryWord
      const list = listedCount < count ? banks : candidates
      const length = Math.min(listedCount, count)
      this.work.add(length >> 1)
      for (let at = 0; at < length; at++) {
        const bank = list[at] as number
        sums[bank] = (sums[bank] as number) + weight * (scoreByBank[bank] as number)
      }
    }
  }

  #add({ banks }: WordMatches, count: number, { ranges, isIncluded }: SearchScope): void {
    // Once the work budget is spent, add candidates only up to `spentCandidatesMax`, so that the search still finds
    // some banks.
    const most = this.work.isSpent ? spentCandidatesMax : this.banks.length
    this.work.add(count)
    // Hot loop: compare with the range here, because calling a function for each bank takes longer.
    const [from, to] = (ranges?.length === 1 && ranges[0]) || [0, this.banks.length]
    const { isCandidate, banks: candidates } = this
    let added = this.count
    for (let at = 0; at < count && added < most; at++) {
      const bank = banks[at] as number
      if (bank < from || bank >= to || isCandidate[bank] !== 0) continue
      if (isIncluded !== undefined && !isIncluded(bank)) continue
      isCandidate[bank] = 1
      candidates[added++] = bank
    }
    this.count = added
  }

  clear(): void {
    for (let at = 0; at < this.count; at++) this.isCandidate[this.banks[at] as number] = 0
    this.count = 0
  }

  /**
   * Returns the best candidates in order. Sorts only those on the highest levels, because a word like "bank" matches
   * nearly all banks. With `isKept`, only candidates that pass it.
   */
  best(most: number, isKept?: (bank: number) => boolean): number[] {
    const { levelCounts } = this
    levelCounts.fill(0)
    for (let at = 0; at < this.count; at++) {
      if (isKept && !isKept(this.banks[at] as number)) continue
      const level = this.levels[at] as number
      levelCounts[level] = (levelCounts[level] as number) + 1
    }
    let lowest = levelMax
    let reaching = levelCounts[lowest] as number
    while (lowest > 0 && reaching < most) reaching += levelCounts[--lowest] as number
    // Pack each bank's sort key into one number: the runtime sorts numbers faster than it calls a comparison function.
    const keys = this.sortKeys.subarray(0, reaching)
    let chosen = 0
    for (let at = 0; at < this.count; at++) {
      const bank = this.banks[at] as number
      if ((this.levels[at] as number) < lowest || (isKept && !isKept(bank))) continue
      keys[chosen++] = sortKey(this.scores[at] as number, bank)
    }
    keys.sort()
    const best: number[] = []
    for (let at = 0; at < reaching && at < most; at++) best.push(bankOfKey(keys[at] as number))
    return best
  }
}

/** Greater than any bank number, so that a sort key can hold a score and a bank number. */
const keysPerScore = 2 ** 22
/**
 * Scores are between -3 and 4. The steps of this scale are finer than those of the 32-bit floats in which scores are
 * stored.
 */
const scoreScale = 2 ** 27

/** In ascending order, the keys sort banks by score (highest first) and then by number. */
const sortKey = (score: number, bank: number): number =>
  Math.floor((4 - Math.max(-3, Math.min(score, 4))) * scoreScale) * keysPerScore + bank
const bankOfKey = (key: number): number => key % keysPerScore

/**
 * Whether the search covers one country and the word is rare there: "union" is common worldwide, but not in Nigeria.
 */
function isRareWithin({ banks, foundCount }: WordMatches, ranges: readonly Range[] | undefined): boolean {
  const [range] = ranges ?? []
  if (range === undefined || ranges?.length !== 1) return false
  const [from, to] = range
  let count = 0
  for (let at = 0; at < foundCount; at++) if ((banks[at] as number) >= from && (banks[at] as number) < to) count++
  return count <= (to - from) * thresholds.rareShareInCountry
}
