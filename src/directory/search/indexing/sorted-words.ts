/**
 * All words in alphabetical order, as flat arrays for the vocabulary. A word's number is its position in this order.
 */

export interface SortedWords {
  /** The UTF-16 code units of all words, concatenated. */
  letters: Uint16Array
  /** Where each word starts in `letters`; entry `word + 1` is where it ends. */
  starts: Uint32Array
  /** The words that can be found by a substring or with a typo, in alphabetical order. */
  fuzzyWords: Uint32Array
  /** For each of `fuzzyWords`: the set of its letters; see `letterBit`. */
  letterSets: Uint32Array
}

/**
 * Returns the bit for a code unit: one for each of the 26 letters, one for each pair of digits, and one for all others.
 */
export function letterBit(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return 1 << (unit - 0x61)
  return unit < 0x3a ? 1 << (26 + ((unit - 0x30) >> 1)) : 1 << 31
}

/** Sorts by UTF-16 code unit. Yields after each group of words with the same first letter. */
export function* sortWords(words: Iterable<string>): Generator<void, string[]> {
  const sorted: string[] = []
  const byFirstLetter = Map.groupBy(words, (word) => word.charCodeAt(0))
  for (const [, group] of [...byFirstLetter].sort(([a], [b]) => a - b)) {
    for (const word of group.sort()) sorted.push(word)
    yield
  }
  return sorted
}

const wordsPerStep = 2_000

export function* createSortedWords(
  sorted: readonly string[],
  isFuzzy: (word: string) => boolean,
): Generator<void, SortedWords> {
  const letters = new Uint16Array(sorted.reduce((sum, { length }) => sum + length, 0))
  const starts = new Uint32Array(sorted.length + 1)
  const fuzzyWords: number[] = []
  const letterSets: number[] = []
  for (const [number, word] of sorted.entries()) {
    const start = starts[number] as number
    starts[number + 1] = start + word.length
    for (let at = 0; at < word.length; at++) letters[start + at] = word.charCodeAt(at)
    if (number % wordsPerStep === 0) yield
    if (!isFuzzy(word)) continue
    fuzzyWords.push(number)
    letterSets.push(letterSet(word))
  }
  return {
    letters,
    starts,
    fuzzyWords: new Uint32Array(fuzzyWords),
    letterSets: new Uint32Array(letterSets),
  }
}

function letterSet(word: string): number {
  let set = 0
  for (let at = 0; at < word.length; at++) set |= letterBit(word.charCodeAt(at))
  return set
}
