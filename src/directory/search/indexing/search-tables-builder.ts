/** Builds the tables of the search index from the bank records, one bank at a time. */
import type { BankRecord } from '../../records/bank-record.ts'
import type { CountryRanks } from '../../records/country-ranks.ts'
import { type NameField, nameFields, searchableNames } from '../text/searchable-names.ts'
import { buildLetterRuns } from './letter-runs.ts'
import { createProminenceScorer } from './prominence.ts'
import type { SearchTables } from './search-index.ts'
import { createSortedWords, sortWords } from './sorted-words.ts'

/**
 * Words that occur only in these fields match exactly or by prefix, never fuzzily: users do not search for the middle
 * of a code, and a typo in a code cannot be corrected.
 */
const exactFields = new Set<NameField>(['initials', 'bic', 'lei', 'ussd', 'code', 'other_code'])

const fieldNumbers = new Map(nameFields.map((field, number) => [field, number]))

/** Number of words or names to process between two yields. Processing them takes a millisecond or two. */
const entriesPerStep = 4_000

interface NewWord {
  /** Assigned in order of first occurrence; `finish` replaces it with the word's alphabetical position. */
  number: number
  /** Whether the word can be found by a substring or with a typo. */
  isFuzzy: boolean
}

export function createSearchTablesBuilder(ranks: readonly CountryRanks[]) {
  const scoreProminence = createProminenceScorer(ranks)
  const words = new Map<string, NewWord>()
  const nameBanks: number[] = []
  const nameFieldNumbers: number[] = []
  const nameStarts: number[] = []
  const nameWords: number[] = []
  const bankStarts: number[] = []
  const searchProminence: number[] = []
  const prominence: number[] = []

  const wordFor = (text: string): NewWord => {
    let word = words.get(text)
    if (word === undefined) {
      word = { number: words.size, isFuzzy: false }
      words.set(text, word)
    }
    return word
  }

  return {
    /** Must be called in order of bank number. */
    add: (record: BankRecord): void => {
      const bank = bankStarts.push(nameBanks.length) - 1
      const scores = scoreProminence(record)
      searchProminence.push(scores.searchProminence)
      prominence.push(scores.prominence)
      for (const name of searchableNames(record)) {
        nameBanks.push(bank)
        nameFieldNumbers.push(fieldNumbers.get(name.field) as number)
        nameStarts.push(nameWords.length)
        const isFuzzy = !exactFields.has(name.field)
        for (const text of name.words) {
          const word = wordFor(text)
          nameWords.push(word.number)
          word.isFuzzy ||= isFuzzy
        }
      }
    },
    /** Yields every few milliseconds, so that a server can do other work in between. */
    *finish(): Generator<void, SearchTables> {
      nameStarts.push(nameWords.length)
      bankStarts.push(nameBanks.length)
      const sorted = yield* sortWords(words.keys())
      const ranks = new Uint32Array(sorted.length)
      for (const [rank, text] of sorted.entries()) {
        ranks[wordFor(text).number] = rank
        if (rank % entriesPerStep === 0) yield
      }
      const sortedWords = yield* createSortedWords(sorted, (text) => wordFor(text).isFuzzy)
      yield
      const letterRuns = yield* buildLetterRuns(sortedWords)
      const names = {
        nameBanks: new Uint32Array(nameBanks),
        nameFields: new Uint8Array(nameFieldNumbers),
        nameStarts: new Uint32Array(nameStarts),
        nameWords: new Uint32Array(nameWords).map((number) => ranks[number] as number),
        bankStarts: new Uint32Array(bankStarts),
      }
      yield
      const postings = yield* invert(names, sorted.length)
      const scores = { searchProminence: new Float32Array(searchProminence), prominence: new Float32Array(prominence) }
      return { words: sortedWords, letterRuns, ...names, ...postings, ...scores }
    },
  }
}

/** Builds the posting lists: for each word, the names in which it occurs, in ascending order. */
function* invert(
  { nameStarts, nameWords }: Pick<SearchTables, 'nameStarts' | 'nameWords'>,
  wordCount: number,
): Generator<void, Pick<SearchTables, 'wordStarts' | 'wordNames'>> {
  const wordStarts = new Uint32Array(wordCount + 1)
  for (const word of nameWords) wordStarts[word + 1] = (wordStarts[word + 1] as number) + 1
  for (let word = 0; word < wordCount; word++) {
    wordStarts[word + 1] = (wordStarts[word + 1] as number) + (wordStarts[word] as number)
  }
  yield
  const wordNames = new Uint32Array(nameWords.length)
  const next = wordStarts.slice()
  for (let name = 0, at = 0; name + 1 < nameStarts.length; name++) {
    for (const end = nameStarts[name + 1] as number; at < end; at++) {
      const word = nameWords[at] as number
      const position = next[word] as number
      wordNames[position] = name
      next[word] = position + 1
    }
    if (name % entriesPerStep === 0) yield
  }
  return { wordStarts, wordNames }
}
