/**
 * The order of a list: by name, as a person sorts. Case, accents, punctuation and a leading "The" do not count, words
 * compare one by one, and a number compares by its value. Banks of the same name follow by id.
 *
 * Comparing folded keys takes less time than `Intl.Collator`, and this runs at every start.
 */
import { plainLetters } from '../search/text/plain-letters.ts'

/** `numbers`: of banks, sorted by id; `keys`: by bank number. */
export function orderByName(numbers: readonly number[], keys: readonly string[]): Uint32Array<ArrayBuffer> {
  // The sort is stable, so banks of the same name stay sorted by id.
  const sorted = numbers.toSorted((a, b) => {
    const [one, other] = [keys[a] as string, keys[b] as string]
    return one < other ? -1 : one > other ? 1 : 0
  })
  return Uint32Array.from(sorted)
}

/** Three names of four need no more than lower case. */
const isPlain = /^[a-z ]*$/

export function nameKey(name: string): string {
  const lower = name.toLowerCase()
  const key = isPlain.test(lower) ? lower : foldedKey(lower)
  return key.startsWith('the ') ? key.slice('the '.length) : key
}

/** Zeros in front of a number make its digits compare like its value. */
const digitsMax = 12

const foldedKey = (lower: string): string =>
  lower
    .replace(/[^a-z0-9]+/g, foldedRun)
    .replace(/\d+/g, (digits) => digits.padStart(digitsMax, '0'))
    .trim()

/** The same few hundred runs of other characters stand in all names, so each is folded once. */
const knownRuns = new Map<string, string>()

function foldedRun(run: string): string {
  const known = knownRuns.get(run)
  if (known !== undefined) return known
  const folded = run
    .replace(/[^ -~]/gu, plainLetter)
    .replace(/['.&]+/g, '')
    .replace(/[ -/:-@[-`{-~]+/g, ' ')
  knownRuns.set(run, folded)
  return folded
}

function plainLetter(letter: string): string {
  const plain = plainLetters[letter] ?? letter.normalize('NFD').replace(/[^\p{L}\p{N}]/gu, '')
  // An apostrophe or a separate accent is part of a word; other punctuation separates words.
  return plain || (/[\p{M}’]/u.test(letter) ? '' : ' ')
}
