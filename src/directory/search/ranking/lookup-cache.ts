/**
 * Words near a word and words with a part, remembered for one search: its other spellings share most words with what was
 * typed. Nothing new is looked up once the budget of the search is used up.
 */
import type { Vocabulary } from '../indexing/vocabulary.ts'
import type { WorkBudget } from '../work-budget.ts'

export interface LookupCache {
  /** Of each word that is near three numbers: which it is, its edits, and the edits of its beginning. */
  near(word: string): readonly number[]
  containing(part: string): readonly number[]
  forget(): void
}

/** Longer words may have two letters wrong. */
const twoEditsMin = 7

export function createLookupCache(vocabulary: Vocabulary, work: WorkBudget): LookupCache {
  const lookUpNear = (word: string): number[] => {
    const found: number[] = []
    const editsMax = word.length < twoEditsMin ? 1 : 2
    work.add(vocabulary.near(word, editsMax, (number, edits, ofStart) => found.push(number, edits, ofStart)))
    return found
  }
  const lookUpParts = (part: string): number[] => {
    const found: number[] = []
    work.add(vocabulary.containing(part, (number) => found.push(number)))
    return found
  }
  const near = new Map<string, readonly number[]>()
  const parts = new Map<string, readonly number[]>()
  const get = (
    known: Map<string, readonly number[]>,
    text: string,
    lookUp: (text: string) => number[],
  ): readonly number[] => {
    const before = known.get(text)
    if (before !== undefined || work.isSpent) return before ?? []
    const found = lookUp(text)
    known.set(text, found)
    return found
  }
  return {
    near: (word) => get(near, word, lookUpNear),
    containing: (part) => get(parts, part, lookUpParts),
    forget: () => {
      near.clear()
      parts.clear()
    },
  }
}
