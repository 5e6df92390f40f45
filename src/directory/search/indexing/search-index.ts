/** The search index: the words in the names of all banks, as a few flat arrays of numbers. */
import type { Range } from '../../storage/bank-table.ts'
import type { LetterRuns } from './letter-runs.ts'
import type { SortedWords } from './sorted-words.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/**
 * Banks, names and words are referred to by number. In the arrays called `…Starts`, entry `i` is where the entries of
 * item `i` start in another array, and entry `i + 1` is where they end.
 */
export interface SearchTables {
  words: SortedWords
  letterRuns: LetterRuns
  /**
   * Indexed by name: its bank, and its field as an index into the `nameFields` of `searchable-names.ts`. The names of a
   * bank are consecutive.
   */
  nameBanks: Uint32Array
  nameFields: Uint8Array
  /** Indexed by name: where its words start in `nameWords`. */
  nameStarts: Uint32Array
  nameWords: Uint32Array
  /** Indexed by bank: the number of its first name. */
  bankStarts: Uint32Array
  /**
   * Indexed by word: where its posting list starts in `wordNames`. A posting list has the names that contain the word,
   * in ascending order.
   */
  wordStarts: Uint32Array
  wordNames: Uint32Array
  /** Indexed by bank: how likely users are to mean it, mostly between 0 and 1. */
  searchProminence: Float32Array
  /** Indexed by bank: sorts lists, best-known banks first. */
  prominence: Float32Array
}

export interface SearchIndex extends SearchTables {
  vocabulary: Vocabulary
  /**
   * For each entry of `wordNames`: the bank and the field of that name, packed into one number. Looking them up in
   * `nameBanks` and `nameFields` would take three times as long.
   */
  postings: Uint32Array
  /** Indexed by word: its inverse document frequency. Rare words weigh more; "bank" says next to nothing about a name. */
  rarity: Float32Array
}

/** A posting is the bank number, shifted left by `fieldBits`, with the field in the low bits. */
export const fieldBits = 4
export const fieldMask = (1 << fieldBits) - 1

export const createSearchIndex = (tables: SearchTables): SearchIndex => ({
  ...tables,
  vocabulary: createVocabulary(tables.words, tables.letterRuns),
  postings: postingsOf(tables),
  rarity: raritiesOf(tables),
})

function postingsOf({ wordNames, nameBanks, nameFields }: SearchTables): Uint32Array {
  const postings = new Uint32Array(wordNames.length)
  for (let at = 0; at < postings.length; at++) {
    const name = wordNames[at] as number
    postings[at] = ((nameBanks[name] as number) << fieldBits) | (nameFields[name] as number)
  }
  return postings
}

function raritiesOf({ wordStarts, searchProminence }: SearchTables): Float32Array {
  const rarity = new Float32Array(wordStarts.length - 1)
  for (let word = 0; word < rarity.length; word++) {
    const names = (wordStarts[word + 1] as number) - (wordStarts[word] as number)
    rarity[word] = Math.log(2 + searchProminence.length / (1 + names))
  }
  return rarity
}

/** Returns the number of names that contain the word. */
export function nameCountOf({ vocabulary, wordStarts }: SearchIndex, word: string): number {
  const found = vocabulary.find(word)
  return found < 0 ? 0 : (wordStarts[found + 1] as number) - (wordStarts[found] as number)
}

/**
 * Returns the part of the word's posting list that belongs to a range of banks, as start and end positions in
 * `wordNames`. Posting lists are sorted by bank.
 */
export function postingsWithin(
  { wordStarts, wordNames, bankStarts }: SearchIndex,
  word: number,
  [from, to]: Range,
): readonly [number, number] {
  const end = wordStarts[word + 1] as number
  const start = firstAtLeast(wordNames, wordStarts[word] as number, end, bankStarts[from] as number)
  return [start, firstAtLeast(wordNames, start, end, bankStarts[to] as number)]
}

function firstAtLeast(numbers: Uint32Array, start: number, end: number, least: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] as number) < least) low = middle + 1
    else high = middle
  }
  return low
}
