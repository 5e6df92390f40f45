/** How many banks have a word that very many have: counted when it is first asked for, not for every query. */
import type { SearchIndex } from '../indexing/search-index.ts'
import { WorkBudget } from '../work-budget.ts'
import { createLookupCache } from './lookup-cache.ts'
import { WordMatches } from './word-matches.ts'

/** Of what was typed into the slot. There are few such words and beginnings of words: all are remembered. */
export type DocumentFrequency = (slot: WordMatches) => number

export function createDocumentFrequency(index: SearchIndex): DocumentFrequency {
  const counts = new Map<string, number>()
  // Apart from the budget of a search, which must not depend on what was looked for before.
  const work = new WorkBudget(Number.POSITIVE_INFINITY)
  const lookups = createLookupCache(index.vocabulary, work)
  const marks = new Uint8Array(index.vocabulary.size)
  const spare = new WordMatches(index, { namesMax: Number.POSITIVE_INFINITY, work, lookups, marks })
  return ({ words: { text, isLast } }) => {
    const typed = isLast ? text : `${text} `
    const known = counts.get(typed)
    if (known !== undefined) return known
    spare.words.lookUpTyped(text, isLast)
    spare.collect(undefined, false)
    const { count } = spare
    spare.clear()
    counts.set(typed, count)
    return count
  }
}
