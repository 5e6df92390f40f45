/** Reads the query of a search in the documentation: its words without stop words, and what the pages say for them. */
import type { SearchRules } from '../../../documentation/search-entry.ts'

export interface QueryWord {
  /** As typed. */
  word: string
  /** Only the last word can be unfinished. */
  isLast: boolean
  /** What the pages say for it: words, or several words that belong together. */
  synonyms: string[]
}

export function createQueryReader({ stopWords, synonyms }: SearchRules): (query: string) => QueryWord[] {
  const stops = new Set(stopWords)
  const meanings = new Map(Object.entries(synonyms))
  // "Translated" has the synonyms of "translate". The first of two words with the same stem wins.
  const byStem = new Map([...meanings].toReversed().map(([word, list]) => [stemOf(word), list]))
  return (query) => {
    const typed = [...new Set(wordsOf(query))]
    const telling = typed.filter((word) => !stops.has(word))
    // "How to" has only stop words.
    const words = telling.length > 0 ? telling : typed
    return words.map((word, at) => ({
      word,
      isLast: at === words.length - 1,
      synonyms: meanings.get(word) ?? byStem.get(stemOf(word)) ?? [],
    }))
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** The words of a text. A name such as `ng_nip` is a word, and so are its parts. */
export const tokenize = (text: string): string[] =>
  wordsOf(text)
    .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
    .filter(Boolean)

/** "Limits" and "limit" are the same word, and so are "merge", "merged" and "merging". */
export const stemOf = (word: string): string => word.replace(/(?<=^[a-z]{4,})(?:ing|ed|es|s|e)$|(?<=..[^s])s$/, '')

/** A pattern for what can follow a stem. */
export const endings = '(?:ing|ed|es|s|e)?'
