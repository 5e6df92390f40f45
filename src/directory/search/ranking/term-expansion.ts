/** The vocabulary words that one query word may stand for, each with its similarity. */
import type { Vocabulary } from '../indexing/vocabulary.ts'
import { similarityWeights, thresholds } from '../ranking-weights.ts'
import { stepCosts, type WorkBudget } from '../search-limits.ts'

export interface TermExpansionParts {
  lookups: LookupCache
  work: WorkBudget
  /** Indexed by vocabulary word: 1 if any query word may stand for it. All expansions of a query share this array. */
  isExpanded: Uint8Array
}

export class TermExpansion {
  readonly vocabulary: Vocabulary
  readonly lookups: LookupCache
  readonly work: WorkBudget
  readonly isExpanded: Uint8Array
  /**
   * Indexed by vocabulary word: its similarity to the query word, from 0 to 1. `words` lists the words with a
   * similarity above 0.
   */
  readonly similarity: Float32Array
  readonly words: number[] = []
  /** Other names of the city that the query word names. They match only banks in the city's country. */
  readonly localWords = new Set<number>()
  /** The query word, and whether it is the last one, which the user may still be typing. */
  text = ''
  isLast = false
  /** The vocabulary words that equal the query word or start with it, as a half-open range. */
  typedWords: readonly [number, number] = [0, 0]
  isTooShortForCodes = false
  /** Whether a lookup has added or improved a match since the last `WordMatches.collect`. */
  hasChanged = false

  constructor(vocabulary: Vocabulary, { lookups, isExpanded, work }: TermExpansionParts) {
    this.vocabulary = vocabulary
    this.lookups = lookups
    this.isExpanded = isExpanded
    this.work = work
    this.similarity = new Float32Array(vocabulary.size)
  }

  /** Looks up the query word as typed. Must run first; the other lookups add to its result. */
  lookUpTyped(text: string, isLast: boolean): void {
    this.text = text
    this.isLast = isLast
    this.isTooShortForCodes = text.length < thresholds.codeLettersMin
    this.typedWords = this.lookUpPrefix(text, isLast, 1)
    this.hasChanged = true
  }

  /** Adds the words that equal the text or start with it. Returns their range. */
  lookUpPrefix(text: string, isLast: boolean, factor: number): readonly [number, number] {
    const { vocabulary } = this
    const exact = vocabulary.find(text)
    if (exact >= 0) this.#add(exact, factor)
    if (!isLast && text.length < thresholds.inexactLettersMin) return exact < 0 ? [0, 0] : [exact, exact + 1]
    const { base, byLength } = isLast ? similarityWeights.lastWordPrefix : similarityWeights.wordPrefix
    const [from, to] = vocabulary.startingWith(text)
    this.work.add((to - from) * stepCosts.expandedWord)
    for (let word = from; word < to; word++) {
      if (word !== exact) this.#add(word, factor * (base + (byLength * text.length) / vocabulary.lengthOf(word)))
    }
    return [from, to]
  }

  /** Adds another name of the city that the query names. */
  lookUpCityName(name: string): void {
    const word = this.vocabulary.find(name)
    if (word < 0 || this.similarity[word] !== 0) return
    this.localWords.add(word)
    this.#add(word, similarityWeights.cityName)
  }

  lookUpMisspelt(text: string, isLast: boolean, factor: number): void {
    const { vocabulary } = this
    const { length } = text
    if (length < thresholds.inexactLettersMin) return
    const { misspelt, misspeltFirstLetter, misspeltPrefixFactor } = similarityWeights
    const firstLetter = text.charCodeAt(0)
    const near = this.lookups.near(text)
    for (let at = 0; at < near.length; at += 3) {
      const [word, edits, prefixEdits] = [near[at] as number, near[at + 1] as number, near[at + 2] as number]
      const similarity = factor * (vocabulary.firstOf(word) === firstLetter ? misspelt : misspeltFirstLetter)
      if (edits <= thresholds.editsMax) this.#add(word, similarity * (1 - edits / length))
      // The user may still be typing, so compare with the start of the word.
      else if (isLast) this.#add(word, misspeltPrefixFactor * similarity * (1 - prefixEdits / length))
    }
  }

  lookUpSubstring(text: string): void {
    const { vocabulary } = this
    const { length } = text
    const { inexactLettersMin } = thresholds
    // Skip known three-letter words, because very many other words contain them: "ing" is in "savings".
    if (length < inexactLettersMin || (length === inexactLettersMin && vocabulary.find(text) >= 0)) return
    const { base, byLength } = similarityWeights.substring
    for (const word of this.lookups.containing(text)) {
      this.#add(word, base + (byLength * length) / vocabulary.lengthOf(word))
    }
  }

  #add(word: number, similarity: number): void {
    const previous = this.similarity[word] as number
    if (previous >= similarity) return
    if (previous === 0) this.words.push(word)
    this.similarity[word] = similarity
    this.isExpanded[word] = 1
    this.hasChanged = true
  }

  clear(): void {
    for (const word of this.words) {
      this.similarity[word] = 0
      this.isExpanded[word] = 0
    }
    this.words.length = 0
    this.localWords.clear()
  }
}

/**
 * Caches fuzzy and substring lookups for one search, because the rewrites of a query share most of its words. Once the
 * search has spent its budget, returns only cached results.
 */
export type LookupCache = ReturnType<typeof createLookupCache>

export function createLookupCache(vocabulary: Vocabulary, work: WorkBudget) {
  const lookUpNear = (word: string): number[] => {
    const found: number[] = []
    const editsMax = word.length < thresholds.twoEditsLettersMin ? 1 : thresholds.editsMax
    work.add(vocabulary.near(word, editsMax, (number, edits, prefixEdits) => found.push(number, edits, prefixEdits)))
    return found
  }
  const lookUpContaining = (part: string): number[] => {
    const found: number[] = []
    work.add(vocabulary.containing(part, (number) => found.push(number)))
    return found
  }
  const near = new Map<string, readonly number[]>()
  const containing = new Map<string, readonly number[]>()
  const getOrLookUp = (
    cache: Map<string, readonly number[]>,
    text: string,
    lookUp: (text: string) => number[],
  ): readonly number[] => {
    const cached = cache.get(text)
    if (cached !== undefined || work.isSpent) return cached ?? []
    const found = lookUp(text)
    cache.set(text, found)
    return found
  }
  return {
    /**
     * Returns three numbers for each similar word: the word, its edit distance, and the edit distance of its nearest
     * prefix.
     */
    near: (word: string): readonly number[] => getOrLookUp(near, word, lookUpNear),
    containing: (part: string): readonly number[] => getOrLookUp(containing, part, lookUpContaining),
    clear: (): void => {
      near.clear()
      containing.clear()
    },
  }
}
