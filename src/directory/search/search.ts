/**
 * Finds banks by what somebody types. Each word of the query is looked up in the vocabulary: as it is and as a
 * beginning, and if that finds too little, misspelt or as a part. Every bank gets a rough score from that; the best are
 * then compared name by name.
 */
import type { Range } from '../numbered.ts'
import { Candidates, commonMin, type Looked } from './candidates.ts'
import { type Hit, openComparison } from './comparison.ts'
import { foldWords } from './fold.ts'
import type { SearchIndex } from './index.ts'
import { nameFields } from './names.ts'
import type { Places } from './places.ts'
import { readQuery, type Wanted, wordsMax } from './query.ts'
import { Slot } from './slot.ts'
import { otherSpellings } from './spellings.ts'

export interface SearchOptions extends Looked {
  limit: number
  /** What is taken off a bank's score. */
  malus: (bank: number) => number
}

export type Search = (query: string, options: SearchOptions) => Hit[]

/** So many of the best are compared name by name and put in order, then as many of the next. */
const pageLength = 30

/** How much less a word weighs that a bank may lack. */
const optionalFactor = 0.6

/** What a bank gains by being of the country that was named, and what the word must be worth to it. */
const countryGain = 0.35
const ofCountryMin = { country: 0.69, city: 0.34 }

/** From here on the best bank fits so well that misspellings need not be looked for. */
const goodFit = 0.8

/** From here on a word that is known as it stands need not be taken apart. */
const goodScore = 0.8

