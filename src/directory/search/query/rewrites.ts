/**
 * Other ways to write a query: words taken apart that were written together, letters put together that stood apart,
 * spelled out what was written short, short what was spelled out, and as it is written what was written as it sounds.
 */
import type { Range } from '../../storage/bank-table.ts'
import { nameCountOf, postingsWithin, type SearchIndex } from '../indexing/search-index.ts'
import { contractWords, type Expansion, expandAbbreviations } from '../text/abbreviations.ts'
import { isOptional } from '../text/searchable-names.ts'
import type { WorkBudget } from '../work-budget.ts'
import { wordsMax } from './parse-query.ts'

export interface Rewrite extends Expansion {
  /** How much better it must do than what was typed. */
  requiredGain: number
}

/** Of words that are known as they stand, begin a known one, or end with letters that are no word. */
const knownMargin = 0.3
/** The same where they end with "bank": few are called Accessbank, but many write Access Bank so. */
const bankMargin = 0.1
/** Where a piece has two letters only, a word may just be misspelt. */
const scrapsMargin = 0.2
/** Of single letters, which stand apart in some names. */
const lettersMargin = 0.15
/** Of what was written short: some banks are called just so. */
const fullMargin = 0.1
/** Of longer queries words are not tried as they sound: that takes longest. */
const soundWordsMax = 4

export interface OriginalQuery {
  words: readonly string[]
  /** The banks of the countries that are looked for; all if undefined. */
  ranges: readonly Range[] | undefined
  /** Whether the ways to write it that came so far led to good banks. */
  isFound(): boolean
}

export const asOriginal = (words: readonly string[]): Rewrite => ({
  words: [...words],
  shares: words.map(() => 1),
  requiredGain: 0,
})

/** What was typed and all other ways to write it, each once, those that are likely to find something first. */
export function* queryRewrites(
  index: SearchIndex,
  { words, ranges, isFound }: OriginalQuery,
  work: WorkBudget,
): Generator<Rewrite> {
  const tried = new Set<string>()
  const once = function* (otherwise: readonly string[], margin: number, shares?: number[]): Generator<Rewrite> {
    const chosen = otherwise.slice(0, wordsMax)
    const text = chosen.join(' ')
    if (!tried.has(text)) yield { words: chosen, shares: shares ?? chosen.map(() => 1), requiredGain: margin }
    tried.add(text)
  }
  const isKnown = (word: string): boolean => beginsAny(index, word, ranges)
  const split = (word: string): string[] | undefined => splitWord(index, word, work)
  const apart = takeApart(index, words, isKnown, split)
  // A word that no bank has may use up the budget, and what it comes apart into are words that banks have.
  if (apart.hasUnknown) yield* once(apart.words, apart.margin)
  yield* once(words, 0)
  yield* once(apart.words, apart.margin)
  for (const full of expandAbbreviations(apart.words, isKnown)) {
    yield* once(full.words, Math.max(apart.margin, fullMargin), full.shares)
  }
  yield* once(contractWords(apart.words), apart.margin)
  yield* once(joinLetters(words), lettersMargin)
  if (!isFound() && words.length <= soundWordsMax) yield* once(words.map(asItSounds), 0)
  if (!isFound()) {
    // What is known, or what cannot be made up of known words, is taken apart too.
    const rest = words.flatMap((word) => split(word) ?? splitMisspelt(index, word) ?? word)
    if (rest.length > apart.words.length) yield* once(rest, knownMargin)
  }
}

/** "Kapitek" is Capitec, "phidelity" Fidelity. */
const asItSounds = (word: string): string => word.replaceAll('ks', 'x').replaceAll('k', 'c').replaceAll('ph', 'f')

/** More names with a word, and it is what was meant. */
const sameNamesMax = 5

