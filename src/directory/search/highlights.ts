/** Finds the text in a bank's record that matches a query, and the spans of that text to highlight. */
import type { CodeEntry } from '../storage/code-index.ts'
import type { HighlightField } from './highlight-fields.ts'
import { type Name, type NamedBank, type NameField, searchableNames } from './text/searchable-names.ts'
import { foldWords } from './text/tokenizer.ts'

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

export function highlightName(bank: NamedBank, { field, found }: NameMatch): Highlight {
  const names = searchableNames(bank, field)
  const hasAllWords = ({ words }: Name): boolean => found.every(({ word }) => words.some(({ text }) => text === word))
  const name = (names.find(hasAllWords) ?? names[0]) as Name
  const spans = found.flatMap(({ word, by }) => {
    const nameWord = name.words.find(({ text }) => text === word)
    if (nameWord === undefined) return []
    // Initials have one span per letter: highlight only the letters that were typed.
    if (nameWord.spans.length > 1 && word.startsWith(by)) return nameWord.spans.slice(0, by.length)
    return nameWord.spans.map((span) => narrowSpan(span, name.text, word, by))
  })
  const isMatch = ({ value, status }: Code): boolean => value === name.text && field === fieldOfCode(status)
  const code = bank.codes?.find(isMatch)
  return {
    field: toHighlightField(field),
    text: name.text,
    spans: mergeSpans(spans),
    scheme: code?.scheme ?? null,
    status: code ? (code.status ?? 'current') : null,
  }
}

export const highlightCode = ({ value, scheme, status }: CodeEntry, digitCount: number): Highlight => ({
  field: 'codes',
  text: value,
  spans: [[0, digitCount]],
  scheme,
  status,
})

type Code = NonNullable<NamedBank['codes']>[number]

const fieldOfCode = (status: Code['status']): NameField => (status === undefined ? 'code' : 'other_code')

/**
 * Narrows a word's span to the part that the user typed. If folding changed the length of the word, as when "ß" becomes
 * "ss", the span is narrowed only if the user typed a prefix of the word.
 */
function narrowSpan([start, end]: [number, number], text: string, word: string, typed: string): [number, number] {
  const at = word.indexOf(typed)
  if (at < 0 || typed === word) return [start, end]
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
function mergeSpans(spans: [number, number][]): [number, number][] {
  const merged: [number, number][] = []
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}
