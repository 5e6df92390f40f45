/** Looks the words of a query up in the vocabulary, each into its slot: as typed, misspelt, as a part, or two as one. */

import type { QueryWord } from '../query/parse-query.ts'
import { commonMin } from './candidates.ts'
import type { WordMatches } from './word-matches.ts'

/** What a word that was typed in two is worth of one that was not. */
const joinedFactor = 0.95

/** Of longer queries two words are not looked up as one misspelt: that takes longest. */
const joinedWordsMax = 4

export function lookUpTyped(query: readonly QueryWord[], slots: readonly WordMatches[]): void {
  for (const [at, { text, isLast, place }] of query.entries()) {
    slots[at]?.words.lookUpTyped(text, isLast)
    // "Stadtsparkasse Munich" is in München.
    if (place?.kind === 'city') for (const name of place.words) slots[at]?.words.lookUpOtherName(name)
    const next = query[at + 1]
    if (!next || text.length + next.text.length < 3) continue
    // "Jp Morgan" is JPMorgan.
    slots[at]?.words.lookUp(text + next.text, next.isLast, joinedFactor)
    slots[at + 1]?.words.lookUp(text + next.text, next.isLast, joinedFactor)
  }
}

export function lookUpMisspelt(query: readonly QueryWord[], slots: readonly WordMatches[]): void {
  const counts = slots.map(({ count }) => count)
  // A word that many banks have is what was meant.
  const isRare = (at: number): boolean => (counts[at] as number) < commonMin
  for (const [at, { text, isLast }] of query.entries()) {
    if (!isRare(at)) continue
    slots[at]?.words.lookUpMisspelt(text, isLast, 1)
    slots[at]?.words.lookUpPart(text)
  }
  // "Money point" is Moniepoint, though there are banks with either word.
  const mayBeOne = query.length === 2 && query.every(({ text }) => text.length > 1)
  const isTried = (at: number): boolean =>
    isRare(at) && isRare(at + 1) && (mayBeOne || counts[at] === 0 || counts[at + 1] === 0)
  lookUpJoined(query, slots, isTried)
}

/** "Comerz bnk" is Commerzbank. `isTried`: whether a word is tried with the next. */
export function lookUpJoined(
  query: readonly QueryWord[],
  slots: readonly WordMatches[],
  isTried: (at: number) => boolean = () => true,
): void {
  if (query.length > joinedWordsMax) return
  for (const [at, { text, isOptional }] of query.entries()) {
    const next = query[at + 1]
    if (!next || isOptional || next.isOptional || !isTried(at)) continue
    slots[at]?.words.lookUpMisspelt(text + next.text, next.isLast, joinedFactor)
    slots[at + 1]?.words.lookUpMisspelt(text + next.text, next.isLast, joinedFactor)
  }
}
