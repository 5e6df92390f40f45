/**
 * Rewrites of a query: split joined words, join single letters, expand and contract abbreviations, undo phonetic
 * spelling.
 */
import type { Range } from '../../storage/bank-table.ts'
import { nameCountOf, postingsWithin, type SearchIndex } from '../indexing/search-index.ts'
import { requiredGains, thresholds } from '../ranking-weights.ts'
import {
  phoneticWordsMax,
  prefixWordsMax,
  splitLettersMax,
  stepCosts,
  type WorkBudget,
  wordsMax,
} from '../search-limits.ts'
import { contractWords, type Expansion, expandAbbreviations, isOptional } from '../text/abbreviations.ts'

export interface Rewrite extends Expansion {
  /**
   * Subtracted from the scores that the rewrite gives. A bank ranks higher through the rewrite only if the rewrite
   * raises its score by more than this.
   */
  requiredGain: number
}

export interface OriginalQuery {
  words: readonly string[]
  /** The banks in the countries to search; all banks if undefined. */
  ranges: readonly Range[] | undefined
  /**
   * Whether the rewrites so far have found a bank with a score of at least `thresholds.goodScore`. Called between
   * rewrites.
   */
  hasGoodBank(): boolean
}

/**
 * Yields the original query and its rewrites, without duplicates, most promising first. The original query keeps its
 * array of words, by which the caller can recognise it.
 */
export function* queryRewrites(
  index: SearchIndex,
  { words, ranges, hasGoodBank }: OriginalQuery,
  work: WorkBudget,
): Generator<Rewrite> {
  const tried: (readonly string[])[] = []
  const isNew = (rewritten: readonly string[]): boolean => {
    if (tried.some((words) => isSame(words, rewritten))) return false
    tried.push(rewritten)
    return true
  }
  const isKnown = (word: string): boolean => isPrefixWithin(index, word, ranges)
  const split = (word: string): string[] | undefined => splitWord(index, word, work)
  const parts = splitUnknownWords(index, words, isKnown, split)
  // Try the split before the original query: looking up misspellings of an unknown word may use up the budget, whereas
  // its parts are known words.
  if (parts.hasUnknown && isNew(parts.words)) yield rewriteTo(parts.words, parts.requiredGain)
  if (isNew(words)) yield rewriteTo(words, 0)
  if (isNew(parts.words)) yield rewriteTo(parts.words, parts.requiredGain)
  for (const expanded of expandAbbreviations(parts.words, isKnown)) {
    const requiredGain = Math.max(parts.requiredGain, requiredGains.expandAbbreviation)
    if (isNew(expanded.words)) yield rewriteTo(expanded.words, requiredGain, expanded.shares)
  }
  const contracted = contractWords(parts.words)
  if (isNew(contracted)) yield rewriteTo(contracted, parts.requiredGain)
  const joined = joinLetters(words)
  if (isNew(joined)) yield rewriteTo(joined, requiredGains.joinLetters)
  const phonetic = words.map(undoPhoneticSpelling)
  if (words.length <= phoneticWordsMax && isNew(phonetic)) {
    // Try phonetic spelling even after a good match if it turns every unknown word into a known one: "kapitek" is
    // Capitec, although some banks are called Kapital.
    const isExact = (word: string): boolean => nameCountOf(index, word) > 0
    const isPhonetic = !words.every(isExact) && phonetic.every(isExact)
    if (isPhonetic || !hasGoodBank()) yield rewriteTo(phonetic, 0)
  }
  if (!hasGoodBank()) {
    // Also split known words, and words with only one known part.
    const allParts = words.flatMap((word) => split(word) ?? splitMisspelt(index, word) ?? word)
    if (allParts.length > parts.words.length && isNew(allParts)) yield rewriteTo(allParts, requiredGains.splitKnownWord)
  }
}

export const rewriteTo = (words: readonly string[], requiredGain: number, shares?: readonly number[]): Rewrite => ({
  words: words.length > wordsMax ? words.slice(0, wordsMax) : words,
  shares: shares ?? words.map(() => 1),
  requiredGain,
})

/** Compares the words that a search uses. */
function isSame(words: readonly string[], others: readonly string[]): boolean {
  const count = Math.min(words.length, wordsMax)
  if (count !== Math.min(others.length, wordsMax)) return false
  for (let at = 0; at < count; at++) if (words[at] !== others[at]) return false
  return true
}

/** "Kapitek" becomes "capitec", "phidelity" becomes "fidelity". */
const undoPhoneticSpelling = (word: string): string =>
  phoneticLetters.test(word) ? word.replaceAll('ks', 'x').replaceAll('k', 'c').replaceAll('ph', 'f') : word
const phoneticLetters = /k|ph/

/**
 * Splits words that match no bank in the countries to search, even as a prefix, and words that end in "bank" if few
 * names contain them.
 */
