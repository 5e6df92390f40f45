/** Counts the banks that match a common word. Counts are cached, because reading long posting lists is slow. */
import type { SearchIndex } from '../indexing/search-index.ts'
import { WorkBudget } from '../work-budget.ts'
import { createLookupCache } from './lookup-cache.ts'
import { type DocumentFrequency, WordMatches } from './word-matches.ts'

/** The cache has no size limit, because few words are common. */
export function createDocumentFrequency(index: SearchIndex): DocumentFrequency {
  const cache = new Map<string, number>()
  // Use a separate budget. Cached counts cost nothing, so if counting were charged to the search, its results would
  // depend on which words earlier searches had counted.
  const work = new WorkBudget(Number.POSITIVE_INFINITY)
  const matches = new WordMatches(index, {
    work,
    lookups: createLookupCache(index.vocabulary, work),
    isExpanded: new Uint8Array(index.vocabulary.size),
    eagerNamesMax: Number.POSITIVE_INFINITY,
    documentFrequency: () => 0,
  })
  return (word, isLast) => {
    const key = isLast ? word : `${word} `
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    matches.expansion.lookUpTyped(word, isLast)
    matches.collect(undefined, false)
    const { bankCount } = matches
    matches.clear()
    cache.set(key, bankCount)
    return bankCount
  }
}
