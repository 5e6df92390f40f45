/**
 * Looks up the words that occur in the directory: exactly, by prefix, by substring, or with typos. Words are referred
 * to by number.
 */
import { createFuzzyMatcher } from './edit-distance.ts'
import { createSubstringFinder, type LetterRuns } from './letter-runs.ts'
import type { SortedWords } from './sorted-words.ts'

export type Vocabulary = ReturnType<typeof createVocabulary>

export function createVocabulary(sorted: SortedWords, { pairs, triples }: LetterRuns) {
  const { letters, starts } = sorted
  const size = starts.length - 1
  const lengthOf = (word: number): number => (starts[word + 1] as number) - (starts[word] as number)

  const pairStarts = pairStartsOf(sorted)

  /**
   * Returns a negative number if the word sorts before the text, and 0 if they are equal. Compares only the first
   * `lengthMax` letters of the word.
   */
  const compare = (word: number, text: string, lengthMax: number): number => {
    const start = starts[word] as number
    const length = Math.min((starts[word + 1] as number) - start, lengthMax)
    for (let at = 0; at < text.length && at < length; at++) {
      const difference = (letters[start + at] as number) - text.charCodeAt(at)
      if (difference !== 0) return difference
    }
    return length - text.length
  }

  const firstAtLeast = (text: string): number => {
    const slot = pairSlot(text.length > 0 ? text.charCodeAt(0) : 0, text.length > 1 ? text.charCodeAt(1) : 0)
    let low = pairStarts[slot] as number
    let high = pairStarts[slot + 1] as number
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(middle, text, wholeWord) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Returns the end of the words with this prefix. `from` is the first of them. */
  const endOfPrefix = (from: number, prefix: string): number => {
    // Few words share a prefix, so double the distance until it is too long, then search within it.
    let low = from
    let distance = 1
    while (low + distance <= size && compare(low + distance - 1, prefix, prefix.length) === 0) {
      low += distance
      distance *= 2
    }
    let high = Math.min(low + distance - 1, size)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(middle, prefix, prefix.length) === 0) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    size,
    /** Returns the word's number, or -1 if there is no such word. */
    find: (word: string): number => {
      const at = firstAtLeast(word)
      return at < size && compare(at, word, wholeWord) === 0 ? at : -1
    },
    /** Whether any word starts with the text. */
    isBeginning: (text: string): boolean => {
      const at = firstAtLeast(text)
      return at < size && compare(at, text, text.length) === 0
    },
    /** Returns the words with this prefix as a half-open range: the first number is included, the second is not. */
    startingWith: (prefix: string): readonly [number, number] => {
      const from = firstAtLeast(prefix)
      return [from, endOfPrefix(from, prefix)]
    },
    /**
     * Visits the words that contain a text, which needs at least three letters. Like `near`, it visits only the words in
     * `SortedWords.fuzzyWords`, and returns the number of steps taken.
     */
    containing: createSubstringFinder(sorted, triples),
    near: createFuzzyMatcher(sorted, pairs),
    textOf: (word: number): string => {
      const end = starts[word + 1] as number
      let text = ''
      for (let at = starts[word] as number; at < end; at++) text += String.fromCharCode(letters[at] as number)
      return text
    },
    lengthOf,
    firstOf: (word: number): number => letters[starts[word] as number] as number,
  }
}

const wholeWord = Number.POSITIVE_INFINITY

/**
 * Slots for the first letter of a word, in alphabetical order: one for each digit and each letter from a to z, and one
 * for all others before, between and after these.
 */
const slotCount = 39

function letterSlot(unit: number): number {
  if (unit >= 0x61) return unit <= 0x7a ? 12 + unit - 0x61 : slotCount - 1
  if (unit <= 0x39) return unit >= 0x30 ? 1 + unit - 0x30 : 0
  return 11
}

/** The slot of a word, by its first two letters, or by its first letter if that has no slot of its own. */
function pairSlot(first: number, second: number): number {
  const slot = letterSlot(first)
  const isShared = slot === 0 || slot === 11 || slot === slotCount - 1
  return slot * slotCount + (isShared ? 0 : letterSlot(second))
}

/**
 * Indexed by slot: the first word in that slot or a later one. A binary search that starts from there takes 6 steps
 * instead of 16, and a query needs dozens of them.
 */
function pairStartsOf({ letters, starts }: SortedWords): Uint32Array {
  const pairStarts = new Uint32Array(slotCount * slotCount + 1)
  let filled = 0
  for (let word = 0; word + 1 < starts.length; word++) {
    const start = starts[word] as number
    const hasSecond = (starts[word + 1] as number) - start > 1
    const slot = pairSlot(letters[start] as number, hasSecond ? (letters[start + 1] as number) : 0)
    while (filled <= slot) pairStarts[filled++] = word
  }
  pairStarts.fill(starts.length - 1, filled)
  return pairStarts
}
