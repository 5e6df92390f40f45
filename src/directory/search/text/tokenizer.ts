/** Splits a text into words as people type them: in lower case, without accents or punctuation. */
import { plainLetters } from './plain-letters.ts'

/** The maximum length of a text, in UTF-16 code units. No name is this long; anything past the limit is ignored. */
export const unitsMax = 300

export interface Word {
  text: string
  /** The word with its umlauts written out ("koeln"), if it has any. */
  spelledOut: string | undefined
  /** UTF-16 offsets in the text; `end` is exclusive. */
  start: number
  end: number
}

export function foldWords(text: string): Word[] {
  const words: Word[] = []
  const textEnd = Math.min(text.length, unitsMax)
  let word = ''
  let start = 0
  let hasUmlaut = false
  let lettersSinceDot = 0
  for (let at = 0; at <= textEnd; at++) {
    const unit = at < textEnd ? text.charCodeAt(at) : space
    const folded = foldedUnits[unit] ?? foldUnit(unit)
    const { letters } = folded
    if (letters !== '') {
      if (word === '') start = at
      word += letters
      hasUmlaut ||= folded.spelledOut !== letters
      lettersSinceDot += letters.length
      continue
    }
    if (word === '' || folded === silent) continue
    // A dot after a single letter belongs to the word ("U.S.A", "J.P. Morgan"); the dot in "St.Gallen" separates words.
    if (unit === dot && lettersSinceDot === 1 && at + 1 < textEnd && text.charCodeAt(at + 1) !== space) {
      lettersSinceDot = 0
      continue
    }
    words.push({ text: word, spelledOut: hasUmlaut ? spellOut(text.slice(start, at)) : undefined, start, end: at })
    word = ''
    hasUmlaut = false
    lettersSinceDot = 0
  }
  return words
}

/** One UTF-16 code unit after folding: in lower case, without accents. */
interface FoldedUnit {
  /** Empty if the code unit is not a letter or digit. */
  letters: string
  /** The letters with an umlaut written out: "oe" for "ö". */
  spelledOut: string
}

const space = ' '.charCodeAt(0)
const dot = '.'.charCodeAt(0)
const separator: FoldedUnit = { letters: '', spelledOut: '' }
/** A character that is skipped within a word: the punctuation in O'Neil and M&T, and combining accents. */
const silent: FoldedUnit = { letters: '', spelledOut: '' }
const silentPattern = /[&'\u2019]|[\u0300-\u036f]/

const writtenOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** Cache, indexed by UTF-16 code unit, because building the index folds two million code units. */
const foldedUnits: (FoldedUnit | undefined)[] = new Array(1 << 16)

function foldUnit(unit: number): FoldedUnit {
  const character = String.fromCharCode(unit)
  const lower = character.toLowerCase().normalize('NFC')
  const letters = plainLetters[lower] ?? lower.normalize('NFD').replaceAll(/[^\p{L}\p{N}]/gu, '')
  const notALetter = silentPattern.test(character) ? silent : separator
  const folded = letters === '' ? notALetter : { letters, spelledOut: writtenOut[lower] ?? letters }
  foldedUnits[unit] = folded
  return folded
}

function spellOut(word: string): string {
  let text = ''
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    text += (foldedUnits[unit] ?? foldUnit(unit)).spelledOut
  }
  return text
}
