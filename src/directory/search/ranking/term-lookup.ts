/**
 * Finds the vocabulary words that each query word may stand for: as typed, misspelt, as a substring, or joined with a
 * neighbouring query word.
 */

import type { QueryWord } from '../query/parse-query.ts'
import { similarityWeights, thresholds } from '../ranking-weights.ts'
import { joinedWordsMax } from '../search-limits.ts'
import type { WordMatches } from './word-matches.ts'

export function lookUpTyped(query: readonly QueryWord[], matches: readonly WordMatches[]): void {
  for (const [at, { text, isLast, place }] of query.entries()) {
    const expansion = matches[at]?.expansion
    expansion?.lookUpTyped(text, isLast)
    // Also look up the city's other names: "Stadtsparkasse Munich" is in München.
    if (place?.kind === 'city') for (const name of place.words) expansion?.lookUpCityName(name)
  }
  // Also look up each pair of neighbouring words as one word: "jp morgan" is JPMorgan.
  for (const [at, { text }] of query.entries()) {
    const next = query[at + 1]
    if (!next || text.length + next.text.length < thresholds.inexactLettersMin) continue
    const joined = text + next.text
    matches[at]?.expansion.lookUpPrefix(joined, next.isLast, similarityWeights.joined)
    matches[at + 1]?.expansion.lookUpPrefix(joined, next.isLast, similarityWeights.joined)
  }
}

/** Yields after each word, because looking up misspellings is slow. */
export function* lookUpMisspelt(query: readonly QueryWord[], matches: readonly WordMatches[]): Generator<void, void> {
  const bankCounts = matches.map(({ bankCount }) => bankCount)
  // Skip common words: a word that many banks have is probably not misspelt.
  const isRare = (at: number): boolean => (bankCounts[at] as number) < thresholds.commonBanks
  for (const [at, { text, isLast }] of query.entries()) {
    if (!isRare(at)) continue
    matches[at]?.expansion.lookUpMisspelt(text, isLast, 1)
    matches[at]?.expansion.lookUpSubstring(text)
    yield
  }
  // Also try a two-word query as one word: "money point" is Moniepoint, although some banks have "money" in their name,
  // and others have "point".
  const mayBeOneWord = query.length === 2 && query.every(({ text }) => text.length > 1)
  const mayJoin = (at: number): boolean =>
    isRare(at) && isRare(at + 1) && (mayBeOneWord || bankCounts[at] === 0 || bankCounts[at + 1] === 0)
  lookUpJoined(query, matches, mayJoin)
}

/**
 * Looks up neighbouring words as one misspelt word: "comerz bnk" is Commerzbank. `mayJoin` says whether to join the
 * word at this position with the next one.
 */
export function lookUpJoined(
  query: readonly QueryWord[],
  matches: readonly WordMatches[],
  mayJoin: (at: number) => boolean = () => true,
): void {
  if (query.length > joinedWordsMax) return
  for (const [at, { text, isOptional }] of query.entries()) {
    const next = query[at + 1]
    if (!next || isOptional || next.isOptional || !mayJoin(at)) continue
    const joined = text + next.text
    matches[at]?.expansion.lookUpMisspelt(joined, next.isLast, similarityWeights.joined)
    matches[at + 1]?.expansion.lookUpMisspelt(joined, next.isLast, similarityWeights.joined)
  }
}
