/**
 * Finds the banks that a text names, for texts in which the name is not the question: "zenith 1000000001". Stricter than
 * a search, which also lists what resembles the query only in part.
 */
import { parseWithoutCodes } from '../records/bank-view.ts'
import { type BankTable, isWithin } from '../storage/bank-table.ts'
import type { SearchIndex } from './indexing/search-index.ts'
import type { ScoredBank } from './ranking/name-score.ts'
import { thresholds } from './ranking-weights.ts'
import { isBankWord, isOptional } from './text/abbreviations.ts'
import { searchableNames } from './text/searchable-names.ts'
import { foldWords } from './text/tokenizer.ts'

export interface NamedBank {
  bank: number
  /** Whether the text is the whole name of the bank. If not, it is the start of the name, or misspelt. */
  isExact: boolean
}

/** Returns the banks among the best hits of a search whose name is in the query, in the same order. */
export function createNameFilter(
  { vocabulary }: Pick<SearchIndex, 'vocabulary'>,
  banks: Pick<BankTable, 'rowOf' | 'countryOf'>,
  nameOfCountry: (code: string) => string,
): (hits: readonly ScoredBank[]) => NamedBank[] {
  const wordsOfCountry = (code: string): string[] => [code, nameOfCountry(code)].flatMap(textsOf)

  const matchOf = ({ bank, score, field, query, words }: ScoredBank): NamedBank | undefined => {
    const required = query.flatMap(({ text, place, isOptional: canLack }, at) =>
      canLack || place || isBankWord(text) ? [] : [{ typed: text, word: words[at] as number }],
    )
    const found = required.flatMap(({ word }) => (word < 0 ? [] : [vocabulary.textOf(word)]))
    const isElsewhere = query.some(
      ({ place }, at) => place && (words[at] as number) < 0 && !isWithin(bank, place.ranges),
    )
    if (isElsewhere) return undefined
    if (required.length === 0 ? query.length < 2 : found.length < required.length) return undefined
    const isSpelt = required.every(({ typed }, at) => typed === found[at])
    const row = parseWithoutCodes(banks.rowOf(bank))
    const names = searchableNames(row).filter((name) => name.field === field)
    const typed = new Set([...found, ...query.map(({ text }) => text)])
    const country = wordsOfCountry(banks.countryOf(bank))
    const canLack = (word: string): boolean => isOptional(word) || isBankWord(word) || country.includes(word)
    const isWhole = names.some((name) => name.words.every((word) => typed.has(word) || canLack(word)))
    if (isWhole && isSpelt) return { bank, isExact: true }
    const isStart = names.some(
      ({ words: [first, second] }) => first === found[0] || (first === 'the' && second === found[0]),
    )
    const isClose =
      score >= thresholds.sureScore && required.every(({ typed: text }) => text.length >= similarLettersMin)
    return isStart && isClose ? { bank, isExact: false } : undefined
  }

  return (hits) => hits.flatMap((hit) => matchOf(hit) ?? [])
}

/** Shorter words are the start of too many names. */
const similarLettersMin = 4

const textsOf = (text: string): string[] => foldWords(text).map((word) => word.text)
