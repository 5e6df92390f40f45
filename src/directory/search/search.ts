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

/** What a bank gains by being where the query says, and what the word must be worth to it. */
const placeGains = { country: 0.35, state: 0.2, city: 0.35 }
const ofPlaceMin = { country: 0.69, state: 0.69, city: 0.34 }

/** Of longer queries two words are not looked up as one misspelt: that takes longest. */
const joinedWordsMax = 4

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

  const namesWith = (word: string): number => {
    const found = index.vocabulary.find(word)
    return found < 0 ? 0 : (index.wordStarts[found + 1] as number) - (index.wordStarts[found] as number)
  }

  const lookUp = (query: readonly Wanted[]): void => {
    for (const [at, { text, isLast, place }] of query.entries()) {
      slots[at]?.lookUp(text, isLast, 1)
      // "Stadtsparkasse Munich" is in München.
      if (place?.kind === 'city') for (const name of place.words) slots[at]?.lookUpOtherName(name)
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
    const isRare = (at: number): boolean => (counts[at] as number) < commonMin
    lookUpJoined(query, (at) => isRare(at) && isRare(at + 1) && (counts[at] === 0 || counts[at + 1] === 0))
  }

  /** "Comerz bnk" is Commerzbank. */
  const lookUpJoined = (query: readonly Wanted[], isTried: (at: number) => boolean): void => {
    if (query.length > joinedWordsMax) return
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

  /**
   * A bank of the place that was named gains by it, and one that has the word itself, or one that begins so; not one that
   * has nothing else of the query but what so many have: "ing warsaw" is not Warsaw Federal.
   */
  const malusOf = (query: readonly Wanted[], malus: SearchOptions['malus']): SearchOptions['malus'] => {
    const said = query.flatMap(({ saysWhere, place }) => (saysWhere && place ? place : []))
    // In "Bank of Montreal Europe" the city is a part of the name.
    const meant = said.at(-1)
    if (meant === undefined) return malus
    const least = ofPlaceMin[meant.kind]
    const saying = slots.filter((_, at) => query[at]?.saysWhere && query[at]?.place === meant)
    const others = slots.filter((_, at) => query[at]?.place === undefined && query[at]?.isOptional === false)
    const rare = others.filter(({ count }) => count <= commonMin)
    const telling = rare.length > 0 ? rare : others
    const isMeant = (bank: number): boolean =>
      saying.some(({ gain }) => (gain[bank] as number) > least) &&
      (telling.length === 0 || telling.some(({ gain }) => (gain[bank] as number) > 0))
    return (bank) => malus(bank) - (isMeant(bank) ? placeGains[meant.kind] : 0)
  }

  const read = (words: readonly string[], { ranges }: SearchOptions): Wanted[] =>
    readQuery(words, { places, namesWith, isPossible: (place) => overlap(place.ranges, ranges) })

  const run = (query: readonly Wanted[], options: SearchOptions): Hit[] => {
    if (query.length === 0) return []
    const used = slots.slice(0, query.length)
    let { malus } = options
    /** Answers how well the best bank fits. */
    const scoreRoughly = (): number => {
      malus = malusOf(query, options.malus)
      candidates.collect(query, used, options)
      return candidates.score(query, used, { renown, nameLengths, malus })
    }
    try {
      lookUp(query)
      weigh(query)
      const isMissing = query.some((wanted, at) => !wanted.isOptional && !wanted.place && slots[at]?.count === 0)
      if (isMissing || (scoreRoughly() < goodFit && !isPlace(query))) {
        lookUpMisspelt(query)
        weigh(query)
        scoreRoughly()
      }
      if (candidates.count === 0) {
        lookUpJoined(query, () => true)
        weigh(query)
        scoreRoughly()
      }
      // Whoever asks for more gets more pages, not another order.
      const pages = Math.ceil(options.limit / pageLength)
      const banks = candidates.best(pages * pageLength)
      const hits = banks.map((bank) => compare(slots, query, bank, malus(bank)))
      return Array.from({ length: pages }, (_, page) => inOrder(hits.slice(page * pageLength, (page + 1) * pageLength)))
        .flat()
        .slice(0, options.limit)
    } finally {
      for (const slot of slots) slot.clear()
    }
  }

  return (text, options) => {
    const words = foldWords(text.normalize('NFKC')).map(({ text: word }) => word.replace(/^(\w{8})xxx$/, '$1'))
    const query = read(words, options)
    let hits = run(query, options)
    if (isPlace(query)) return hits
    const isFound = (hits[0]?.score ?? 0) >= goodScore
    for (const { words: otherwise, margin } of otherSpellings(index, words, isFound)) {
      const others = run(read(otherwise, options), options).map((hit) => ({ ...hit, score: hit.score - margin }))
      hits = merge(hits, others).slice(0, options.limit)
    }
    return hits
  }
}

/** Whether nothing but a place was typed: then it is not misspelt, though no bank may have it in its name. */
const isPlace = (query: readonly Wanted[]): boolean => query.every(({ place }) => place)

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
