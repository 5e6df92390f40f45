/**
 * Caches fuzzy and substring lookups for one search, because the rewrites of a query share most of its words. Once the
 * search has spent its budget, returns only cached results.
 */
import type { Vocabulary } from '../indexing/vocabulary.ts'
import { thresholds } from '../ranking-weights.ts'
import type { WorkBudget } from '../work-budget.ts'

export interface LookupCache {
  /**
   * Returns three numbers for each similar word: the word, its edit distance, and the edit distance of its nearest
   * prefix.
   */
  near(word: string): readonly number[]
  containing(part: string): readonly number[]
  clear(): void
}

export function createLookupCache(vocabulary: Vocabulary, work: WorkBudget): LookupCache {
  const lookUpNear = (word: string): number[] => {
    const found: number[] = []
    const editsMax = word.length < thresholds.twoEditsLettersMin ? 1 : thresholds.editsMax
    work.add(vocabulary.near(word, editsMax, (number, edits, prefixEdits) => found.push(number, edits, prefixEdits)))
    return found
  }
  const lookUpContaining = (part: string): number[] => {
    const found: number[] = []
    work.add(vocabulary.containing(part, (number) => found.push(number)))
    return found
  }
  const near = new Map<string, readonly number[]>()
  const containing = new Map<string, readonly number[]>()
  const getOrLookUp = (
    cache: Map<string, readonly number[]>,
    text: string,
    lookUp: (text: string) => number[],
  ): readonly number[] => {
    const cached = cache.get(text)
    if (cached !== undefined || work.isSpent) return cached ?? []
    const found = lookUp(text)
    cache.set(text, found)
    return found
  }
  return {
    near: (word) => getOrLookUp(near, word, lookUpNear),
    containing: (part) => getOrLookUp(containing, part, lookUpContaining),
    clear: () => {
      near.clear()
      containing.clear()
    },
  }
}
