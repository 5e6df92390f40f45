/** Words that are like a given one, although something in it is misspelt. */
import { bitOf, type SortedWords } from './sorted-words.ts'
import type { Vocabulary } from './vocabulary.ts'

const lettersMax = 40

/**
 * Edit distance (a letter changed, left out, added, or two neighbours swapped) to every word, row by row. Each edit
 * brings at most one letter that the word does not have, so most words are passed over by their set of letters. The
 * others are taken by the alphabet: a word shares its first letters with the one before, and so the rows of these.
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

  return (word, most, visit) => {
    length = word.length
    editsMax = most
    if (length > lettersMax - most) return
    for (let at = 0; at < length; at++) wanted[at] = word.charCodeAt(at)
    let wantedSet = 0
    for (let at = 0; at < length; at++) wantedSet |= bitOf(wanted[at] as number)
    const depthMax = length + most
    for (let at = 0; at <= length; at++) rows[at] = at
    ofStart[0] = length
    // Up to this depth the rows are those of the word at hand; from the other depth on nothing can match.
    let valid = 0
    let lost = far
    for (let at = 0; at < names.length; at++) {
      const common = shared[at] as number
      if (common < valid) valid = common
      if (common < lost) lost = far
      const number = names[at] as number
      const start = starts[number] as number
      const first = letters[start]
      // Hardly anybody gets the first letter wrong and another one too.
      const allowed = first === wanted[0] || first === wanted[1] ? most : 1
      if (countBits(wantedSet & ~(sets[at] as number)) > allowed) continue
      const wordLength = lengths[number] as number
      const last = wordLength < depthMax ? wordLength : depthMax
      while (valid < last && lost === far) {
        valid++
        const letter = letters[start + valid - 1] as number
        const before = valid > 1 ? (letters[start + valid - 2] as number) : 0
        if (fillRow(valid, letter, before) > allowed) lost = valid
      }
      const isWhole = lost === far && valid === wordLength && wordLength >= length - most
      const edits = isWhole ? (rows[wordLength * width + length] as number) : far
      const editsOfStart = ofStart[valid] as number
      if (edits <= allowed || editsOfStart <= allowed) visit(number, edits, editsOfStart)
    }
  }
}

function countBits(set: number): number {
  let pairs = set - ((set >>> 1) & 0x55555555)
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((pairs + (pairs >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
