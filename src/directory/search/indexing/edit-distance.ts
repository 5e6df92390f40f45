/** Finds the words within a small edit distance of a misspelt word. */
import { createLetterPairs, type LetterRuns } from './letter-runs.ts'
import { letterBit, type SortedWords } from './sorted-words.ts'

const lettersMax = 40

/**
 * Costs in steps of the work budget. Filling one matrix row costs `rowSteps`. Skipping a word because of its letter set
 * costs a quarter of a step, so the number of skipped words is shifted right by `skippedWordShift`.
 */
const rowSteps = 5
const skippedWordShift = 2

/**
 * `edits` is the edit distance from the query word to the whole word, and `prefixEdits` to the closest prefix of that
 * word.
 */
type Visit = (word: number, edits: number, prefixEdits: number) => void

/**
 * Visits the words for which `edits` or `prefixEdits` is at most `editsMax`. For words that start with neither of the
 * first two letters of `word`, the limit is 1. `word` needs at least three letters. Returns the number of steps taken.
 */
export type FuzzyMatcher = (word: string, editsMax: number, visit: Visit) => number

/**
 * Computes the edit distance (a letter changed, left out or added, or two neighbours swapped), row by row, to every
 * word that starts with one of the first two letters of the query word. Most words are skipped by their letter set: one
 * edit accounts for at most one query letter that a word lacks, so a word that lacks more than `editsMax` of them is
 * too far away. The remaining words are visited in alphabetical order, so that each reuses the matrix rows for the
 * letters it shares with the previous word. A word that starts with any other letter matches only if its first letter
 * is the only edit; these words are looked up by their second and third letters.
 */
export function createFuzzyMatcher(sorted: SortedWords, pairs: LetterRuns['pairs']): FuzzyMatcher {
  const { letters, starts, fuzzyWords, letterSets } = sorted
  const visitWordsWithPair = createLetterPairs(pairs)
  const width = lettersMax + 1
  const rows = new Uint8Array(width * (lettersMax + 4))
  /**
   * Indexed by length: the smallest edit distance between the query word and any prefix of the word up to that length.
   */
  const prefixDistances = new Uint8Array(lettersMax + 4)
  const wanted = new Uint16Array(lettersMax)
  const far = 100
  let [length, editsMax, steps] = [0, 0, 0]

  /**
   * Fills the matrix row for the letter at this depth from the two rows above it. Returns the smallest distance in the
   * row.
   */
  const fillRow = (depth: number, letter: number, before: number): number => {
    steps += rowSteps
    const row = depth * width
    const from = Math.max(1, depth - editsMax)
    const to = Math.min(length, depth + editsMax)
    let left = from === 1 ? depth : far
    let least = left
    rows[row + from - 1] = left
    for (let at = from; at <= to; at++) {
      const above = at === depth + editsMax ? far : (rows[row - width + at] as number)
      const diagonal = rows[row - width + at - 1] as number
      let cell = wanted[at - 1] === letter ? diagonal : diagonal + 1
      if (above + 1 < cell) cell = above + 1
      if (left + 1 < cell) cell = left + 1
      if (depth > 1 && at > 1 && wanted[at - 2] === letter && wanted[at - 1] === before) {
        const swapped = (rows[row - 2 * width + at - 2] as number) + 1
        if (swapped < cell) cell = swapped
      }
      rows[row + at] = cell
      left = cell
      if (cell < least) least = cell
    }
    const whole = to === length ? left : far
    const shorter = prefixDistances[depth - 1] as number
    prefixDistances[depth] = whole < shorter ? whole : shorter
    return least
  }

  /** Whether the word, without its first letter, starts with the letters of the query word from position `from` on. */
  const continuesWith = (word: number, from: number): boolean => {
    let next = (starts[word] as number) + 1
    if ((starts[word + 1] as number) - next < length - from) return false
    let at = from
    while (at < length && letters[next] === wanted[at]) {
      at++
      next++
    }
    return at === length
  }

  /** The position in `fuzzyWords` of the first word that starts with this letter or a later one. */
  const firstFrom = (letter: number): number => {
    let [low, high] = [0, fuzzyWords.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((letters[starts[fuzzyWords[middle] as number] as number] as number) < letter) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * Visits words that start with neither of the first two letters of the query word. Their first letter either replaces
   * the first letter of the query word (`from` is 1) or precedes it (`from` is 0).
   */
  const visitOtherFirstLetters = (visit: Visit): void => {
    for (const from of [1, 0]) {
      steps += visitWordsWithPair(wanted[from] as number, wanted[from + 1] as number, (word) => {
        const start = starts[word] as number
        const first = letters[start] as number
        if (first === wanted[0] || first === wanted[1] || !continuesWith(word, from)) return
        visit(word, (starts[word + 1] as number) - start - length + from, 1)
      })
    }
  }

  const visitSimilar = (from: number, to: number, wantedSet: number, visit: Visit): void => {
    steps += (to - from) >> skippedWordShift
    const depthMax = length + editsMax
    // Matrix rows up to depth `valid` are filled for the word that starts at `filled`. From depth `lost` on, all
    // distances exceed `editsMax`.
    let valid = 0
    let lost = far
    let filled = 0
    for (let at = from; at < to; at++) {
      if (countBits(wantedSet & ~(letterSets[at] as number)) > editsMax) continue
      const word = fuzzyWords[at] as number
      const start = starts[word] as number
      let common = 0
      while (common < valid && letters[filled + common] === letters[start + common]) common++
      valid = common
      if (common < lost) lost = far
      filled = start
      const wordLength = (starts[word + 1] as number) - start
      const last = wordLength < depthMax ? wordLength : depthMax
      while (valid < last && lost === far) {
        valid++
        const letter = letters[start + valid - 1] as number
        const before = valid > 1 ? (letters[start + valid - 2] as number) : 0
        if (fillRow(valid, letter, before) > editsMax) lost = valid
      }
      const isWhole = lost === far && valid === wordLength && wordLength >= length - editsMax
      const edits = isWhole ? (rows[wordLength * width + length] as number) : far
      const prefixEdits = prefixDistances[valid] as number
      if (edits <= editsMax || prefixEdits <= editsMax) visit(word, edits, prefixEdits)
    }
  }

  return (word, maximum, visit) => {
    length = word.length
    editsMax = maximum
    if (length > lettersMax - maximum) return 0
    steps = 0
    let wantedSet = 0
    for (let at = 0; at < length; at++) {
      const letter = word.charCodeAt(at)
      wanted[at] = letter
      wantedSet |= letterBit(letter)
    }
    for (let at = 0; at <= length; at++) rows[at] = at
    prefixDistances[0] = length
    // Allow several edits only in words that start with one of the first two letters: people rarely get both the first
    // letter and another letter wrong.
    for (const letter of [...new Set(wanted.subarray(0, Math.min(2, length)))].sort((a, b) => a - b)) {
      visitSimilar(firstFrom(letter), firstFrom(letter + 1), wantedSet, visit)
    }
    visitOtherFirstLetters(visit)
    return steps
  }
}

function countBits(set: number): number {
  let pairs = set - ((set >>> 1) & 0x55555555)
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((pairs + (pairs >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
