/** Searches the documentation for words and questions. Prefixes and typos match, and names with underscores match whole and in parts. */
import MiniSearch, { type SearchOptions } from 'minisearch'
import type { SearchEntry, SearchIndex } from '../../../documentation/search-entry.ts'
import { createQueryReader, type QueryWord, stemOf, tokenize } from './search-query.ts'

export interface FoundEntry extends SearchEntry {
  /** The words of the entry that match, without their endings. */
  terms: string[]
}

export interface SearchGroup {
  page: string
  entries: FoundEntry[]
}

export interface SearchResults {
  /** Whether anything matches the query. */
  isFound: boolean
  /** The matches, best first. Without any, the usual questions; for an empty query, the main pages. */
  groups: SearchGroup[]
}

const pagesMax = 8
const resultsMax = 15

interface Match {
  path: string
  score: number
  terms: string[]
}

export function createSearchEngine(source: SearchIndex): (query: string) => SearchResults {
  const { entries, questions } = source
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
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const readQuery = createQueryReader(source)
  const titles = new Map(entries.map(({ path, title }) => [path, stemsOf(readQuery(title))]))

  const searchWords = (words: string, options?: SearchOptions): Match[] =>
    index
      .search(words, { boost, combineWith: 'AND', processTerm: stemOf, ...options })
      // MiniSearch multiplies the score by the number of words.
      .map(({ id, score, terms, queryTerms }) => ({ path: id, score: score / queryTerms.length, terms }))

  /** Returns the entries with the word, a longer word, a similar one or a synonym, by path. */
  const searchWord = ({ word, isLast, synonyms }: QueryWord): Map<string, Match> => {
    const isKnown = vocabulary.has(stemOf(word))
    const isLong = word.length > 3
    const matches = [
      ...searchWords(word, isKnown || !isLong ? {} : { fuzzy: 0.2, weights: { fuzzy: 0.5, prefix: 0 } }),
      ...(isLast || isLong
        ? // Not the stem: "cors" does not start "corrections".
          searchWords(word, {
            prefix: true,
            weights: { fuzzy: 0, prefix: isKnown ? 0.1 : 0.4 },
            processTerm: (whole) => whole,
          })
        : []),
      ...synonyms.flatMap((synonym) => searchWords(synonym)),
    ]
    const best = new Map<string, Match>()
    for (const { path, score, terms } of matches) {
      const { score: other = 0, terms: known = [] } = best.get(path) ?? {}
      best.set(path, { path, score: Math.max(score, other), terms: [...known, ...terms] })
    }
    return best
  }

  const search = (query: string): FoundEntry[] => {
    const found = new Map<string, Match & { weight: number }>()
    const words = readQuery(query)
    const stems = stemsOf(words)
    let total = 0
    for (const matches of words.map(searchWord)) {
      if (matches.size === 0) continue
      // Rare words say more about the subject.
      const wordWeight = Math.log(1 + entries.length / matches.size)
      total += wordWeight
      for (const [path, match] of matches) {
        const { score = 0, weight = 0, terms = [] } = found.get(path) ?? {}
        found.set(path, {
          path,
          score: score + match.score,
          weight: weight + wordWeight,
          terms: [...terms, ...match.terms],
        })
      }
    }
    return [...found.values()]
      .map(({ path, score, weight, terms }) => {
        const entry = { ...(byPath.get(path) as SearchEntry), terms }
        return { entry, score: score * (weight / total) ** 2 * boostOf(entry, titles.get(path) === stems) }
      })
      .sort((a, b) => Number(isChange(a.entry)) - Number(isChange(b.entry)) || b.score - a.score)
      .map(({ entry }) => entry)
  }

  const pages = entries.filter(({ path }) => !path.includes('#')).slice(0, pagesMax)
  const usual = questions.map(({ text, path }) => ({ ...(byPath.get(path) as SearchEntry), title: text }))
  return (query) => {
    if (query === '') return { isFound: false, groups: [groupOf('Pages', pages)] }
    const found = search(query).slice(0, resultsMax)
    return found.length > 0
      ? { isFound: true, groups: groupNeighbours(found) }
      : { isFound: false, groups: [groupOf('Usual questions', usual)] }
  }
}

/** The URL of an entry. The path of the first page is empty, or only a fragment: alone, it would lead to the index. */
export const entryUrl = (path: string, indexUrl: URL): URL => new URL(`./${path}`, indexUrl)

const boost = { title: 4, page: 2, words: 0.5 }

/** What changed comes last: the changelog has the words of all pages. */
const isChange = ({ path }: SearchEntry): boolean => path.startsWith('changelog#')

const stemsOf = (words: QueryWord[]): string => words.map(({ word }) => stemOf(word)).join(' ')

/** A title that equals the query comes first. Pages come before their sections, and sections before rows of tables. */
function boostOf({ path, isRow }: SearchEntry, isExact: boolean): number {
  if (isRow || path.startsWith('reference#')) return isExact ? 1.5 : 0.5
  return (isExact ? 8 : 1) * (path.includes('#') ? 1.2 : 1.8)
}

const groupOf = (page: string, entries: SearchEntry[]): SearchGroup => ({
  page,
  entries: entries.map((entry) => ({ ...entry, terms: [] })),
})

/** Groups entries of the same page that follow each other, so that the order stays that of the ranking. */
function groupNeighbours(found: FoundEntry[]): SearchGroup[] {
  const groups: SearchGroup[] = []
  for (const entry of found) {
    const last = groups.at(-1)
    if (last?.page === entry.page) last.entries.push(entry)
    else groups.push({ page: entry.page, entries: [entry] })
  }
  return groups
}
