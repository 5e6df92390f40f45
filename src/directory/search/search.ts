/**
 * Finds banks by what somebody types. Each word of the query is looked up in the vocabulary: as it is and as a
 * beginning, and if that finds too little, misspelt or as a part. Every bank gets a rough score from that; the best are
 * then compared name by name.
 */
import type { Range } from '../numbered.ts'
import { Candidates, type Looked } from './candidates.ts'
import { type Hit, openComparison } from './comparison.ts'
import { foldWords } from './fold.ts'
import type { SearchIndex } from './index.ts'
import { lookUp, lookUpJoined, lookUpMisspelt } from './lookups.ts'
import { nameFields } from './names.ts'
import { placeGain } from './place-gain.ts'
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

  const weigh = (query: readonly Wanted[], used: readonly Slot[]): void => {
    for (const [at, wanted] of query.entries()) {
      const slot = used[at] as Slot
      slot.spread(wanted.place)
      // What few banks have says more.
      wanted.weight =
        Math.log(1 + renown.length / (1 + slot.count)) * wanted.share * (wanted.isOptional ? optionalFactor : 1)
    }
  }

  const read = (words: readonly string[], { ranges }: SearchOptions): Wanted[] =>
    readQuery(words, { places, namesWith, isPossible: (place) => overlap(place.ranges, ranges) })

  const run = (query: readonly Wanted[], options: SearchOptions): Hit[] => {
    if (query.length === 0) return []
    const used = slots.slice(0, query.length)
    let { malus } = options
    /** Answers how well the best bank fits. */
    const scoreRoughly = (): number => {
      const gain = placeGain(query, used)
      malus = (bank) => options.malus(bank) - gain(bank)
      candidates.collect(query, used, options)
      return candidates.score(query, used, { renown, nameLengths, malus })
    }
    try {
      lookUp(query, used)
      weigh(query, used)
      const isMissing = query.some((wanted, at) => !wanted.isOptional && !wanted.place && used[at]?.count === 0)
      if (isMissing || (scoreRoughly() < goodFit && !isPlace(query))) {
        lookUpMisspelt(query, used)
        weigh(query, used)
        scoreRoughly()
      }
      if (candidates.count === 0) {
        lookUpJoined(query, used)
        weigh(query, used)
        scoreRoughly()
      }
      // Whoever asks for more gets more pages, not another order.
      const pages = Math.ceil(options.limit / pageLength)
      const banks = candidates.best(pages * pageLength)
      const hits = banks.map((bank) => compare(used, query, bank, malus(bank)))
      return Array.from({ length: pages }, (_, page) => inOrder(hits.slice(page * pageLength, (page + 1) * pageLength)))
        .flat()
        .slice(0, options.limit)
    } finally {
      for (const slot of used) slot.clear()
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
