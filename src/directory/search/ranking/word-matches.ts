/**
 * The banks that match one query word, and how well. The arrays have an entry for every bank, so they are allocated
 * once and reused for every query. Search is therefore not re-entrant.
 *
 * Order of calls for each query:
 *
 * 1. `expansion.lookUpTyped()`, then any other lookups.
 * 2. `collect()`, which sets `bankCount` and, unless the word is deferred, the banks and their scores.
 * 3. If the word is deferred: `loadPostings()` or `scoreOnly()` before the scores are read. `Candidates.collect` calls
 *    them.
 * 4. To add misspellings: further lookups, then `collect()` and step 3 again.
 * 5. `clear()`.
 */
import { isWithin, type Range } from '../../storage/bank-table.ts'
import { fieldBits, fieldMask, postingsWithin, type SearchIndex } from '../indexing/search-index.ts'
import type { Place } from '../query/places.ts'
import { fieldWeights, locationWeights, similarityWeights } from '../ranking-weights.ts'
import { stepCosts, WorkBudget } from '../search-limits.ts'
import { type NameField, nameFields } from '../text/searchable-names.ts'
import { createLookupCache, TermExpansion, type TermExpansionParts } from './term-expansion.ts'

export const weightsByField = Float32Array.from(nameFields, (field) => fieldWeights[field])

const codeFields: NameField[] = ['bic', 'lei', 'ussd', 'code', 'other_code']
const isCodeField = Uint8Array.from(nameFields, (field) => (codeFields.includes(field) ? 1 : 0))
const regionField = nameFields.indexOf('region')

/** If more than an eighth of the entries are set, the whole array is cleared. */
const clearAllShift = 3

/** Counts the banks that have a word; with `isLast`, also those with a longer word that starts with it. */
export type DocumentFrequency = (word: string, isLast: boolean) => number

/** Dependencies shared by the `WordMatches` of all words in a query. */
export interface WordMatchesParts extends TermExpansionParts {
  /** If more names than this contain a word, reading its posting lists may be deferred. */
  eagerNamesMax: number
  documentFrequency: DocumentFrequency
}

export class WordMatches {
  readonly index: SearchIndex
  readonly eagerNamesMax: number
  readonly documentFrequency: DocumentFrequency
  readonly work: WorkBudget
  readonly expansion: TermExpansion
  /** Indexed by bank: similarity times field weight of the best match; 0 if there is no match. */
  readonly scoreByBank: Float32Array
  /**
   * The banks with a score. The first `foundCount` match the word, or are in the country or state that it names. If the
   * word names a city, the others, up to `listedCount`, are in the country of that city. For a deferred word,
   * `foundCount` is 0, and only banks scored by `scoreOnly` are listed.
   */
  readonly banks: Uint32Array
  foundCount = 0
  listedCount = 0
  /** Number of matching banks in all countries, whether or not they are in `banks`. */
  bankCount = 0
  /** `bankCount` before misspellings were looked up, unless it was 0. */
  typedBankCount = 0
  /**
   * Whether reading the posting lists was postponed: they are long, and the other query words may be enough to find the
   * candidates.
   */
  isDeferred = false

  constructor(index: SearchIndex, parts: WordMatchesParts) {
    this.index = index
    this.eagerNamesMax = parts.eagerNamesMax
    this.documentFrequency = parts.documentFrequency
    this.work = parts.work
    this.expansion = new TermExpansion(index.vocabulary, parts)
    this.scoreByBank = new Float32Array(index.searchProminence.length)
    this.banks = new Uint32Array(index.searchProminence.length)
  }

  /**
   * Scores the matching banks, or defers the word if very many names contain it. Does nothing if no lookup has run
   * since the last call.
   */
  collect(place: Place | undefined, mayDefer: boolean): void {
    const { expansion } = this
    if (!expansion.hasChanged) return
    expansion.hasChanged = false
    this.#clearScores()
    this.isDeferred = mayDefer && this.#typedNames() > this.eagerNamesMax
    if (this.isDeferred) {
      this.bankCount = this.documentFrequency(expansion.text, expansion.isLast)
      this.typedBankCount ||= this.bankCount
      return
    }
    for (const word of expansion.words) {
      if (this.work.isSpent) break
      const isLocal = expansion.localWords.size > 0 && expansion.localWords.has(word)
      this.#scoreWord(word, isLocal ? place?.ranges : undefined)
    }
    this.foundCount = this.listedCount
    for (const named of place?.namesakes ?? (place ? [place] : [])) {
      if (named.kind === 'state') this.#scoreState(named)
      else this.#scoreCountry(named)
    }
    if (place?.kind !== 'city') this.foundCount = this.listedCount
    this.bankCount = this.foundCount
    this.typedBankCount ||= this.bankCount
  }

  /**
   * Reads the posting lists of a deferred word: in full, or only the parts for banks in `ranges`, whichever is faster.
   */
  loadPostings(ranges: readonly Range[] | undefined): void {
    const { words } = this.expansion
    this.isDeferred = false
    // Finding the ranges in the posting lists of very many words takes longer than reading the lists in full.
    const isWholeFaster = words.length * (ranges?.length ?? 0) * stepCosts.postingRange > this.#typedNames()
    for (const word of words) {
      if (this.work.isSpent) break
      this.#scoreWord(word, isWholeFaster ? undefined : ranges)
    }
    this.foundCount = this.listedCount
  }

