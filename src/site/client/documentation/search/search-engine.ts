/** Searches the documentation: prefixes and typos match, names with underscores match whole and in parts. */
import MiniSearch, { type SearchOptions } from 'minisearch'
import type { SearchEntry } from '../../../documentation/search-entry.ts'

export interface FoundEntry extends SearchEntry {
  /** The words of the entry that match. */
  terms: string[]
}

export interface SearchGroup {
  page: string
  entries: FoundEntry[]
}

const resultsMax = 60
const groupsMax = 6
const entriesPerPageMax = 5
const pagesMax = 8

/** Returns the main pages for an empty query. */
export type SearchEngine = (query: string) => SearchGroup[]

export function createSearchEngine(entries: SearchEntry[]): SearchEngine {
  const index = new MiniSearch<SearchEntry>({
    fields: ['title', 'page', 'text', 'words'],
    idField: 'path',
    tokenize,
    processTerm: withoutPlural,
  })
  index.addAll(entries)
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const pages = entries.filter(({ path }) => !path.includes('#')).slice(0, pagesMax)
  const search = (query: string, combineWith: 'AND' | 'OR'): FoundEntry[] =>
    index
      .search(query, { ...options, combineWith, boostDocument: (path) => boostOf(byPath.get(path), query) })
      .slice(0, resultsMax)
      .flatMap(({ id, terms }) => {
        const entry = byPath.get(id)
        return entry ? [{ ...entry, terms }] : []
      })
  return (query) => {
    if (query === '') return [{ page: 'Pages', entries: pages.map((page) => ({ ...page, terms: [] })) }]
    const all = search(query, 'AND')
    return groupByPage(all.length > 0 ? all : search(query, 'OR'))
  }
}

const options: SearchOptions = {
  boost: { title: 5, page: 2, words: 0.3 },
  prefix: true,
  fuzzy: (term) => (term.length > 3 ? 0.2 : false),
  weights: { fuzzy: 0.2, prefix: 0.6 },
}

/** A title that equals the query comes first. Pages come before their sections, and sections before rows of tables. */
function boostOf(entry: SearchEntry | undefined, query: string): number {
  if (!entry) return 1
  const isExact = entry.title.toLowerCase() === query.trim().toLowerCase()
  const isPage = !entry.path.includes('#')
  const isSection = entry.words !== undefined
  return (isExact ? 4 : 1) * (isPage ? 3 : isSection ? 1.5 : 1)
}

/** "Limits" and "limit" are the same word. */
const withoutPlural = (term: string): string => (/..[^s]s$/.test(term) ? term.slice(0, -1) : term)

/** The words of a text. A name such as `ng_nip` is a word, and so are its parts. */
function tokenize(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word])).filter(Boolean)
}

/** Groups by page, in the order of each page's best entry. A limit per page keeps one page from filling the list. */
function groupByPage(entries: FoundEntry[]): SearchGroup[] {
  return [...Map.groupBy(entries, ({ page }) => page)]
    .slice(0, groupsMax)
    .map(([page, members]) => ({ page, entries: members.slice(0, entriesPerPageMax) }))
}