/** Takes apart what no bank there has, and what ends with "bank" where few are called so. */
function takeApart(
  index: SearchIndex,
  words: readonly string[],
  isKnown: (word: string) => boolean,
  split: (word: string) => string[] | undefined,
): { words: string[]; margin: number; hasUnknown: boolean } {
  let margin = 0
  let hasUnknown = false
  const apart = words.flatMap((word) => {
    if (word.length < lettersMin && !endsWithDigit.test(word)) return word
    const wasKnown = isKnown(word)
    const isTried = !wasKnown || (word.endsWith('bank') && nameCountOf(index, word) <= sameNamesMax)
    const parts = isTried ? split(word) : undefined
    if (!parts || (wasKnown && parts.at(-1) !== 'bank')) return word
    const hasScraps = parts.some(({ length }) => length < 3)
    if (!wasKnown) hasUnknown = true
    margin = Math.max(margin, wasKnown ? bankMargin : 0, hasScraps ? scrapsMargin : 0)
    return parts
  })
  return { words: apart, margin, hasUnknown }
}

/** Some bank anywhere has a word of so many that begin alike. */
const beginningsMax = 200

/** Whether a bank there has a word that begins so. */
function beginsAny(index: SearchIndex, beginning: string, ranges: readonly Range[] | undefined): boolean {
  const [from, to] = index.vocabulary.startingWith(beginning)
  if (ranges === undefined || to - from > beginningsMax) return from < to
  for (let word = from; word < to; word++) {
    for (const range of ranges) {
      const [start, end] = postingsWithin(index, word, range)
      if (start < end) return true
    }
  }
  return false
}

/** What it takes to look for a part in the vocabulary. */
const triedSteps = 50

const lettersMin = 6
const lettersMax = 40
const endsWithDigit = /\d$/

/** A beginning of the word, in known words. */
interface Way {
  words: string[]
  /** How likely these are, one after the other, if each is as likely as names have it. */
  likelihood: number
}

/**
 * "Bankofamerica": into those known words that are the likeliest: "pncbank" is not "pn" and "cbank", though there is a Cbank.
 * A number comes apart from any word, as in "golden1".
 */
function splitWord(index: SearchIndex, word: string, work: WorkBudget): string[] | undefined {
  const [, letters, digits] = /^(\D{2,})(\d+)$/.exec(word) ?? []
  if (letters && digits) return [letters, digits]
  if (word.length < lettersMin || word.length > lettersMax) return undefined
  /** Entry `end`: the best way to make up the first `end` letters. */
  const ways: (Way | undefined)[] = [{ words: [], likelihood: 1 }]
  for (let start = 0; start <= word.length - 2; start++) {
    const before = ways[start]
    if (!before) continue
    for (let end = start + 2; end <= word.length && end - start < word.length; end++) {
      const part = word.slice(start, end)
      work.add(triedSteps)
      // No word goes on like this.
      if (!index.vocabulary.isBeginning(part)) break
      const likelihood = (before.likelihood * nameCountOf(index, part)) / index.nameBanks.length
      if (likelihood > (ways[end]?.likelihood ?? 0)) ways[end] = { words: [...before.words, part], likelihood }
    }
  }
  const { words } = ways[word.length] ?? { words: [] }
  const scraps = words.filter((part) => part.length < 3 && !isOptional(part))
  // A misspelt word comes apart into scraps, too.
  return words.length === 2 || (words.length > 0 && scraps.length < 2) ? words : undefined
}

/** In so many names a word must stand to be taken off one that is misspelt. */
const takenOffNamesMin = 20
const restMin = 4

/** "Gaurantytrust": the longest word that is common is taken off its beginning or end. */
function splitMisspelt(index: SearchIndex, word: string): string[] | undefined {
  if (word.length > lettersMax) return undefined
  const isCommon = (part: string): boolean => nameCountOf(index, part) >= takenOffNamesMin
  for (let length = word.length - restMin; length >= restMin; length--) {
    const [start, end] = [word.slice(0, length), word.slice(-length)]
    if (isCommon(start)) return [start, word.slice(length)]
    if (isCommon(end)) return [word.slice(0, -length), end]
  }
  return undefined
}

/** "I and M Bank", "U B A": single letters that follow each other. */
function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = []
  let isOpen = false
  for (const [at, word] of words.entries()) {
    const isBetween = word === 'and' && isOpen && words[at + 1]?.length === 1
    if (isBetween) continue
    if (word.length === 1 && isOpen) joined[joined.length - 1] += word
    else joined.push(word)
    isOpen = word.length === 1
  }
  return joined
}
