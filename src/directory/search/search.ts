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
import { hitsMax, otherHitsMax, stepsMax } from './limits.ts'
import { lookUp, lookUpJoined, lookUpMisspelt } from './lookups.ts'
import { nameFields } from './names.ts'
import { placeGain } from './place-gain.ts'
import type { Places } from './places.ts'
import { readQuery, type Wanted, wordsMax } from './query.ts'
import { rememberLookups } from './remembered-lookups.ts'
import { Slot } from './slot.ts'
import { waysToWrite } from './spellings.ts'
import { Work } from './work.ts'

export interface SearchOptions extends Looked {
  limit: number
  /** By bank: what is taken off its score. */
  maluses: Float64Array
}

export type Search = (query: string, options: SearchOptions) => Compared[]

/** So many of the best are compared name by name and put in order, then as many of the next. */
const pageLength = 30

/** How much less a word weighs that a bank may lack. */
const optionalFactor = 0.6

/** Where so few banks are found, none of them well known, a longer word may be misspelt though some are called so. */
const fewBanks = 5
const wellKnown = 0.3
const longWord = 7

/** What it takes to look a query up, beside what is counted. */
const runSteps = 1_000

/** From here on a word that is known as it stands need not be taken apart, and none is tried as it sounds. */
const goodScore = 0.8

export interface SearchSettings {
  /** A word that stands in more names waits until its banks have to be listed. */
  namesMax?: number
  work?: Work
}

export function openSearch(
  index: SearchIndex,
  places: Places,
  { namesMax = 2_000, work = new Work(stepsMax) }: SearchSettings = {},
): Search {
  const { renown } = index
  const lookups = rememberLookups(index.vocabulary, work)
  const marks = new Uint8Array(index.vocabulary.size)
  const slots = Array.from({ length: wordsMax }, () => new Slot(index, { namesMax, work, lookups, marks }))
  const candidates = new Candidates(renown.length, work)
  const nameLengths = nameLengthsOf(index)
  const compare = openComparison(index, work, marks)
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
    work.add(runSteps)
    const used = slots.slice(0, query.length)
    const { maluses } = options
    let gain: ReturnType<typeof placeGain>
    /** Answers whether there are good banks, and no reason to think of others. */
    const scoreRoughly = (): boolean => {
      gain = placeGain(query, used)
      candidates.collect(query, used, options)
      const { bestFit, bestKnown } = candidates.score(query, used, { renown, nameLengths, maluses, gain })
      const areObscure = candidates.count < fewBanks && bestKnown < wellKnown
      const mayBeMisspelt = (wanted: Wanted, at: number): boolean =>
        !wanted.isOptional && wanted.text.length >= longWord && (used[at] as Slot).count <= commonMin
      return bestFit >= goodFit && !(areObscure && query.some(mayBeMisspelt))
    }
    try {
      lookUp(query, used)
      weigh(query, used)
      const isMissing = query.some((wanted, at) => !wanted.isOptional && !wanted.place && used[at]?.count === 0)
      if (isMissing || (!scoreRoughly() && !isPlace(query) && !work.isSpent)) {
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
      const malusOf = (bank: number): number => (maluses[bank] as number) - (gain?.(bank) ?? 0)
      const hits = banks.map((bank) => compare(used, query, bank, malusOf(bank)))
      return Array.from({ length: pages }, (_, page) => inOrder(hits.slice(page * pageLength, (page + 1) * pageLength)))
        .flat()
        .slice(0, options.limit)
    } finally {
      for (const slot of used) slot.clear()
    }
  }

  const find = (text: string, options: SearchOptions): Compared[] => {
    work.begin()
    lookups.forget()
    const words = foldWords(text.normalize('NFKC'))
      .slice(0, wordsMax)
      .map(({ text: word }) => word.replace(/^(\w{8})xxx$/, '$1'))
    const query = read(words, options)
    if (isPlace(query)) return run(query, withLimit(options, hitsMax))
    let hits: Compared[] = []
    const isFound = (): boolean => (hits[0]?.score ?? 0) >= goodScore
    const ranges = options.ranges ?? countryOf(query)
    for (const way of waysToWrite(index, { words, ranges, isFound }, work)) {
      const isTyped = way.words.join(' ') === words.join(' ')
      if (work.isMostlySpent && !isTyped) continue
      const wanted = isTyped ? query : read(way.words, options, way.shares)
      const others = run(wanted, withLimit(options, hits.length === 0 ? hitsMax : otherHitsMax))
      for (const hit of others) hit.score -= way.margin
      hits = (isTyped ? merge(others, hits) : merge(hits, others)).slice(0, options.limit)
    }
    return hits
  }

  return find
}

/** Whether nothing but a place was typed: then it is not misspelt, though no bank may have it in its name. */
const isPlace = (query: readonly Wanted[]): boolean => query.every(({ place }) => place)

const countryOf = (query: readonly Wanted[]): readonly Range[] | undefined =>
  query.find(({ place }) => place?.kind === 'country')?.place?.ranges

const withLimit = (options: SearchOptions, most: number): SearchOptions => ({
  ...options,
  limit: Math.min(options.limit, most),
})

/** Each bank once, the better of the first of both next. */
function merge(some: Compared[], others: Compared[]): Compared[] {
  if (some.length === 0 || others.length === 0) return some.length === 0 ? others : some
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
