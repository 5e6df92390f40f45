/** The search index of the documentation, which the service writes and the script in the browser reads. */

export interface SearchEntry {
  /** Relative to the folder of the pages, such as `lookups#get-a-bank`; empty for the first page. */
  path: string
  /** Title of the page. */
  page: string
  title: string
  text: string
  /** Other words of a page, section or row, which are searched but not shown. */
  words?: string
  /** Whether it is a row of a table or a parameter. */
  isRow?: true
}

/** The rules of `docs/site/documentation-search.json`. */
export interface SearchRules {
  /** Words that say nothing about the subject of a question, such as "how". */
  stopWords: string[]
  /** What the pages say for a word that readers use: words, or several words that belong together. */
  synonyms: Record<string, string[]>
  /** The usual questions, which are offered if nothing is found. */
  questions: { text: string; path: string }[]
}

export interface SearchIndex extends SearchRules {
  entries: SearchEntry[]
}
