/** All words of the directory, sorted: found exactly, by their beginning, by a part of them, or although misspelt. */

import { createFuzzyMatcher } from './edit-distance.ts'
import { createSubstringFinder } from './letter-runs.ts'
import type { SortedWords } from './sorted-words.ts'

export interface Vocabulary {
  size: number
  /** The number of a word, -1 if there is none such. */
  find(word: string): number
  isBeginning(text: string): boolean
  /** Words that begin so: from the first number, up to but without the second. */
  startingWith(beginning: string): readonly [number, number]
  /**
   * The part has three letters or more, and so has the word below. Codes are passed over here and there. Both return how
   * many steps they took.
   */
  containing(part: string, visit: (word: number) => void): number
  /**
   * `edits`: of the whole word; `editsOfStart`: of its beginning that is nearest. One of them is at most `editsMax`, and
   * at most 1 where the word begins with neither of the first two letters.
   */
  near(word: string, editsMax: number, visit: (word: number, edits: number, editsOfStart: number) => void): number
  textOf(word: number): string
  lengthOf(word: number): number
  firstOf(word: number): number
}

export function createVocabulary(sorted: SortedWords): Vocabulary {
  const { letters, starts, lengths } = sorted
  const size = starts.length

  /** By the first letters of the word, if only so many count. */
  const compare = (word: number, text: string, lengthMax = Number.POSITIVE_INFINITY): number => {
    const start = starts[word] as number
    const length = Math.min(lengths[word] as number, lengthMax)
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
    startingWith: (beginning) => [firstAtLeast(beginning), firstAtLeast(`${beginning}\uffff`)],
    containing: createSubstringFinder(sorted),
    near: createFuzzyMatcher(sorted),
    textOf: (word) => {
      const start = starts[word] as number
      const end = start + (lengths[word] as number)
      let text = ''
      for (let at = start; at < end; at++) text += String.fromCharCode(letters[at] as number)
      return text
    },
    lengthOf: (word) => lengths[word] as number,
    firstOf: (word) => letters[starts[word] as number] as number,
  }
}
