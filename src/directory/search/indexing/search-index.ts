/** The search index: which words stand in which names of which banks, in a few flat lists of numbers. */
import type { Range } from '../../storage/bank-table.ts'
import { kindNumber, type Marks, marksFor } from '../../storage/record-scanner.ts'
import { legalForms, particles } from '../text/searchable-names.ts'
import { type FoldedWords, foldTexts, wordsFor } from '../text/tokenizer.ts'
import { type NameTexts, readTexts, textsFor } from './field-texts.ts'
import { addNames, type Initials, initialsFor, makeRoom, type NameLists, openNameLists } from './name-postings.ts'
import { scorePopularity } from './popularity.ts'
import { sortWords } from './sort-words.ts'
import { layOut, type SortedWords } from './sorted-words.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'
import { numberWords, openWordTable, type WordTable } from './word-table.ts'

/** Banks, names and words are numbers. Where lists say "starts", entry `i + 1` is where the run of `i` ends. */
export interface SearchTables {
  words: SortedWords
  nameBanks: Uint32Array
  /** Indexes into `nameFields`. */
  nameFields: Uint8Array
  nameStarts: Uint32Array
  nameWords: Uint32Array
  /** The names of a bank follow each other. */
  bankStarts: Uint32Array
  wordStarts: Uint32Array
  wordNames: Uint32Array
  /** How likely it is that somebody means this bank, from 0 to 1, as far as the data can tell. */
  popularity: Float32Array
}

export interface SearchIndex extends SearchTables {
  vocabulary: Vocabulary
  /** For each of `wordNames`, the bank and the field of the name in one number: to read them there takes three times as long. */
  postings: Uint32Array
}

/** A posting is the number of the bank, and in its last bits the field. */
export const fieldBits = 4
export const fieldMask = (1 << fieldBits) - 1

export const createSearchIndex = (tables: SearchTables): SearchIndex => ({
  ...tables,
  vocabulary: createVocabulary(tables.words),
  postings: postingsOf(tables),
})

function postingsOf({ wordNames, nameBanks, nameFields }: SearchTables): Uint32Array {
  const postings = new Uint32Array(wordNames.length)
  for (let at = 0; at < postings.length; at++) {
    const name = wordNames[at] as number
    postings[at] = ((nameBanks[name] as number) << fieldBits) | (nameFields[name] as number)
  }
  return postings
}

/** In how many names the word stands. */
export function nameCountOf({ vocabulary, wordStarts }: SearchIndex, word: string): number {
  const found = vocabulary.find(word)
  return found < 0 ? 0 : (wordStarts[found + 1] as number) - (wordStarts[found] as number)
}

/** Where the names of the word that are of these banks lie in `wordNames`: names are in the order of their banks. */
export function postingsWithin(
  { wordStarts, wordNames, bankStarts }: SearchIndex,
  word: number,
  [from, to]: Range,
): readonly [number, number] {
  const end = wordStarts[word + 1] as number
  const start = firstAtLeast(wordNames, wordStarts[word] as number, end, bankStarts[from] as number)
  return [start, firstAtLeast(wordNames, start, end, bankStarts[to] as number)]
}

function firstAtLeast(numbers: Uint32Array, start: number, end: number, least: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] as number) < least) low = middle + 1
    else high = middle
  }
  return low
}

export interface SearchTablesBuilder {
  weigh(bank: number, bytes: Uint8Array, marks: Marks): void
  /** The marks of whole banks, of which `bank` is the first; banks come in the order of their numbers. */
  add(bank: number, bytes: Uint8Array, marks: Marks): void
  /** In steps, so that others get their turn between them. */
  finish(): Generator<void, SearchTables>
}

