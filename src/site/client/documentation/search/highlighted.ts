/** Marks the words that match a query. */
import { create } from '../create-element.ts'

/** `terms`: letters, digits and underscores, without the "s" of the plural. */
export function highlighted(text: string, terms: readonly string[]): (Node | string)[] {
  if (terms.length === 0) return [text]
  const longestFirst = terms.toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])((?:${longestFirst.join('|')})s?)(?![\\p{L}\\p{N}])`, 'giu')
  // Every second part is a match.
  return text.split(pattern).map((part, at) => (at % 2 === 1 ? create('mark', {}, part) : part))
}
