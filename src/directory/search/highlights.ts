/** What of a bank matched a query, to be marked where the name is shown. */
import type { CodeEntry } from '../storage/code-index.ts'
import { type Name, type NamedBank, type NameField, searchableNames } from './text/searchable-names.ts'
import { foldWords } from './text/tokenizer.ts'

/** Which kind of a bank's names fits best, and which of that name's words were found by which of the query. */
export interface NameHit {
  field: NameField
  found: { word: string; by: string }[]
}

export interface Highlight {
  field: MatchedField
  /** As it is written there. */
  text: string
  /** From the first UTF-16 unit to one past the last, in order. */
  spans: [number, number][]
  /** Of a code; null where something else matched. */
  scheme: string | null
  status: CodeEntry['status'] | null
}

/** As a bank is listed. */
export const highlightFields = [
  'name',
  'short_name',
  'aliases',
  'legal_name',
  'bic',
  'lei',
  'ussd',
  'codes',
  'city',
  'region',
  'successor_of',
] as const
type MatchedField = (typeof highlightFields)[number]

const shownFields = { initials: 'name', alias: 'aliases', code: 'codes', other_code: 'codes' } as const
const shownField = (field: NameField): MatchedField =>
  field in shownFields ? shownFields[field as keyof typeof shownFields] : (field as MatchedField)

export function highlightOf(bank: NamedBank, { field, found }: NameHit): Highlight {
  const names = searchableNames(bank, field)
  const hasAll = ({ words }: Name): boolean => found.every(({ word }) => words.some(({ text }) => text === word))
  const name = (names.find(hasAll) ?? names[0]) as Name
  const spans = found.flatMap(({ word, by }) => {
    const place = name.words.find(({ text }) => text === word)
    if (place === undefined) return []
    // Of initials only those that were typed.
    if (place.spans.length > 1 && word.startsWith(by)) return place.spans.slice(0, by.length)
    return place.spans.map((span) => narrowed(span, name.text, word, by))
  })
  const isIt = ({ value, status }: Code): boolean => value === name.text && isField(field, status)
  const code = bank.codes?.find(isIt)
  return {
    field: shownField(field),
    text: name.text,
    spans: merged(spans),
    scheme: code?.scheme ?? null,
    status: code ? (code.status ?? 'current') : null,
  }
}

type Code = NonNullable<NamedBank['codes']>[number]

/** Whether a code of this status is a name of that field. */
const isField = (field: NameField, status: Code['status']): boolean =>
  field === (status === undefined ? 'code' : 'other_code')

/** Of a word that has what was typed in it, only that; where it has other letters than the name, if it begins so. */
function narrowed([start, end]: [number, number], text: string, word: string, by: string): [number, number] {
  const at = word.indexOf(by)
  if (at < 0 || by === word) return [start, end]
  if (end - start === word.length) return [start + at, start + at + by.length]
  if (at > 0) return [start, end]
  // "Koeln" is the first four letters of "KölnBonn".
  const isAll = (length: number): boolean =>
    spellingsOf(text.slice(start, start + length)).some((it) => it.startsWith(by))
  let length = 1
  while (start + length < end && !isAll(length)) length++
  return [start, start + length]
}

const spellingsOf = (text: string): string[] =>
  foldWords(text).flatMap(({ text: plain, spelledOut = plain }) => [plain, spelledOut])

function merged(spans: [number, number][]): [number, number][] {
  const apart: [number, number][] = []
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = apart.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else apart.push([start, end])
  }
  return apart
}
