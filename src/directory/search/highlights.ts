/** Finds the text in a bank's record that matches a query, and the spans of that text to highlight. */
import type { CodeEntry } from '../storage/code-index.ts'
import type { HighlightField } from './search-schema.ts'
import {
  codeField,
  initialsOf,
  isSpelledOut,
  type NamedBank,
  type NameField,
  spelledOutText,
  textsIn,
} from './text/searchable-names.ts'
import { foldWords, type Word } from './text/tokenizer.ts'

/** The field of the best-matching name, and which words of that name match which query words. */
export interface NameMatch {
  field: NameField
  found: { word: string; by: string }[]
}

export interface Highlight {
  field: HighlightField
  /** As written in the record. */
  text: string
  /** Sorted. Offsets are in UTF-16 code units; the end is exclusive. */
  spans: [number, number][]
  /** `scheme` and `status` are set for a code, and null for any other field. */
  scheme: string | null
  status: CodeEntry['status'] | null
}

const highlightFieldNames = { initials: 'name', alias: 'aliases', code: 'codes', other_code: 'codes' } as const
const toHighlightField = (field: NameField): HighlightField =>
  field in highlightFieldNames
    ? highlightFieldNames[field as keyof typeof highlightFieldNames]
    : (field as HighlightField)

export function highlightName(bank: NamedBank, match: NameMatch): Highlight {
  const { field } = match
  const { text, spans } = field === 'initials' ? highlightInitials(bank.name, match) : highlightWords(bank, match)
  const code = bank.codes?.find(({ value, status }) => value === text && field === codeField(status))
  return {
    field: toHighlightField(field),
    text,
    spans: mergeSpans(spans),
    scheme: code?.scheme ?? null,
    status: code ? (code.status ?? 'current') : null,
  }
}

type Span = [start: number, end: number]

/** Highlights the first text of the field that has all words, in one of its two spellings. */
function highlightWords(bank: NamedBank, { field, found }: NameMatch): { text: string; spans: Span[] } {
  const texts = textsIn(bank, field)
  for (const text of texts) {
    const words = foldWords(text)
    if (hasAllWords(words, plainText, found)) return { text, spans: spansOf(text, words, plainText, found) }
    if (words.some(isSpelledOut) && hasAllWords(words, spelledOutText, found)) {
      return { text, spans: spansOf(text, words, spelledOutText, found) }
    }
  }
  const text = texts[0] as string
  return { text, spans: spansOf(text, foldWords(text), plainText, found) }
}

type Found = NameMatch['found']
type Spelling = (word: Word) => string

const plainText: Spelling = ({ text }) => text

const hasAllWords = (words: readonly Word[], spelling: Spelling, found: Found): boolean =>
  found.every(({ word }) => words.some((one) => spelling(one) === word))

function spansOf(text: string, words: readonly Word[], spelling: Spelling, found: Found): Span[] {
  const spans: Span[] = []
  for (const { word, by } of found) {
    const nameWord = words.find((one) => spelling(one) === word)
    if (nameWord) spans.push(narrowSpan(nameWord, text, word, by))
  }
  return spans
}

/** Highlights the letters that were typed, or all of them if the initials are misspelt. */
function highlightInitials(text: string, { found }: NameMatch): { text: string; spans: Span[] } {
  const all = initialsOf(foldWords(text))
  const initials = all.find((one) => found.every(({ word }) => one.text === word)) ?? all[0]
  const spans = found.flatMap(({ word, by }) => {
    if (initials?.text !== word) return []
    const letters = word.startsWith(by) ? by.length : word.length
    return initials.words.slice(0, letters).map(({ start }): Span => [start, start + 1])
  })
  return { text, spans }
}

/** `digits`: what the user typed. The code starts with these digits, or ends in them after its leading zeros. */
export const highlightCode = ({ value, scheme, status }: CodeEntry, digits: string): Highlight => ({
  field: 'codes',
  text: value,
  spans: [value.startsWith(digits) ? [0, digits.length] : [value.length - digits.length, value.length]],
  scheme,
  status,
})

/**
 * Narrows a word's span to the part that the user typed. If folding changed the length of the word, as when "ß" becomes
 * "ss", the span is narrowed only if the user typed a prefix of the word.
 */
function narrowSpan({ start, end }: Word, text: string, word: string, typed: string): Span {
  if (typed === word) return [start, end]
  const at = word.indexOf(typed)
  if (at < 0) return [start, end]
  if (end - start === word.length) return [start + at, start + at + typed.length]
  if (at > 0) return [start, end]
  // Find the shortest prefix that covers the typed letters: "koeln" is the first four letters of "KölnBonn".
  const coversTyped = (length: number): boolean =>
    spellingsOf(text.slice(start, start + length)).some((spelling) => spelling.startsWith(typed))
  let length = 1
  while (start + length < end && !coversTyped(length)) length++
  return [start, start + length]
}

const spellingsOf = (text: string): string[] =>
  foldWords(text).flatMap(({ text: plain, spelledOut = plain }) => [plain, spelledOut])

/** Sorts the spans and merges those that overlap or touch. */
function mergeSpans(spans: Span[]): Span[] {
  if (spans.length < 2) return spans
  const merged: Span[] = []
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}