  /**
   * Scores a deferred word for these banks by reading their names, or for all banks if reading the posting lists is
   * cheaper.
   */
  scoreOnly(banks: Uint32Array, count: number): void {
    if (count * stepCosts.bankNames > this.#typedNames()) {
      this.loadPostings(undefined)
      return
    }
    const { bankStarts, nameStarts, nameWords, nameFields: fields } = this.index
    const { similarity: similarities } = this.expansion
    this.work.add(count * stepCosts.bankNames)
    for (let at = 0; at < count; at++) {
      const bank = banks[at] as number
      const lastName = bankStarts[bank + 1] as number
      let end = nameStarts[bankStarts[bank] as number] as number
      for (let name = bankStarts[bank] as number; name < lastName; name++) {
        let position = end
        end = nameStarts[name + 1] as number
        for (; position < end; position++) {
          const similarity = similarities[nameWords[position] as number] as number
          if (similarity === 0) continue
          const field = fields[name] as number
          if (isCodeField[field] === 1 && this.#skipsCodes(similarity)) continue
          this.#raiseScore(bank, similarity * (weightsByField[field] as number))
        }
      }
    }
  }

  /** Returns the total length of the posting lists of all words that equal the query word or start with it. */
  #typedNames(): number {
    const [from, to] = this.expansion.typedWords
    return (this.index.wordStarts[to] as number) - (this.index.wordStarts[from] as number)
  }

  /**
   * Whether to ignore codes that match with this similarity. Any two or three letters are the prefix of some code, so a
   * query word that short must match a code exactly.
   */
  #skipsCodes(similarity: number): boolean {
    return this.expansion.isTooShortForCodes && similarity < similarityWeights.codeMin
  }

  #scoreWord(word: number, ranges: readonly Range[] | undefined): void {
    const { wordStarts } = this.index
    if (ranges === undefined) {
      this.#scorePostings(word, wordStarts[word] as number, wordStarts[word + 1] as number)
      return
    }
    for (const range of ranges) {
      this.work.add(stepCosts.postingRange)
      this.#scorePostings(word, ...postingsWithin(this.index, word, range))
    }
  }

  #scorePostings(word: number, start: number, end: number): void {
    const { postings } = this.index
    const { scoreByBank, banks } = this
    const similarity = this.expansion.similarity[word] as number
    const skipsCodes = this.#skipsCodes(similarity)
    let listedCount = this.listedCount
    this.work.add(stepCosts.postingList + end - start)
    // Hot loop: `#raiseScore` is inlined by hand.
    for (let at = start; at < end; at++) {
      const posting = postings[at] as number
      const field = posting & fieldMask
      if (skipsCodes && isCodeField[field] === 1) continue
      const bank = posting >>> fieldBits
      const score = similarity * (weightsByField[field] as number)
      const previous = scoreByBank[bank] as number
      if (score <= previous) continue
      if (previous === 0) banks[listedCount++] = bank
      scoreByBank[bank] = score
    }
    this.listedCount = listedCount
  }

  /** Scores all banks in the country that the word names, or in the country of the city that it names. */
  #scoreCountry({ kind, ranges }: Place): void {
    const score = locationWeights.score[kind]
    for (const [from, to] of ranges) {
      this.work.add(to - from)
      for (let bank = from; bank < to; bank++) this.#raiseScore(bank, score)
    }
  }

  /** Scores banks whose record has the state's code as its region. */
  #scoreState({ ranges, words }: Place): void {
    const { vocabulary, postings, wordStarts } = this.index
    const word = vocabulary.find(words[0] as string)
    if (word < 0) return
    const [start, end] = [wordStarts[word] as number, wordStarts[word + 1] as number]
    this.work.add(end - start)
    for (let at = start; at < end; at++) {
      const posting = postings[at] as number
      const bank = posting >>> fieldBits
      if ((posting & fieldMask) !== regionField || !isWithin(bank, ranges)) continue
      this.#raiseScore(bank, locationWeights.score.state)
    }
  }

  #raiseScore(bank: number, score: number): void {
    const previous = this.scoreByBank[bank] as number
    if (score <= previous) return
    if (previous === 0) this.banks[this.listedCount++] = bank
    this.scoreByBank[bank] = score
  }

  #clearScores(): void {
    const { scoreByBank, banks, listedCount } = this
    // Overwriting the whole array is faster than clearing many single entries.
    if (listedCount > banks.length >> clearAllShift) scoreByBank.fill(0)
    else for (let at = 0; at < listedCount; at++) scoreByBank[banks[at] as number] = 0
    this.listedCount = 0
    this.foundCount = 0
    this.bankCount = 0
    this.isDeferred = false
  }

  clear(): void {
    this.#clearScores()
    this.typedBankCount = 0
    this.expansion.clear()
  }
}

/**
 * Counts the banks that match a common word. Counts are cached, because reading long posting lists is slow. The cache has
 * no size limit, because few words are common.
 */
export function createDocumentFrequency(index: SearchIndex): DocumentFrequency {
  const cache = new Map<string, number>()
  // Use a separate budget. Cached counts cost nothing, so if counting were charged to the search, its results would
  // depend on which words earlier searches had counted.
  const work = new WorkBudget(Number.POSITIVE_INFINITY)
  const matches = new WordMatches(index, {
    work,
    lookups: createLookupCache(index.vocabulary, work),
    isExpanded: new Uint8Array(index.vocabulary.size),
    eagerNamesMax: Number.POSITIVE_INFINITY,
    documentFrequency: () => 0,
  })
  return (word, isLast) => {
    const key = isLast ? word : `${word} `
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    matches.expansion.lookUpTyped(word, isLast)
    matches.collect(undefined, false)
    const { bankCount } = matches
    matches.clear()
    cache.set(key, bankCount)
    return bankCount
  }
}
