/** Words that are like a given one, although something in it is misspelt. */
import { createLetterPairs } from './letter-runs.ts'
import { bitOf, type SortedWords } from './sorted-words.ts'
import type { Vocabulary } from './vocabulary.ts'

const lettersMax = 40

/** What a row of cells takes; so little is it to pass over a word by its set of letters that it counts a quarter. */
const rowSteps = 5
const wordShift = 2

type Visit = Parameters<Vocabulary['near']>[2]

/**
 * Edit distance (a letter changed, left out, added, or two neighbours swapped) to every word that begins with one of the
 * first two letters, row by row. Each edit brings at most one letter that the word does not have, so most of them are
 * passed over by their set of letters. The others are taken by the alphabet: a word shares its first letters with the
 * one before, and so the rows of these. Where a word begins otherwise, that is the one edit, and the rest is the same:
 * those words are found by their second and third letter.
 */
export function createFuzzyMatcher(sorted: SortedWords): Vocabulary['near'] {
  const { letters, starts, lengths, names, sets, shared } = sorted
  const pairs = createLetterPairs(sorted)
  const width = lettersMax + 1
  const rows = new Uint8Array(width * (lettersMax + 4))
  /** The least distance to a beginning of the word, up to each depth. */
  const ofStart = new Uint8Array(lettersMax + 4)
  const wanted = new Uint16Array(lettersMax)
  const far = 100
  let [length, editsMax, steps] = [0, 0, 0]

  /** The row of a letter, from that of the letter before; answers the least cell. */
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
    const here = to === length ? left : far
    const earlier = ofStart[depth - 1] as number
    ofStart[depth] = here < earlier ? here : earlier
    return least
  }

  /** Whether the letters there are all that are wanted, from the one at `from` on. */
  const isRest = (start: number, from: number): boolean => {
    let at = from
    for (let next = start; at < length && letters[next] === wanted[at]; next++) at++
    return at === length
  }

  /** The first of the words that begin with this letter or a later one. */
  const firstFrom = (letter: number): number => {
    let [low, high] = [0, names.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((letters[starts[names[middle] as number] as number] as number) < letter) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Words that begin with another letter than the first two, in place of the first wanted one or before it. */
  const visitOthers = (visit: Visit): void => {
    for (const from of [1, 0]) {
      steps += pairs(wanted[from] as number, wanted[from + 1] as number, (number) => {
        const start = starts[number] as number
        const first = letters[start] as number
        if (first === wanted[0] || first === wanted[1] || !isRest(start + 1, from)) return
        visit(number, (lengths[number] as number) - length + from, 1)
      })
    }
  }

  const visitAlike = (from: number, to: number, wantedSet: number, visit: Visit): void => {
    steps += (to - from) >> wordShift
    const depthMax = length + editsMax
    // Up to this depth the rows are those of the word at hand; from the other depth on nothing can match.
    let valid = 0
    let lost = far
    for (let at = from; at < to; at++) {
      const common = shared[at] as number
      if (common < valid) valid = common
      if (common < lost) lost = far
      if (countBits(wantedSet & ~(sets[at] as number)) > editsMax) continue
      const number = names[at] as number
      const start = starts[number] as number
      const wordLength = lengths[number] as number
      const last = wordLength < depthMax ? wordLength : depthMax
      while (valid < last && lost === far) {
        valid++
        const letter = letters[start + valid - 1] as number
        const before = valid > 1 ? (letters[start + valid - 2] as number) : 0
        if (fillRow(valid, letter, before) > editsMax) lost = valid
      }
      const isWhole = lost === far && valid === wordLength && wordLength >= length - editsMax
      const edits = isWhole ? (rows[wordLength * width + length] as number) : far
      const editsOfStart = ofStart[valid] as number
      if (edits <= editsMax || editsOfStart <= editsMax) visit(number, edits, editsOfStart)
    }
  }

  return (word, most, visit) => {
    length = word.length
    editsMax = most
    if (length > lettersMax - most) return 0
    steps = 0
    let wantedSet = 0
    for (let at = 0; at < length; at++) {
      const letter = word.charCodeAt(at)
      wanted[at] = letter
      wantedSet |= bitOf(letter)
    }
    for (let at = 0; at <= length; at++) rows[at] = at
    ofStart[0] = length
    // Hardly anybody gets the first letter wrong and another one too.
    for (const letter of [...new Set(wanted.subarray(0, Math.min(2, length)))].sort((a, b) => a - b)) {
      const [from, to] = [firstFrom(letter), firstFrom(letter + 1)]
      visitAlike(from, to, wantedSet, visit)
    }
    visitOthers(visit)
    return steps
  }
}

function countBits(set: number): number {
  let pairs = set - ((set >>> 1) & 0x55555555)
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((pairs + (pairs >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
