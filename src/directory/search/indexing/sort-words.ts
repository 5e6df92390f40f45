/** Sorts the words of a table by their letters. */
import { first as lettersOf, second as placeOf, sortPairs } from '../../storage/uint32-pairs.ts'
import type { WordTable } from './word-table.ts'

/**
 * The runtime sorts numbers far faster than words can be compared here. So a few letters at a time are made a number,
 * to be sorted with the place that the word has by the letters after these: from the last letters to the first, in as
 * many steps.
 */
export function* sortWords(table: WordTable): Generator<void, Uint32Array> {
  const digits = digitsOf(table)
  const lettersPerKey = Math.floor(Math.log(2 ** 32) / Math.log(digits.base))
  let sorted: Uint32Array = new Uint32Array(0)
  for (const { first, words } of wordsByLength(table, lettersPerKey)) {
    // Those that end here come before those that go on.
    const longer = sorted
    sorted = new Uint32Array(words.length + longer.length)
    sorted.set(words)
    sorted.set(longer, words.length)
    const keys = keysOf(sorted, table, digits, first, first + lettersPerKey)
    sortPairs(keys)
    sorted = inOrder(sorted, keys)
    yield
  }
  return sorted
}

interface Digits {
  /** By letter, from 1 on. */
  of: Uint16Array
  base: number
}

function digitsOf({ size, letters, starts }: WordTable): Digits {
  const of = new Uint16Array(1 << 16)
  const end = starts[size] as number
  for (let at = 0; at < end; at++) of[letters[at] as number] = 1
  let base = 1
  for (let letter = of.indexOf(1); letter >= 0; letter = of.indexOf(1, letter + 1)) of[letter] = base++
  return { of, base }
}

/** The longest first: words that have a letter after `first`, but no more than a key holds. */
function wordsByLength({ size, starts }: WordTable, lettersPerKey: number): { first: number; words: number[] }[] {
  const groups: number[][] = []
  for (let word = 0; word < size; word++) {
    const keys = Math.ceil(((starts[word + 1] as number) - (starts[word] as number)) / lettersPerKey)
    while (groups.length < keys) groups.push([])
    ;(groups[keys - 1] as number[]).push(word)
  }
  return groups.map((words, keys) => ({ first: keys * lettersPerKey, words })).reverse()
}

function keysOf(
  words: Uint32Array,
  { letters, starts }: WordTable,
  digits: Digits,
  first: number,
  last: number,
): Uint32Array {
  const { of, base } = digits
  const keys = new Uint32Array(words.length * 2)
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number
    const start = starts[word] as number
    const length = (starts[word + 1] as number) - start
    let key = 0
    for (let letter = first; letter < last; letter++) {
      key = key * base + (letter < length ? (of[letters[start + letter] as number] as number) : 0)
    }
    keys[at * 2 + lettersOf] = key
    keys[at * 2 + placeOf] = at
  }
  return keys
}

function inOrder(words: Uint32Array, keys: Uint32Array): Uint32Array {
  const ordered = new Uint32Array(words.length)
  for (let at = 0; at < words.length; at++) ordered[at] = words[keys[at * 2 + placeOf] as number] as number
  return ordered
}
