/** All words of the directory, sorted: found exactly, by their beginning, by a part of them, or although misspelt. */
import { nearFinder } from './near.ts'
import type { SortedWords } from './sorted-words.ts'

export interface Vocabulary {
  size: number
  /** The number of a word, -1 if there is none such. */
  find(word: string): number
  /** Words that begin so: from the first number, up to but without the second. */
  startingWith(beginning: string): readonly [number, number]
  /** Codes are passed over here and below. */
  containing(part: string, visit: (word: number) => void): void
  /**
   * `edits`: of the whole word; `editsOfStart`: of its beginning that is nearest. One of them is at most `editsMax`, and
   * at most 1 where the word begins with neither of the first two letters.
   */
  near(word: string, editsMax: number, visit: (word: number, edits: number, editsOfStart: number) => void): void
  textOf(word: number): string
  lengthOf(word: number): number
  firstOf(word: number): number
}

export function openVocabulary(sorted: SortedWords): Vocabulary {
  const { letters, starts, lengths } = sorted
  const size = starts.length

  const compare = (word: number, text: string): number => {
    const start = starts[word] as number
    const length = lengths[word] as number
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
    startingWith: (beginning) => [firstAtLeast(beginning), firstAtLeast(`${beginning}\uffff`)],
    containing: partFinder(sorted),
    near: nearFinder(sorted),
    textOf: (word) => {
      const start = starts[word] as number
      return String.fromCharCode(...letters.subarray(start, start + (lengths[word] as number)))
    },
    lengthOf: (word) => lengths[word] as number,
    firstOf: (word) => letters[starts[word] as number] as number,
  }
}

/** All words in one text, which the runtime searches faster than we could. */
function partFinder({ letters, starts, names, namesEnd, isWide }: SortedWords): Vocabulary['containing'] {
  // A text of one byte a letter is searched in half the time.
  const joined = isWide
    ? Buffer.from(letters.buffer, letters.byteOffset, namesEnd * 2).toString('utf16le')
    : Buffer.from(letters.subarray(0, namesEnd)).toString('latin1')

  return (part, visit) => {
    for (let place = joined.indexOf(part); place >= 0; place = joined.indexOf(part, place + part.length)) {
      let [low, high] = [0, names.length - 1]
      while (low < high) {
        const middle = (low + high + 1) >>> 1
        if ((starts[names[middle] as number] as number) <= place) low = middle
        else high = middle - 1
      }
      visit(names[low] as number)
    }
  }
}
