/** Words that are like a given one, although something in it is misspelt. */
import { bitOf, type SortedWords } from './sorted-words.ts'
import type { Vocabulary } from './vocabulary.ts'

const lettersMax = 40

type Visit = Parameters<Vocabulary['near']>[2]

/**
 * Edit distance (a letter changed, left out, added, or two neighbours swapped) to every word that begins with one of the
 * first two letters, row by row. Each edit brings at most one letter that the word does not have, so most of them are
 * passed over by their set of letters. The others are taken by the alphabet: a word shares its first letters with the
 * one before, and so the rows of these. Where a word begins otherwise, that is the one edit, and the rest is the same.
 */
export function nearFinder({ letters, starts, lengths, names, sets, shared }: SortedWords): Vocabulary['near'] {
  const width = lettersMax + 1
  const rows = new Uint8Array(width * (lettersMax + 4))
  /** The least distance to a beginning of the word, up to each depth. */
  const ofStart = new Uint8Array(lettersMax + 4)
  const wanted = new Uint16Array(lettersMax)
  const far = 100
  let [length, editsMax] = [0, 0]

  /** The row of a letter, from that of the letter before; answers the least cell. */
  const fillRow = (depth: number, letter: number, before: number): number => {
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

  /** Edits of a word that begins with another letter: in place of the first, or before it. */
  const editsBehind = (start: number, wordLength: number): number => {
    if (wordLength > length && isRest(start + 1, 0)) return wordLength - length
    return wordLength >= length && isRest(start + 1, 1) ? wordLength - length + 1 : far
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

  /** Of words that begin with another letter. */
  const visitOthers = (from: number, to: number, wantedSet: number, visit: Visit): void => {
    for (let at = from; at < to; at++) {
      const missing = wantedSet & ~(sets[at] as number)
      // Two letters or more.
      if ((missing & (missing - 1)) !== 0) continue
      const number = names[at] as number
      const edits = editsBehind(starts[number] as number, lengths[number] as number)
      if (edits < far) visit(number, edits, 1)
    }
  }

  const visitAlike = (from: number, to: number, wantedSet: number, visit: Visit): void => {
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
    if (length > lettersMax - most) return
    let wantedSet = 0
    for (let at = 0; at < length; at++) {
      const letter = word.charCodeAt(at)
      wanted[at] = letter
      wantedSet |= bitOf(letter)
    }
    for (let at = 0; at <= length; at++) rows[at] = at
    ofStart[0] = length
    let done = 0
    // Hardly anybody gets the first letter wrong and another one too.
    for (const letter of [...new Set(wanted.subarray(0, Math.min(2, length)))].sort((a, b) => a - b)) {
      const [from, to] = [firstFrom(letter), firstFrom(letter + 1)]
      visitOthers(done, from, wantedSet, visit)
      visitAlike(from, to, wantedSet, visit)
      done = to
    }
    visitOthers(done, names.length, wantedSet, visit)
  }
}

function countBits(set: number): number {
  let pairs = set - ((set >>> 1) & 0x55555555)
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((pairs + (pairs >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
