/** Banks that have any of the words, each once, with a rough score. */
import type { Range } from '../numbered.ts'
import type { Wanted } from './query.ts'
import type { Slot } from './slot.ts'

/** A word that more banks have does not make a candidate of each, if another one is rarer. */
export const commonMin = 1_500
/** Of the banks of a country, where only that one is looked for. */
const rareShare = 0.2

/** From here on a bank fits so well that misspellings need not be looked for. */
export const goodFit = 0.8

/** What is known of each bank before anything is compared. */
export interface Known {
  renown: Float32Array
  /** How many words its name has. */
  nameLengths: Uint8Array
  malus: (bank: number) => number
}

/** What is looked for. */
export interface Looked {
  /** The banks of the countries; all if undefined. */
  ranges: readonly Range[] | undefined
  isWanted: (bank: number) => boolean
}

export class Candidates {
  readonly banks: Uint32Array
  readonly scores: Float32Array
  readonly seen: Uint8Array
  count = 0

  constructor(banks: number) {
    this.banks = new Uint32Array(banks)
    this.scores = new Float32Array(banks)
    this.seen = new Uint8Array(banks)
  }

  /** Replaces them by the banks that have what is rare in the query; the slots are those of its words. */
  collect(query: readonly Wanted[], slots: readonly Slot[], { isWanted, ranges }: Looked): void {
    this.#clear()
    const weighty = slots.filter((_, at) => !query[at]?.isOptional)
    // "Ghana Co": who is still typing may have nothing else yet.
    const needed = weighty.length > 0 ? weighty : slots
    const rarest = Math.min(...needed.map(({ count }) => count || Number.POSITIVE_INFINITY))
    for (const slot of needed) {
      const isCommon = slot.count > Math.max(commonMin, rarest)
      // Whether it is rare within one country only its list can tell.
      if (slot.isPending && (ranges?.length === 1 || !isCommon)) slot.list(ranges)
      if (!isCommon || isRareWithin(slot, ranges)) this.#add(slot, slot.found, isWanted)
      if (slot.isPending || slot.listed === slot.found) continue
      // Of the other banks of a city's country those that have anything else of the query, if there is more of it.
      const others = needed.filter((other) => other !== slot)
      const hasMore = (bank: number): boolean =>
        others.length === 0 || others.some(({ gain }) => (gain[bank] as number) > 0)
      this.#add(slot, slot.listed, (bank) => hasMore(bank) && isWanted(bank))
    }
    for (const slot of slots) if (slot.isPending) slot.fill(this.banks, this.count)
  }

  /** Answers how well the best of them fits, and the renown of the best known that fits well. */
  score(query: readonly Wanted[], slots: readonly Slot[], known: Known): { bestFit: number; bestKnown: number } {
    const { renown, nameLengths, malus } = known
    const total = query.reduce((sum, { weight }) => sum + weight, 0)
    let [bestFit, bestKnown] = [0, 0]
    for (let at = 0; at < this.count; at++) {
      const bank = this.banks[at] as number
      let sum = 0
      for (let word = 0; word < slots.length; word++) {
        sum += (query[word] as Wanted).weight * ((slots[word] as Slot).gain[bank] as number)
      }
      const fit = sum / total
      if (fit > bestFit) bestFit = fit
      if (fit >= goodFit) bestKnown = Math.max(bestKnown, renown[bank] as number)
      // Of very many that have all words, those that have no others must not be lost.
      const isAsLong = nameLengths[bank] === query.length ? 0.15 : 0
      this.scores[at] = fit + isAsLong + 0.25 * (renown[bank] as number) - malus(bank)
    }
    return { bestFit, bestKnown }
  }

  #add({ banks }: Slot, count: number, isWanted: (bank: number) => boolean): void {
    for (let at = 0; at < count; at++) {
      const bank = banks[at] as number
      if (this.seen[bank] !== 0 || !isWanted(bank)) continue
      this.seen[bank] = 1
      this.banks[this.count++] = bank
    }
  }

  #clear(): void {
    for (let at = 0; at < this.count; at++) this.seen[this.banks[at] as number] = 0
    this.count = 0
  }

  /** By counting how many reach each step of the scale, not by sorting: nearly all banks have the word "bank". */
  best(most: number): number[] {
    const steps = 256
    const counts = new Uint32Array(steps)
    const stepOf = (at: number): number =>
      Math.max(0, Math.min(steps - 1, Math.floor((this.scores[at] as number) * 160)))
    for (let at = 0; at < this.count; at++) counts[stepOf(at)] = (counts[stepOf(at)] as number) + 1
    let step = steps - 1
    for (let sum = counts[step] as number; step > 0 && sum < most; sum += counts[step] as number) step--
    const chosen: number[] = []
    for (let at = 0; at < this.count; at++) if (stepOf(at) >= step) chosen.push(at)
    return chosen
      .sort(
        (a, b) =>
          (this.scores[b] as number) - (this.scores[a] as number) ||
          (this.banks[a] as number) - (this.banks[b] as number),
      )
      .slice(0, most)
      .map((at) => this.banks[at] as number)
  }
}

/** "Union" is common in the world, not in Nigeria. */
function isRareWithin({ banks, found }: Slot, ranges: readonly Range[] | undefined): boolean {
  const [range] = ranges ?? []
  if (range === undefined || ranges?.length !== 1) return false
  const [from, to] = range
  let having = 0
  for (let at = 0; at < found; at++) if ((banks[at] as number) >= from && (banks[at] as number) < to) having++
  return having <= (to - from) * rareShare
}