export function openSearch(index: SearchIndex, places: Places): Search {
  const { renown } = index
  const slots = Array.from({ length: wordsMax }, () => new Slot(index))
  const candidates = new Candidates(renown.length)
  const nameLengths = nameLengthsOf(index)
  const compare = openComparison(index)

  const lookUp = (query: readonly Wanted[]): void => {
    for (const [at, { text, isLast, place }] of query.entries()) {
      slots[at]?.lookUp(text, isLast, 1)
      // "Stadtsparkasse Munich" is in München.
      if (place?.kind === 'city') for (const word of place.words) slots[at]?.lookUp(word, false, 0.95)
      const next = query[at + 1]
      if (!next || text.length + next.text.length < 3) continue
      // "Jp Morgan" is JPMorgan.
      slots[at]?.lookUp(text + next.text, next.isLast, 0.95)
      slots[at + 1]?.lookUp(text + next.text, next.isLast, 0.95)
    }
  }

  const lookUpMisspelt = (query: readonly Wanted[]): void => {
    const counts = query.map((_, at) => (slots[at] as Slot).count)
    for (const [at, { text, isLast }] of query.entries()) {
      // A word that many banks have is what was meant.
      if ((counts[at] as number) < commonMin) slots[at]?.lookUpMisspelt(text, isLast, 1)
    }
    lookUpJoined(query, (at) => counts[at] === 0 || counts[at + 1] === 0)
  }

  /** "Comerz bnk" is Commerzbank. */
  const lookUpJoined = (query: readonly Wanted[], isTried: (at: number) => boolean): void => {
    for (const [at, { text, isOptional }] of query.entries()) {
      const next = query[at + 1]
      if (!next || isOptional || next.isOptional || !isTried(at)) continue
      slots[at]?.lookUpMisspelt(text + next.text, next.isLast, 0.95)
      slots[at + 1]?.lookUpMisspelt(text + next.text, next.isLast, 0.95)
    }
  }

  const weigh = (query: readonly Wanted[]): void => {
    for (const [at, wanted] of query.entries()) {
      const slot = slots[at] as Slot
      slot.spread(wanted.place)
      // What few banks have says more.
      wanted.weight =
        Math.log(1 + renown.length / (1 + slot.count)) * wanted.share * (wanted.isOptional ? optionalFactor : 1)
    }
  }

  /** Answers how well the best bank fits. */
  const scoreRoughly = (query: readonly Wanted[], options: SearchOptions): number => {
    const used = slots.slice(0, query.length)
    candidates.collect(query, used, options)
    return candidates.score(query, used, { renown, nameLengths, malus: options.malus })
  }

  /**
   * A bank of the country that was named gains by it, and one that has the word itself, or one that begins so; not one that
   * has nothing else of the query: "ing warsaw" is not Warsaw Federal.
   */
  const malusOf = (query: readonly Wanted[], malus: SearchOptions['malus']): SearchOptions['malus'] => {
    const said = query.flatMap(({ saysCountry, place }, at) =>
      saysCountry ? { slot: slots[at] as Slot, least: ofCountryMin[place?.kind === 'city' ? 'city' : 'country'] } : [],
    )
    if (said.length === 0) return malus
    const others = slots.filter((_, at) => query[at]?.place === undefined && query[at]?.isOptional === false)
    const isMeant = (bank: number): boolean =>
      said.some(({ slot, least }) => (slot.gain[bank] as number) > least) &&
      (others.length === 0 || others.some(({ gain }) => (gain[bank] as number) > 0))
    return (bank) => malus(bank) - (isMeant(bank) ? countryGain : 0)
  }

  const run = (words: readonly string[], given: SearchOptions): Hit[] => {
    const query = readQuery(words, places, ({ ranges }) => overlap(ranges, given.ranges))
    if (query.length === 0) return []
    const options = { ...given, malus: malusOf(query, given.malus) }
    try {
      lookUp(query)
      weigh(query)
      const isMissing = query.some((wanted, at) => !wanted.isOptional && !wanted.place && slots[at]?.count === 0)
      if (isMissing || scoreRoughly(query, options) < goodFit) {
        lookUpMisspelt(query)
        weigh(query)
        scoreRoughly(query, options)
      }
      if (candidates.count === 0) {
        lookUpJoined(query, () => true)
        weigh(query)
        scoreRoughly(query, options)
      }
      // Whoever asks for more gets more pages, not another order.
      const pages = Math.ceil(options.limit / pageLength)
      const banks = candidates.best(pages * pageLength)
      const hits = banks.map((bank) => compare(slots, query, bank, options.malus(bank)))
      return Array.from({ length: pages }, (_, page) => inOrder(hits.slice(page * pageLength, (page + 1) * pageLength)))
        .flat()
        .slice(0, options.limit)
    } finally {
      for (const slot of slots) slot.clear()
    }
  }

  return (text, options) => {
    const words = foldWords(text.normalize('NFKC')).map(({ text: word }) => word.replace(/^(\w{8})xxx$/, '$1'))
    let hits = run(words, options)
    const isFound = (hits[0]?.score ?? 0) >= goodScore
    for (const { words: otherwise, margin } of otherSpellings(index, words, isFound)) {
      const others = run(otherwise, options).map((hit) => ({ ...hit, score: hit.score - margin }))
      hits = merge(hits, others).slice(0, options.limit)
    }
    return hits
  }
}

/** Each bank once, the better of the first of both next. */
function merge(some: readonly Hit[], others: readonly Hit[]): Hit[] {
  const merged = new Map<number, Hit>()
  for (let [one, other] = [0, 0]; one < some.length || other < others.length; ) {
    const [left, right] = [some[one], others[other]]
    const isLeft = !right || (left && left.score >= right.score)
    const next = (isLeft ? left : right) as Hit
    if (isLeft) one++
    else other++
    if (!merged.has(next.bank)) merged.set(next.bank, next)
  }
  return [...merged.values()]
}

const inOrder = (hits: Hit[]): Hit[] => hits.sort((a, b) => b.score - a.score || a.bank - b.bank)

function overlap(some: readonly Range[], others: readonly Range[] | undefined): boolean {
  return !others || some.some(([from, to]) => others.some(([start, end]) => from < end && start < to))
}

function nameLengthsOf({ nameBanks, nameFields: fields, nameStarts, renown }: SearchIndex): Uint8Array {
  const lengths = new Uint8Array(renown.length)
  const ofName = nameFields.indexOf('name')
  for (let name = 0; name < nameBanks.length; name++) {
    if (fields[name] !== ofName) continue
    lengths[nameBanks[name] as number] = (nameStarts[name + 1] as number) - (nameStarts[name] as number)
  }
  return lengths
}
