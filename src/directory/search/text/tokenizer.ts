/**
 * Names as people type them: in lower case, without accents and punctuation, word by word. Works on UTF-16 units in
 * buffers, because the index folds tens of thousands of names when the service starts.
 */
import { plainLetters } from './plain-letters.ts'

/** Longer than any name; the rest is not looked at. */
export const unitsMax = 300

/** Texts one after the other, with a space behind each. */
export interface Texts {
  count: number
  units: Uint16Array
  /** Where the space of each text is. */
  ends: Uint32Array
}

/** The words of texts, one after the other. */
export interface FoldedWords {
  count: number
  letters: Uint16Array
  /** One past the last letter of each. */
  ends: Uint32Array
  hashes: Int32Array
  /** In the text: the first unit, and one past the last. */
  from: Uint32Array
  to: Uint32Array
  /** How many words there are up to the end of each text. */
  ofTexts: Uint32Array
}

/** Room for the words of so many units, the spaces behind texts included: behind each word is one that is not its own. */
export const wordsFor = (units: number): FoldedWords => {
  const most = Math.ceil(units / 2)
  return {
    count: 0,
    letters: new Uint16Array(units),
    ends: new Uint32Array(most),
    hashes: new Int32Array(most),
    from: new Uint32Array(most),
    to: new Uint32Array(most),
    ofTexts: new Uint32Array(most),
  }
}

export const hashStart = 17
export const hashStep = 31

const space = 0x20
/** Within a word these are passed over: O'Neil, M&T, and marks that stand apart from their letter. */
const silent = 1
const dot = 2
/** What becomes of ASCII: a letter or digit, one of the above, or 0 for what parts words. */
const folded = new Uint16Array(0x80)
for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') {
  folded[letter.charCodeAt(0)] = letter.charCodeAt(0)
  folded[letter.toUpperCase().charCodeAt(0)] = letter.charCodeAt(0)
}
folded[0x26] = silent
folded[0x27] = silent
folded[0x2e] = dot
/** Stand for a letter that is there only where ö is written out as oe, å as aa; it does not count as one. */
const writtenOut: Record<string, number> = { e: 1, a: 2 }
for (const [letter, unit] of Object.entries(writtenOut)) folded[unit] = letter.charCodeAt(0)
const isWrittenOut = (unit: number): boolean => unit < space

/** Replaces the words by those of the texts, whose units have been through `writeUnits` if not all are plain ASCII. */
export function foldTexts(texts: Texts, words: FoldedWords): void {
  const { units } = texts
  const { letters, ends, hashes, from, to, ofTexts } = words
  let at = 0
  let end = 0
  let count = 0
  for (let text = 0; text < texts.count; text++) {
    const last = texts.ends[text] as number
    let length = 0
    let hash = hashStart
    for (; at <= last; at++) {
      const unit = units[at] as number
      const letter = unit < 0x80 ? (folded[unit] as number) : unit
      if (letter > dot) {
        if (length === 0) from[count] = at
        if (!isWrittenOut(unit)) length++
        letters[end++] = letter
        hash = (Math.imul(hash, hashStep) + letter) | 0
        continue
      }
      if (length === 0 || letter === silent) continue
      // Within "U.S.A" and "J.P. Morgan", not in "St.Gallen": each stands after a single letter.
      if (letter === dot && (length === 1 || units[at - 2] === 0x2e) && units[at + 1] !== space) continue
      to[count] = at
      ends[count] = end
      hashes[count++] = hash
      length = 0
      hash = hashStart
    }
    ofTexts[text] = count
  }
  words.count = count
}

/** What follows the plain letter where it is written out. */
const followers: Record<string, string> = { ä: 'e', ö: 'e', ü: 'e', ø: 'e', å: 'a' }

const replacements: (number[] | undefined)[] = new Array(65_536)

/** A unit as `foldTexts` knows it: ASCII, or letters that fold to themselves. */
function learnReplacement(unit: number): number[] {
  const lower = String.fromCharCode(unit).toLowerCase().normalize('NFC')
  const plain = plainLetters[lower] ?? lower.normalize('NFD').replaceAll(/[^\p{L}\p{N}]/gu, '')
  const replacement = Array.from({ length: plain.length }, (_, at) => plain.charCodeAt(at))
  const follower = followers[lower]
  if (follower) replacement.push(writtenOut[follower] as number)
  if (plain === '') replacement.push(unit === 0x2019 || (unit >= 0x300 && unit <= 0x36f) ? 0x27 : 0x2c)
  replacements[unit] = replacement
  return replacement
}

/** Answers where the text ends in `units`; `origins` tells of each of them where it stood in the text. */
export function writeUnits(text: string, units: Uint16Array, start: number, origins: Uint16Array): number {
  const length = Math.min(text.length, unitsMax)
  let end = start
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= space && unit < 0x7f) {
      origins[end - start] = at
      units[end++] = unit
      continue
    }
    const parts = replacements[unit] ?? learnReplacement(unit)
    for (let part = 0; part < parts.length; part++) {
      origins[end - start] = at
      units[end++] = parts[part] as number
    }
  }
  origins[end - start] = length
  units[end] = space
  return end
}

/** Takes out what is there only where letters are written out. Answers where the text ends now. */
export function dropWrittenOut(units: Uint16Array, start: number, end: number, origins: Uint16Array): number {
  let next = start
  for (let at = start; at <= end; at++) {
    const unit = units[at] as number
    if (isWrittenOut(unit)) continue
    origins[next - start] = origins[at - start] as number
    units[next++] = unit
  }
  return next - 1
}

export interface Word {
  text: string
  /** Where letters are also written out, the word in that spelling. */
  spelledOut: string | undefined
  start: number
  end: number
}

/** A unit becomes three at most, as in Korean. */
export const partsMax = unitsMax * 3 + 1
const scratch: Texts = { count: 1, units: new Uint16Array(partsMax), ends: new Uint32Array(1) }
const scratchWords = wordsFor(partsMax)
const origins = new Uint16Array(partsMax)

/** The same for a text, with words one can keep. */
export function foldWords(text: string): Word[] {
  const end = writeUnits(text, scratch.units, 0, origins)
  scratch.ends[0] = end
  foldTexts(scratch, scratchWords)
  const spelledOut = scratchTexts()
  let plain = spelledOut
  const plainEnd = dropWrittenOut(scratch.units, 0, end, origins)
  if (plainEnd < end) {
    scratch.ends[0] = plainEnd
    foldTexts(scratch, scratchWords)
    plain = scratchTexts()
  }
  const { from, to } = scratchWords
  return plain.map((word, at) => ({
    text: word,
    spelledOut: spelledOut[at] === word ? undefined : spelledOut[at],
    start: origins[from[at] as number] as number,
    end: origins[to[at] as number] as number,
  }))
}

function scratchTexts(): string[] {
  const { count, letters, ends } = scratchWords
  const texts: string[] = []
  let at = 0
  for (let word = 0; word < count; word++) {
    let text = ''
    for (; at < (ends[word] as number); at++) text += String.fromCharCode(letters[at] as number)
    texts.push(text)
  }
  return texts
}