function splitUnknownWords(
  index: SearchIndex,
  words: readonly string[],
  isKnown: (word: string) => boolean,
  split: (word: string) => string[] | undefined,
): { words: string[]; requiredGain: number; hasUnknown: boolean } {
  let requiredGain = 0
  let hasUnknown = false
  const splitIfUnknown = (word: string): string | string[] => {
    if (word.length < thresholds.splitLettersMin && !endsWithDigit.test(word)) return word
    const known = isKnown(word)
    const isRareBankWord = word.endsWith('bank') && nameCountOf(index, word) <= thresholds.bankSuffixNamesMax
    const parts = !known || isRareBankWord ? split(word) : undefined
    if (!parts || (known && parts.at(-1) !== 'bank')) return word
    if (known) requiredGain = Math.max(requiredGain, requiredGains.splitBankSuffix)
    else hasUnknown = true
    if (parts.some(isShortPart)) requiredGain = Math.max(requiredGain, requiredGains.splitShortPart)
    return parts
  }
  return { words: words.flatMap(splitIfUnknown), requiredGain, hasUnknown }
}

const isShortPart = (part: string): boolean => part.length < thresholds.splitPartLettersMin

/** Whether any bank in `ranges` has a word that starts with `prefix`. */
function isPrefixWithin(index: SearchIndex, prefix: string, ranges: readonly Range[] | undefined): boolean {
  const [from, to] = index.vocabulary.startingWith(prefix)
  if (ranges === undefined || to - from > prefixWordsMax) return from < to
  for (let word = from; word < to; word++) {
    for (const range of ranges) {
      const [start, end] = postingsWithin(index, word, range)
      if (start < end) return true
    }
  }
  return false
}

const endsWithDigit = /\d$/

/** Known words that, joined together, are a prefix of the word to split. */
interface PartialSplit {
  words: string[]
  /** The product of the words' frequencies in names. */
  likelihood: number
}

/**
 * Splits a word like "bankofamerica" into the most likely known words, by dynamic programming. "Pncbank" becomes "pnc"
 * and "bank", not "pn" and "cbank": there is a Cbank, but "bank" is far more common. A number at the end is split off
 * any word, as in "golden1".
 */
function splitWord(index: SearchIndex, word: string, work: WorkBudget): string[] | undefined {
  const [, letters, digits] = /^(\D{2,})(\d+)$/.exec(word) ?? []
  if (letters && digits) return [letters, digits]
  if (word.length < thresholds.splitLettersMin || word.length > splitLettersMax) return undefined
  /** Indexed by `end`: the best split of the first `end` letters. */
  const splits: (PartialSplit | undefined)[] = [{ words: [], likelihood: 1 }]
  for (let start = 0; start <= word.length - 2; start++) {
    const before = splits[start]
    if (!before) continue
    for (let end = start + 2; end <= word.length && end - start < word.length; end++) {
      const part = word.slice(start, end)
      work.add(stepCosts.splitPart)
      // No known word starts with this part, so extending the part cannot give a known word.
      if (!index.vocabulary.isBeginning(part)) break
      const likelihood = (before.likelihood * nameCountOf(index, part)) / index.nameBanks.length
      if (likelihood > (splits[end]?.likelihood ?? 0)) splits[end] = { words: [...before.words, part], likelihood }
    }
  }
  const { words } = splits[word.length] ?? { words: [] }
  const shortParts = words.filter((part) => isShortPart(part) && !isOptional(part))
  // Reject longer splits with several short parts: a misspelt word can be split like that by chance.
  return words.length === 2 || (words.length > 0 && shortParts.length < 2) ? words : undefined
}

/**
 * Splits off the longest common word at the start or end of a misspelt word: "gaurantytrust" becomes "gauranty" and
 * "trust".
 */
function splitMisspelt(index: SearchIndex, word: string): string[] | undefined {
  if (word.length > splitLettersMax) return undefined
  const { namesMin, lettersMin } = thresholds.misspeltSplit
  const isCommon = (part: string): boolean => nameCountOf(index, part) >= namesMin
  for (let length = word.length - lettersMin; length >= lettersMin; length--) {
    const [start, end] = [word.slice(0, length), word.slice(-length)]
    if (isCommon(start)) return [start, word.slice(length)]
    if (isCommon(end)) return [word.slice(0, -length), end]
  }
  return undefined
}

/** Joins neighbouring single letters: "u b a" becomes "uba", "i and m bank" "im bank", and "bb and t" "bbt". */
function joinLetters(words: readonly string[]): readonly string[] {
  if (!words.some(({ length }) => length === 1)) return words
  const joined: string[] = []
  let isAfterLetter = false
  for (const [at, word] of words.entries()) {
    const isBetweenLetters = word === 'and' && (words[at - 1]?.length ?? 3) <= 2 && words[at + 1]?.length === 1
    if (word.length === 1 && isAfterLetter) joined[joined.length - 1] += word
    else if (!isBetweenLetters) joined.push(word)
    isAfterLetter = word.length === 1 || isBetweenLetters
  }
  return joined
}
