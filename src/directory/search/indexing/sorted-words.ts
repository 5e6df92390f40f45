/** The words by the alphabet, laid out for those who look for them. */
import type { WordTable } from './word-table.ts'

/** Where a word is and what is known of it, by its place in the alphabet. */
export interface SortedWords {
  letters: Uint16Array
  starts: Uint32Array
  lengths: Uint16Array
  /**
   * The words that are no codes: nobody remembers a part of a code, or misspells one in a way that could be guessed.
   * They come first in `letters`, each with a line feed behind it, up to `namesEnd`.
   */
  names: Uint32Array
  namesEnd: number
  /** Of each of `names`: which letters it has, a bit for each. */
  sets: Uint32Array
  /** Of each of `names`: how many first letters it has in common with the one before. */
  shared: Uint8Array
  /** Whether there is any letter that needs more than a byte. */
  isWide: boolean
}

const newline = 0x0a
const sharedMax = 255

/** 26 letters, the digits in threes, and whatever else there is. */
export function bitOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return 1 << (unit - 0x61)
  return unit < 0x3a ? 1 << (26 + ((unit - 0x30) >> 1)) : 1 << 31
}

/** `order`: the words of the table by the alphabet; `ranks` says which number each of them got. */
export function layOut(
  { size, letters: unsorted, starts: begins }: WordTable,
  order: Uint32Array,
  inNames: Uint8Array,
): { sorted: SortedWords; ranks: Uint32Array } {
  const letters = new Uint16Array((begins[size] as number) + size)
  const starts = new Uint32Array(size)
  const lengths = new Uint16Array(size)
  const [names, sets, shared] = [new Uint32Array(size), new Uint32Array(size), new Uint8Array(size)]
  const ranks = new Uint32Array(size)
  let count = 0
  let namesEnd = 0
  let codesStart = letters.length
  let before = 0
  let all = 0
  for (let rank = 0; rank < size; rank++) {
    const word = order[rank] as number
    const begin = begins[word] as number
    const length = (begins[word + 1] as number) - begin
    const isName = inNames[word] === 1
    if (!isName) codesStart -= length
    const start = isName ? namesEnd : codesStart
    let set = 0
    let common = 0
    for (let at = 0; at < length; at++) {
      const letter = unsorted[begin + at] as number
      // Line feeds are no letters: the words part ways where either ends.
      if (common === at && letters[before + at] === letter) common++
      letters[start + at] = letter
      set |= bitOf(letter)
      all |= letter
    }
    ranks[word] = rank
    starts[rank] = start
    lengths[rank] = length
    if (!isName) continue
    letters[start + length] = newline
    names[count] = rank
    sets[count] = set
    shared[count++] = common < sharedMax ? common : sharedMax
    before = start
    namesEnd = start + length + 1
  }
  const sorted = {
    letters,
    starts,
    lengths,
    names: names.slice(0, count),
    namesEnd,
    sets: sets.slice(0, count),
    shared: shared.slice(0, count),
    isWide: all > 0xff,
  }
  return { sorted, ranks }
}