/** `types`: of each bank, by its number. */
export function startSearchTables(types: Uint8Array): SearchTablesBuilder {
  const table = openWordTable()
  const lists = openNameLists()
  const renown = new Float32Array(types.length)
  const optional = {
    particles: numberGroup(table, particles),
    all: numberGroup(table, legalForms),
  }
  let room = roomFor(0)
  return {
    weigh: (bank, bytes, marks) => scorePopularity(bank, types, bytes, marks, renown),
    add: (bank, bytes, marks) => {
      if (room.marks < marks.kinds.length) room = roomFor(marks.kinds.length)
      const { texts, words, initials, numbers } = room
      readTexts(bank, bytes, marks, texts)
      foldTexts(texts, words)
      numberWords(table, words, numbers)
      makeRoom(lists, texts.count * 3, words.count + texts.count * 2, table.size)
      addNames(lists, texts, words, numbers, initials, optional)
      numberWords(table, initials, numbers)
      for (let word = 0; word < initials.count; word++) {
        lists.words[initials.places[word] as number] = numbers[word] as number
      }
    },
    *finish() {
      const order = yield* sortWords(table)
      makeRoom(lists, 0, 0, table.size)
      const { sorted, ranks } = layOut(table, order, lists.inNames)
      yield
      return {
        words: sorted,
        ...sortOut(lists, ranks),
        bankStarts: bankStartsOf(lists, types.length),
        popularity: renown,
      }
    },
  }
}

/** What a step needs that reads so many marks. */
function roomFor(marks: number): {
  marks: number
  texts: NameTexts
  words: FoldedWords
  numbers: Uint32Array
  initials: Initials
} {
  const texts = textsFor(marks * 2)
  const units = texts.units.length
  return {
    marks,
    texts,
    words: wordsFor(units),
    numbers: new Uint32Array(Math.ceil(units / 2)),
    initials: initialsFor(units),
  }
}

/**
 * Words that have a number before any other; answers how many words there are then. They are read like a record's, with
 * escapes between them: what the compiler has not seen by the time it compiles `readTexts`, it would compile again for.
 */
function numberGroup(table: WordTable, group: Iterable<string>): number {
  const bytes = new Uint8Array(Buffer.from([...group].join('\\u0020')))
  const marks = marksFor(bytes.length)
  marks.count = 1
  marks.kinds[0] = kindNumber('alias')
  marks.ends[0] = bytes.length
  const { texts, words, numbers } = roomFor(marks.kinds.length)
  readTexts(0, bytes, marks, texts)
  foldTexts(texts, words)
  numberWords(table, words, numbers)
  return table.size
}

/** Words as they are numbered in the vocabulary, and the names in which each stands. */
function sortOut(
  { names, banks, fields, starts, wordCount, words }: NameLists,
  ranks: Uint32Array,
): Omit<SearchTables, 'words' | 'bankStarts' | 'popularity'> {
  const nameWords = words.slice(0, wordCount)
  const nameStarts = starts.slice(0, names + 1)
  nameStarts[names] = wordCount
  const wordStarts = new Uint32Array(ranks.length + 1)
  countWords(nameWords, ranks, wordStarts)
  const wordNames = new Uint32Array(wordCount)
  const next = wordStarts.slice()
  for (let name = 0, at = 0; name < names; name++) {
    for (const end = nameStarts[name + 1] as number; at < end; at++) {
      const word = nameWords[at] as number
      const place = next[word] as number
      wordNames[place] = name
      next[word] = place + 1
    }
  }
  return {
    nameBanks: banks.slice(0, names),
    nameFields: fields.slice(0, names),
    nameStarts,
    nameWords,
    wordStarts,
    wordNames,
  }
}

function countWords(nameWords: Uint32Array, ranks: Uint32Array, wordStarts: Uint32Array): void {
  for (let at = 0; at < nameWords.length; at++) {
    const word = ranks[nameWords[at] as number] as number
    nameWords[at] = word
    wordStarts[word + 1] = (wordStarts[word + 1] as number) + 1
  }
  for (let word = 1; word < wordStarts.length; word++) {
    wordStarts[word] = (wordStarts[word] as number) + (wordStarts[word - 1] as number)
  }
}

function bankStartsOf({ names, banks }: NameLists, count: number): Uint32Array {
  const bankStarts = new Uint32Array(count + 1)
  let bank = 0
  for (let name = 0; name < names; name++) {
    while (bank <= (banks[name] as number)) bankStarts[bank++] = name
  }
  bankStarts.fill(names, bank)
  return bankStarts
}
