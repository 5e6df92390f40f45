/** Numbers the words of the names as they come, by their letters: no string is made of a word. */

import type { FoldedWords } from '../text/tokenizer.ts'
import { enlarged } from './grow-array.ts'

/** Word `n` is at `letters[starts[n]]` up to `starts[n + 1]`. */
export interface WordTable {
  size: number
  letters: Uint16Array
  starts: Uint32Array
  hashes: Int32Array
  /** Open addressing; a number is kept as itself plus one, 0 is a free place. */
  places: Int32Array
}

export const openWordTable = (): WordTable => ({
  size: 0,
  letters: new Uint16Array(1 << 19),
  starts: new Uint32Array(1 << 16),
  hashes: new Int32Array(1 << 16),
  places: new Int32Array(1 << 17),
})

/** Writes the number of each word to `numbers`, a new one if the word is new. */
export function numberWords(table: WordTable, words: FoldedWords, numbers: Uint32Array): void {
  makeRoom(table, words)
  const { letters: known, starts, hashes, places } = table
  const { letters, ends } = words
  const mask = places.length - 1
  let size = table.size
  let start = 0
  for (let word = 0; word < words.count; word++) {
    const end = ends[word] as number
    const hash = words.hashes[word] as number
    let place = (hash ^ (hash >>> 15)) & mask
    let number = (places[place] as number) - 1
    while (number >= 0) {
      let at = start
      if (hashes[number] === hash) {
        // The letters behind those of a word are the next word's, so the end is compared too.
        let other = starts[number] as number
        const otherEnd = starts[number + 1] as number
        while (at < end && other < otherEnd && letters[at] === known[other]) {
          at++
          other++
        }
        if (at === end && other === otherEnd) break
      }
      place = (place + 1) & mask
      number = (places[place] as number) - 1
    }
    if (number < 0) {
      number = size++
      hashes[number] = hash
      places[place] = size
      let other = starts[number] as number
      for (let at = start; at < end; at++) known[other++] = letters[at] as number
      starts[size] = other
    }
    numbers[word] = number
    start = end
  }
  table.size = size
}

/** For the case that all words are new. */
function makeRoom(table: WordTable, { count, ends }: FoldedWords): void {
  const size = table.size + count
  const letters = (table.starts[table.size] as number) + (count === 0 ? 0 : (ends[count - 1] as number))
  if (letters > table.letters.length) table.letters = enlarged(table.letters, new Uint16Array(letters * 2))
  if (size >= table.starts.length) {
    table.starts = enlarged(table.starts, new Uint32Array(size * 2))
    table.hashes = enlarged(table.hashes, new Int32Array(size * 2))
  }
  if (size * 2 > table.places.length) table.places = rehashed(table, 2 ** Math.ceil(Math.log2(size * 4)))
}

function rehashed({ size, hashes }: WordTable, length: number): Int32Array {
  const places = new Int32Array(length)
  for (let word = 0; word < size; word++) {
    const hash = hashes[word] as number
    let place = (hash ^ (hash >>> 15)) & (length - 1)
    while (places[place] !== 0) place = (place + 1) & (length - 1)
    places[place] = word + 1
  }
  return places
}
