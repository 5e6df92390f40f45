/** Finds the entries of the documentation with one word of a query, a longer word, a similar one or a synonym. */
import MiniSearch, { type SearchOptions } from 'minisearch'
import type { SearchEntry } from '../../../documentation/search-entry.ts'
import { type QueryWord, stemOf, tokenize } from './search-query.ts'

export interface Match {
  path: string
  score: number
  /** The words of the entry that match, without their endings. */
  terms: string[]
  /** Whether more than the title of the page matches, which all its sections share. */
  isOwn: boolean
}

const boost = { title: 4, page: 2, words: 0.5 }

/** The function that it returns finds each entry at most once. */
export function createWordSearch(entries: SearchEntry[]): (word: QueryWord) => Match[] {
  const vocabulary = new Set<string>()
  const index = new MiniSearch<SearchEntry>({
    fields: ['title', 'page', 'text', 'words'],
    idField: 'path',
    // The title of a page counts once.
    extractField: (entry, name) => (name === 'page' && entry.page === entry.title ? '' : entry[name as 'title']),
    tokenize,
    processTerm: (word) => {
      const stem = stemOf(word)
      vocabulary.add(stem)
      return stem
    },
  })
  index.addAll(entries)
  const search = (words: string, options?: SearchOptions): Match[] =>
    index
      .search(words, { boost, combineWith: 'AND', processTerm: stemOf, ...options })
      .map(({ id, score, terms, queryTerms, match }) => ({
        path: id,
        // MiniSearch multiplies the score by the number of words.
        score: score / queryTerms.length,
        terms,
        isOwn: Object.values(match).some((fields) => fields.some((field) => field !== 'page')),
      }))
  return ({ word, isLast, synonyms }) => {
    const isKnown = vocabulary.has(stemOf(word))
    const isLong = word.length > 3
    return mergeByPath([
      ...search(word, isLong && !isKnown ? { fuzzy: 0.2, weights: { fuzzy: 0.5, prefix: 0 } } : {}),
      ...(isLast || isLong ? search(word, prefixOptions(isKnown)) : []),
      ...synonyms.flatMap((synonym) => search(synonym)),
    ])
  }
}

/** Not the stem: "cors" does not start "corrections". */
const prefixOptions = (isKnown: boolean): SearchOptions => ({
  prefix: true,
  weights: { fuzzy: 0, prefix: isKnown ? 0.1 : 0.4 },
  processTerm: (whole) => whole,
})

/** The score of an entry is that of its best match. */
function mergeByPath(matches: Match[]): Match[] {
  const merged = new Map<string, Match>()
  for (const match of matches) {
    const known = merged.get(match.path)
    merged.set(match.path, known ? { ...joinMatches(known, match), score: Math.max(known.score, match.score) } : match)
  }
  return [...merged.values()]
}

/** Joins two matches of an entry. Its score is the sum of both. */
export const joinMatches = (one: Match, other: Match): Match => ({
  path: one.path,
  score: one.score + other.score,
  terms: [...one.terms, ...other.terms],
  isOwn: one.isOwn || other.isOwn,
})
