/** Searches the documentation for words and questions, and ranks what it finds. */
import type { SearchEntry, SearchIndex } from '../../../documentation/search-entry.ts'
import { createQueryReader, type QueryWord, stemOf } from './search-query.ts'
import { createWordSearch, joinMatches, type Match } from './word-search.ts'

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

export type SearchEngine = (query: string) => SearchResults

export function createSearchEngine(source: SearchIndex): SearchEngine {
  const { entries, questions } = source
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const search = createSearch(source, byPath)
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

function createSearch(source: SearchIndex, byPath: ReadonlyMap<string, SearchEntry>): (query: string) => FoundEntry[] {
  const { entries } = source
  const searchWord = createWordSearch(entries)
  const readQuery = createQueryReader(source)
  const titles = new Map(entries.map(({ path, title }) => [path, stemsOf(readQuery(title))]))
  return (query) => {
    const words = readQuery(query)
    const stems = stemsOf(words)
    const found = new Map<string, Match & { weight: number }>()
    let total = 0
    for (const matches of words.map(searchWord).filter(({ length }) => length > 0)) {
      // Rare words say more about the subject.
      const weight = Math.log(1 + entries.length / matches.length)
      total += weight
      for (const match of matches) {
        const known = found.get(match.path)
        found.set(
          match.path,
          known ? { ...joinMatches(known, match), weight: known.weight + weight } : { ...match, weight },
        )
      }
    }
    return [...found.values()]
      .filter(({ isOwn }) => isOwn)
      .map(({ path, score, weight, terms }) => {
        const entry = { ...(byPath.get(path) as SearchEntry), terms }
        return { entry, score: score * (weight / total) ** 2 * boostOf(entry, titles.get(path) === stems) }
      })
      .sort((a, b) => Number(isChange(a.entry)) - Number(isChange(b.entry)) || b.score - a.score)
      .map(({ entry }) => entry)
  }
}

/** The URL of an entry. The path of the first page is empty, or only a fragment: alone, it would lead to the index. */
export const entryUrl = (path: string, indexUrl: URL): URL => new URL(`./${path}`, indexUrl)

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
