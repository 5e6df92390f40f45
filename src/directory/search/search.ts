/**
 * Finds banks by what somebody types. Each word of the query is looked up in the vocabulary: as it is and as a
 * beginning, and if that finds too little, misspelt or as a part. Every bank gets a rough score from that; the best are
 * then compared name by name.
 */
import type { Range } from '../numbered.ts'
import { Candidates, commonMin } from './candidates.ts'
import { type Hit, openComparison } from './comparison.ts'
import { foldWords } from './fold.ts'
import type { SearchIndex } from './index.ts'
import { nameFields } from './names.ts'
import { readQuery, type Wanted, wordsMax } from './query.ts'
import { Slot } from './slot.ts'
import { splitWord } from './split.ts'

export interface SearchOptions {
  limit: number
  isWanted: (bank: number) => boolean
  /** What is taken off a bank's score. */
  malus: (bank: number) => number
}

export type Search = (query: string, options: SearchOptions) => Hit[]

/** How many banks are compared name by name. */
const comparedMax = 30

/** How much less a word weighs that a bank may lack. */
const optionalFactor = 0.6

/** From here on the best bank fits so well that misspellings need not be looked for. */
const goodFit = 0.8

/** `countries`: the banks of a country by its folded name and codes. */
export function openSearch(index: SearchIndex, countries: Map<string, readonly Range[]>): Search {
  const { vocabulary, renown } = index
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
      slot.spread(wanted.countries)
      // What few banks have says more.
      wanted.weight = Math.log(1 + renown.length / (1 + slot.count)) * (wanted.isOptional ? optionalFactor : 1)
    }
  }

  /** Answers how well the best bank fits. */
  const scoreRoughly = (query: readonly Wanted[], { isWanted, malus }: SearchOptions): number => {
    const used = slots.slice(0, query.length)
    candidates.collect(query, used, isWanted)
    return candidates.score(query, used, { renown, nameLengths, malus })
  }

  const run = (words: readonly string[], options: SearchOptions): Hit[] => {
    const query = readQuery(words, countries)
    if (query.length === 0) return []
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
    const hits = run(words, options)
    // "Bankofamerica": written together, and no such word.
    const apart = words.flatMap((word) => splitWord(vocabulary, word))
    if (apart.length === words.length) return hits
    const others = run(apart, options)
    return (others[0]?.score ?? 0) > (hits[0]?.score ?? 0) ? others : hits
  }
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
