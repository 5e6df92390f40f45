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

/** How many banks are compared name by name. */
const comparedMax = 30

/** How much less a word weighs that a bank may lack. */
const optionalFactor = 0.6

/** What a bank gains by being of the country that was named, and what the word must be worth to it. */
const countryGain = 0.35
const ofCountryMin = 0.69

/** From here on the best bank fits so well that misspellings need not be looked for. */
const goodFit = 0.8

export function openSearch(index: SearchIndex, places: Places): Search {
  const { renown } = index
  const slots = Array.from({ length: wordsMax }, () => new Slot(index))
  const candidates = new Candidates(renown.length)
  const nameLengths = nameLengthsOf(index)
  const compare = openComparison(index)

  const lookUp = (query: readonly Wanted[]): void => {
    for (const [at, { text, isLast }] of query.entries()) {
      slots[at]?.lookUp(text, isLast, 1)
      const next = query[at + 1]
      if (!next || text.length + next.text.length < 3) continue
      // "Jp Morgan" is JPMorgan.
      slots[at]?.lookUp(text + next.text, next.isLast, 0.95)
      slots[at + 1]?.lookUp(text + next.text, next.isLast, 0.95)
    }
  }

  const lookUpMisspelt = (query: readonly Wanted[]): void => {
    for (const [at, { text, isLast }] of query.entries()) {
      // A word that many banks have is what was meant.
      if ((slots[at] as Slot).count < commonMin) slots[at]?.lookUpMisspelt(text, isLast)
    }
  }

  const weigh = (query: readonly Wanted[]): void => {
    for (const [at, wanted] of query.entries()) {
      const slot = slots[at] as Slot
      slot.spread(wanted.place)
      // What few banks have says more.
      wanted.weight = Math.log(1 + renown.length / (1 + slot.count)) * (wanted.isOptional ? optionalFactor : 1)
    }
  }

  /** Answers how well the best bank fits. */
  const scoreRoughly = (query: readonly Wanted[], options: SearchOptions): number => {
    const used = slots.slice(0, query.length)
    candidates.collect(query, used, options)
    return candidates.score(query, used, { renown, nameLengths, malus: options.malus })
  }

  /** A bank of the country that was named gains by it, and one that has the word itself, or one that begins so. */
  const malusOf = (query: readonly Wanted[], malus: SearchOptions['malus']): SearchOptions['malus'] => {
    const ofCountry = slots.filter((_, at) => query[at]?.isCountry)
    if (ofCountry.length === 0) return malus
    const isMeant = (bank: number): boolean => ofCountry.some(({ gain }) => (gain[bank] as number) > ofCountryMin)
    return (bank) => malus(bank) - (isMeant(bank) ? countryGain : 0)
  }

  const run = (words: readonly string[], given: SearchOptions): Hit[] => {
    const query = readQuery(words, places, ({ ranges }) => overlap(ranges, given.ranges))
    if (query.length === 0) return []
    const options = { ...given, malus: malusOf(query, given.malus) }
    try {
      lookUp(query)
      weigh(query)
      const isMissing = query.some((wanted, at) => !wanted.isOptional && slots[at]?.count === 0)
      if (isMissing || scoreRoughly(query, options) < goodFit) {
        lookUpMisspelt(query)
        weigh(query)
        scoreRoughly(query, options)
      }
      return candidates
        .best(Math.max(comparedMax, options.limit))
        .map((bank) => compare(slots, query, bank, options.malus(bank)))
        .sort((a, b) => b.score - a.score || a.bank - b.bank)
        .slice(0, options.limit)
    } finally {
      for (const slot of slots) slot.clear()
    }
  }

  return (text, options) => {
    const words = foldWords(text.normalize('NFKC')).map(({ text: word }) => word.replace(/^(\w{8})xxx$/, '$1'))
    let best = run(words, options)
    for (const spelling of otherSpellings(index, words, best[0]?.score ?? 0)) {
      const hits = run(spelling.words, options)
      if ((hits[0]?.score ?? 0) > (best[0]?.score ?? 0) + spelling.margin) best = hits
    }
    return best
  }
}

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
