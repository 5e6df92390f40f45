/** What of a bank matched a query, to be marked where the name is shown. */
import type { Hit } from './comparison.ts'
import { type Name, type NamedBank, type NameField, namesOf } from './names.ts'

export interface Matched {
  /** A field of the bank. */
  field: string
  /** As it is written there. */
  text: string
  /** From the first UTF-16 unit to one past the last, in order. */
  spans: [number, number][]
}

const shownFields: Partial<Record<NameField, string>> = { initials: 'name', alias: 'aliases', code: 'codes' }

export function matchedOf(bank: NamedBank, { field, found }: Hit): Matched {
  const names = namesOf(bank, field)
  const hasAll = ({ words }: Name): boolean => found.every(({ word }) => words.some(({ text }) => text === word))
  const name = (names.find(hasAll) ?? names[0]) as Name
  const spans = found.flatMap(({ word, by }) => {
    const place = name.words.find(({ text }) => text === word)
    if (place === undefined) return []
    // Of initials only those that were typed.
    if (place.spans.length > 1 && word.startsWith(by)) return place.spans.slice(0, by.length)
    return place.spans.map((span) => narrowed(span, word, by))
  })
  return { field: shownFields[field] ?? field, text: name.text, spans: merged(spans) }
}

/** Of a word that has what was typed in it, only that; if its letters are not those of the name, all of it. */
function narrowed([start, end]: [number, number], word: string, by: string): [number, number] {
  const at = end - start === word.length ? word.indexOf(by) : -1
  return at < 0 ? [start, end] : [start + at, start + at + by.length]
}

function merged(spans: [number, number][]): [number, number][] {
  const apart: [number, number][] = []
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = apart.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else apart.push([start, end])
  }
  return apart
}
