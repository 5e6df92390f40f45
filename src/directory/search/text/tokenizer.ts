/**
 * Splits a text into words as people type them: in lower case, without accents and punctuation. Chinese and Japanese,
 * which have no spaces, are split by `word-breaks.ts`.
 */
import { plainLetters } from './plain-letters.ts'
import { simplifyHan } from './simplified-han.ts'
import { createSegmenter, type Letter } from './word-breaks.ts'

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
  const lower = text.toLowerCase()
  // Lower case can change the length ("İ"), and then its offsets are not those of the text.
  const isSameLength = lower.length === text.length
  for (let at = 0; at < textEnd; ) {
    const end = isSameLength ? asciiWordEnd(text, at, textEnd) : at
    if (end > at) words.push({ text: lower.slice(at, end), spelledOut: undefined, start: at, end })
    at = end > at ? end + 1 : foldWord(text, at, textEnd, words)
  }
  return words
}

/**
 * Fast path for most words: the end of a word of ASCII letters and digits, if what follows always ends a word. Returns
 * `start` if there is no such word.
 */
function asciiWordEnd(text: string, start: number, textEnd: number): number {
  let end = start
  while (end < textEnd && isAsciiLetter[text.charCodeAt(end)] === 1) end++
  return end === textEnd || text.charCodeAt(end) === space ? end : start
}

/** Indexed by code unit: 1 for ASCII letters and digits. Other code units are past the end of the array. */
const isAsciiLetter = Uint8Array.from({ length: 0x80 }, (_, unit) =>
  /[a-z\d]/i.test(String.fromCharCode(unit)) ? 1 : 0,
)

/** Adds the word that starts at `from`, if there is a letter. Returns where to continue. */
function foldWord(text: string, from: number, textEnd: number, words: Word[]): number {
  let word = ''
  let script: Script = 'spaced'
  let hasUmlaut = false
  let lettersSinceDot = 0
  let at = from
  for (; at < textEnd; at++) {
    const unit = text.charCodeAt(at)
    const folded = foldedUnits[unit] ?? foldUnit(unit)
    const { letters } = folded
    if (letters !== '') {
      if (word === '') script = folded.script
      // Scripts are written next to each other without a space: "三菱UFJ", "iM뱅크".
      else if (folded.script !== script) break
      word += letters
      hasUmlaut ||= folded.spelledOut !== letters
      lettersSinceDot += letters.length
      continue
    }
    if (word === '') return at + 1
    if (folded === silent) continue
    // A dot after a single letter belongs to the word ("U.S.A", "J.P. Morgan"); the dot in "St.Gallen" separates words.
    const isInside = unit === dot && lettersSinceDot === 1 && at + 1 < textEnd && text.charCodeAt(at + 1) !== space
    if (!isInside) break
    lettersSinceDot = 0
  }
  if (script === 'unspaced') words.push(...splitUnspaced(text, from, at))
  else {
    const folded = script === 'arabic' ? withoutArticle(word) : word
    words.push({
      text: folded,
      spelledOut: hasUmlaut ? spellOut(text.slice(from, at)) : undefined,
      start: from,
      end: at,
    })
  }
  return at
}

/** Scripts in which a word ends where another script starts. `unspaced` is Chinese and Japanese. */
type Script = 'spaced' | 'arabic' | 'hangul' | 'unspaced'

/** One UTF-16 code unit after folding: in lower case, without accents. */
interface FoldedUnit {
  /** Empty if the code unit is not a letter or digit. A Hangul syllable becomes two or three letters. */
  letters: string
  /** The letters with an umlaut written out: "oe" for "ö". */
  spelledOut: string
  script: Script
}

const space = ' '.charCodeAt(0)
const dot = '.'.charCodeAt(0)
const separator: FoldedUnit = { letters: '', spelledOut: '', script: 'spaced' }
/**
 * A character that is skipped within a word: the punctuation in O'Neil, M&T and ビー・エヌ・ピー, the mark of a long
 * vowel in Japanese, the stretched line in Arabic, and accents and vowel signs that are characters of their own.
 */
const silent: FoldedUnit = { letters: '', spelledOut: '', script: 'spaced' }
const silentPattern = /[&'\u2019\u30fb\u30fc\u0640\u200c\u200d]|\p{M}/u

const writtenOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** Cache, indexed by UTF-16 code unit, because building the index folds two million code units. */
const foldedUnits: (FoldedUnit | undefined)[] = new Array(1 << 16)

function foldUnit(unit: number): FoldedUnit {
  const character = String.fromCharCode(unit)
  const folded = silentPattern.test(character) ? silent : foldLetter(character)
  foldedUnits[unit] = folded
  return folded
}

function foldLetter(character: string): FoldedUnit {
  const lower = character.toLowerCase().normalize('NFC')
  const script = scriptOf(lower)
  const plain = plainLetters[lower] ?? lower.normalize('NFD').replaceAll(/[^\p{L}\p{N}]/gu, '')
  const letters = script === 'unspaced' ? foldUnspaced(plain) : plain
  return letters === '' ? separator : { letters, spelledOut: writtenOut[lower] ?? letters, script }
}

function scriptOf(character: string): Script {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return 'unspaced'
  if (/\p{Script=Hangul}/u.test(character)) return 'hangul'
  return /\p{Script=Arabic}/u.test(character) ? 'arabic' : 'spaced'
}

const hiraganaToKatakana = 'ア'.charCodeAt(0) - 'あ'.charCodeAt(0)

/**
 * Hiragana become katakana, small kana become large ones, as lists of bank names write them, and traditional Chinese
 * becomes simplified. A few compatibility characters (U+FACF) normalise to two code units. They are left out, like all
 * characters that take two, because words are split by code unit.
 */
function foldUnspaced(character: string): string {
  if (character.length > 1) return ''
  if (/\p{Script=Han}/u.test(character)) return simplifyHan(character)
  const katakana = /\p{Script=Hiragana}/u.test(character)
    ? String.fromCharCode(character.charCodeAt(0) + hiraganaToKatakana)
    : character
  return largeKana[katakana] ?? katakana
}

const largeKana: Readonly<Record<string, string>> = {
  ァ: 'ア',
  ィ: 'イ',
  ゥ: 'ウ',
  ェ: 'エ',
  ォ: 'オ',
  ッ: 'ツ',
  ャ: 'ヤ',
  ュ: 'ユ',
  ョ: 'ヨ',
  ヮ: 'ワ',
}

const segment = createSegmenter((text) =>
  lettersOf(text, 0, text.length)
    .map((letter) => letter.text)
    .join(''),
)

function splitUnspaced(text: string, start: number, end: number): Word[] {
  const letters = lettersOf(text, start, end)
  return segment(letters).map((segment) => ({
    text: segment.text,
    spelledOut: undefined,
    start: (letters[segment.first] as Letter).at,
    end: (letters[segment.last] as Letter).at + 1,
  }))
}

function lettersOf(text: string, start: number, end: number): Letter[] {
  const letters: Letter[] = []
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    const folded = foldedUnits[unit] ?? foldUnit(unit)
    if (folded.letters !== '') letters.push({ text: folded.letters, at })
  }
  return letters
}

/** Arabic: البنك is بنك with the article. Shorter words may start with these letters by chance. */
const withoutArticle = (word: string): string => (word.length >= 4 && word.startsWith('ال') ? word.slice(2) : word)

function spellOut(word: string): string {
  let text = ''
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    text += (foldedUnits[unit] ?? foldUnit(unit)).spelledOut
  }
  return text
}
