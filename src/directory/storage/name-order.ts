/**
 * Sorts banks by name as a person would: ignores case, accents, punctuation and a leading "The", compares word by word,
 * and compares numbers by value. Banks with the same name are sorted by id.
 *
 * Sorting runs at every startup, so it compares precomputed keys instead of using `Intl.Collator`, which is slower.
 */
import { plainLetters } from '../search/text/plain-letters.ts'

/** `numbers`: bank numbers, sorted by id. `keys`: sort keys, indexed by bank number. */
export function orderByName(numbers: readonly number[], keys: readonly string[]): Uint32Array<ArrayBuffer> {
  // The sort is stable, so banks with the same name stay sorted by id.
  const sorted = numbers.toSorted((a, b) => {
    const [one, other] = [keys[a] as string, keys[b] as string]
    return one < other ? -1 : one > other ? 1 : 0
  })
  return Uint32Array.from(sorted)
}

/** Fast path: three quarters of the names only need to be converted to lower case. */
const isPlain = /^[a-z ]*$/

export function nameKey(name: string): string {
  const lower = name.toLowerCase()
  const key = isPlain.test(lower) ? lower : foldedKey(lower)
  return key.startsWith('the ') ? key.slice('the '.length) : key
}

/** Numbers are padded with zeros to this length, so that comparing them as text compares their values. */
const digitsMax = 12

const foldedKey = (lower: string): string =>
  lower
    .replace(/[^a-z0-9]+/g, foldedRun)
    .replace(/\d+/g, (digits) => digits.padStart(digitsMax, '0'))
    .trim()

/**
 * Cache of folded runs: all names together have only a few hundred distinct runs of characters other than a-z and 0-9.
 */
const foldedRuns = new Map<string, string>()

function foldedRun(run: string): string {
  const cached = foldedRuns.get(run)
  if (cached !== undefined) return cached
  const folded = run
    .replace(/[^ -~]/gu, plainLetter)
    .replace(/['.&]+/g, '')
    .replace(/[ -/:-@[-`{-~]+/g, ' ')
  foldedRuns.set(run, folded)
  return folded
}

function plainLetter(letter: string): string {
  const plain = plainLetters[letter] ?? letter.normalize('NFD').replace(/[^\p{L}\p{N}]/gu, '')
  // An apostrophe or a combining accent is part of a word; other punctuation separates words.
  return plain || (/[\p{M}’]/u.test(letter) ? '' : ' ')
}
