/**
 * Looks up the words that occur in the directory: exactly, by prefix, by substring, or with typos. Words are referred
 * to by number.
 */
import { createFuzzyMatcher, type FuzzyMatcher } from './edit-distance.ts'
import { createSubstringFinder } from './letter-runs.ts'
import type { SortedWords } from './sorted-words.ts'

export interface Vocabulary {
  size: number
  /** Returns the word's number, or -1 if there is no such word. */
  find(word: string): number
  /** Whether any word starts with the text. */
  isBeginning(text: string): boolean
  /** Returns the words with this prefix as a half-open range: the first number is included, the second is not. */
  startingWith(prefix: string): readonly [number, number]
  /**
   * Visits the words that contain `part`, which needs at least three letters. Like `near`, it visits only the words in
   * `SortedWords.fuzzyWords`, and returns the number of steps taken.
   */
  containing(part: string, visit: (word: number) => void): number
  near: FuzzyMatcher
  textOf(word: number): string
  lengthOf(word: number): number
  firstOf(word: number): number
}

export function createVocabulary(sorted: SortedWords): Vocabulary {
  const { letters, starts } = sorted
  const size = starts.length - 1
  const lengthOf = (word: number): number => (starts[word + 1] as number) - (starts[word] as number)

  /**
   * Returns a negative number if the word sorts before the text, and 0 if they are equal. Compares only the first
   * `lengthMax` letters of the word.
   */
  const compare = (word: number, text: string, lengthMax = Number.POSITIVE_INFINITY): number => {
    const start = starts[word] as number
    const length = Math.min(lengthOf(word), lengthMax)
    for (let at = 0; at < text.length && at < length; at++) {
      const difference = (letters[start + at] as number) - text.charCodeAt(at)
      if (difference !== 0) return difference
    }
    return length - text.length
  }

  const firstAtLeast = (text: string): number => {
    let [low, high] = [0, size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(middle, text) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    size,
    find: (word) => {
      const at = firstAtLeast(word)
      return at < size && compare(at, word) === 0 ? at : -1
    },
    isBeginning: (text) => {
      const at = firstAtLeast(text)
      return at < size && compare(at, text, text.length) === 0
    },
    startingWith: (prefix) => [firstAtLeast(prefix), firstAtLeast(`${prefix}\uffff`)],
    containing: createSubstringFinder(sorted),
    near: createFuzzyMatcher(sorted),
    textOf: (word) => String.fromCharCode(...letters.subarray(starts[word], starts[word + 1])),
    lengthOf,
    firstOf: (word) => letters[starts[word] as number] as number,
  }
}
