/**
 * Finds banks by what somebody types. Each word of the query is looked up in the vocabulary: as it is and as a
 * beginning, and if that finds too little, misspelt or as a part. Every bank gets a rough score from that; the best are
 * then compared name by name.
 */
import type { Range } from '../numbered.ts'
import { openBankCounts } from './bank-counts.ts'
import { Candidates, commonMin, goodFit, type Looked } from './candidates.ts'
import { type Compared, openComparison } from './comparison.ts'
import { foldWords } from './fold.ts'
import { namesWith, type SearchIndex } from './index.ts'
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

export interface Hit extends Omit<Compared, 'found'> {
  found: { word: string; by: string }[]
}

export type Search = (query: string, options: SearchOptions) => Hit[]

/** So many of the best are compared name by name and put in order, then as many of the next. */
const pageLength = 30

/** How much less a word weighs that a bank may lack. */
const optionalFactor = 0.6

/** Where so few banks are found, none of them well known, a longer word may be misspelt though some are called so. */
const fewBanks = 5
const wellKnown = 0.3
const longWord = 7

/** From here on a word that is known as it stands need not be taken apart, and none is tried as it sounds. */
const goodScore = 0.8

/** `namesMax`: a word that stands in more names waits until its banks have to be listed. */
export function openSearch(index: SearchIndex, places: Places, namesMax = 2_000): Search {
  const { renown } = index
  const slots = Array.from({ length: wordsMax }, () => new Slot(index, namesMax))
  const candidates = new Candidates(renown.length)
  const nameLengths = nameLengthsOf(index)
  const compare = openComparison(index)
  const countBanks = openBankCounts(index)

  const weigh = (query: readonly Wanted[], used: readonly Slot[]): void => {
    const isAnywhere = query.every(({ place }) => place === undefined)
    for (const [at, wanted] of query.entries()) {
      const slot = used[at] as Slot
      slot.spread(wanted.place, isAnywhere)
      if (slot.isPending) slot.count = countBanks(slot)
      // What few banks have says more.
      wanted.weight =
        Math.log(1 + renown.length / (1 + slot.count)) * wanted.share * (wanted.isOptional ? optionalFactor : 1)
    }
  }

  const read = (words: readonly string[], { ranges }: SearchOptions, shares?: readonly number[]): Wanted[] => {
    const query = readQuery(words, {
      places,
      namesWith: (word) => namesWith(index, word),
      isPossible: (place) => overlap(place.ranges, ranges),
    })
    for (const [at, wanted] of query.entries()) wanted.share *= shares?.[at] ?? 1
    return query
  }

  const run = (query: readonly Wanted[], options: SearchOptions): Compared[] => {
    if (query.length === 0) return []
    const used = slots.slice(0, query.length)
    let { malus } = options
    /** Answers whether there are good banks, and no reason to think of others. */
    const scoreRoughly = (): boolean => {
      const gain = placeGain(query, used)
      malus = (bank) => options.malus(bank) - gain(bank)
      candidates.collect(query, used, options)
      const { bestFit, bestKnown } = candidates.score(query, used, { renown, nameLengths, malus })
      const areObscure = candidates.count < fewBanks && bestKnown < wellKnown
      const mayBeMisspelt = (wanted: Wanted, at: number): boolean =>
        !wanted.isOptional && wanted.text.length >= longWord && (used[at] as Slot).count <= commonMin
      return bestFit >= goodFit && !(areObscure && query.some(mayBeMisspelt))
    }
    try {
      lookUp(query, used)
      weigh(query, used)
      const isMissing = query.some((wanted, at) => !wanted.isOptional && !wanted.place && used[at]?.count === 0)
      if (isMissing || (!scoreRoughly() && !isPlace(query))) {
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

  const find = (text: string, options: SearchOptions): Compared[] => {
    const words = foldWords(text.normalize('NFKC'))
      .slice(0, wordsMax)
      .map(({ text: word }) => word.replace(/^(\w{8})xxx$/, '$1'))
    const query = read(words, options)
    let hits = run(query, options)
    if (isPlace(query)) return hits
    const isFound = (hits[0]?.score ?? 0) >= goodScore
    const ranges = options.ranges ?? countryOf(query)
    for (const { words: otherwise, shares, margin } of otherSpellings(index, { words, isFound, ranges })) {
      const others = run(read(otherwise, options, shares), options)
      for (const hit of others) hit.score -= margin
      hits = merge(hits, others).slice(0, options.limit)
    }
    return hits
  }

  const textsOf = (found: Compared['found']): Hit['found'] =>
    found.map(({ word, by }) => ({ word: index.vocabulary.textOf(word), by }))

  return (text, options) => find(text, options).map((hit) => ({ ...hit, found: textsOf(hit.found) }))
}

/** Whether nothing but a place was typed: then it is not misspelt, though no bank may have it in its name. */
const isPlace = (query: readonly Wanted[]): boolean => query.every(({ place }) => place)

const countryOf = (query: readonly Wanted[]): readonly Range[] | undefined =>
  query.find(({ place }) => place?.kind === 'country')?.place?.ranges

/** Each bank once, the better of the first of both next. */
function merge(some: readonly Compared[], others: readonly Compared[]): Compared[] {
  const merged = new Map<number, Compared>()
  for (let [one, other] = [0, 0]; one < some.length || other < others.length; ) {
    const [left, right] = [some[one], others[other]]
    const isLeft = !right || (left && left.score >= right.score)
    const next = (isLeft ? left : right) as Compared
    if (isLeft) one++
    else other++
    if (!merged.has(next.bank)) merged.set(next.bank, next)
  }
  return [...merged.values()]
}

const inOrder = (hits: Compared[]): Compared[] => hits.sort((a, b) => b.score - a.score || a.bank - b.bank)

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
