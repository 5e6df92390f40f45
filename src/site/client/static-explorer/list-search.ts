/**
 * Searches the banks of one list in the browser. Ignores case and accents. A bank matches if it has a code or BIC that
 * starts with the text, or if every word of the text starts a word of its names or its place.
 */
import { plainLetters } from '../../../directory/search/text/plain-letters.ts'
import type { StaticBank } from '../../static-list.ts'
import type { RowBank } from '../../views/bank-row.ts'
import { fold } from '../explorer/list/list-filter.ts'

type Matched = NonNullable<RowBank['matched']>
export type MatchedBank = StaticBank & { matched: Matched }

/**
 * The best match first: a code or BIC that is the text, another code, a name that is the text, a name that starts with
 * it, a name with all of its words, anything else. Equal matches stay in the order of the list.
 */
export function searchBanks(banks: readonly StaticBank[], text: string): MatchedBank[] {
  const query = { text: foldText(text), code: compactCode(text) }
  if (query.text === '') return []
  const found = banks.flatMap((bank) => matchCode(bank, query.code) ?? matchNames(bank, query.text) ?? [])
  return found.sort((one, other) => one.rank - other.rank).map(({ bank, matched }) => ({ ...bank, matched }))
}

interface Match {
  /** Lower is better. */
  rank: number
  bank: StaticBank
  matched: Matched
}

/** Words in lower case and without accents, separated by single spaces. */
const foldText = (text: string): string => wordsOf(text).join(' ')

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu

const wordsOf = (text: string): string[] => Array.from(text.matchAll(wordPattern), ([word]) => foldWord(word))

const foldWord = (word: string): string =>
  fold(word).replaceAll(/[^a-z0-9]/g, (letter) => plainLetters[letter] ?? letter)

/** Sort codes are typed as 200000, 20 00 00 and 20-00-00. */
const compactCode = (text: string): string => text.replaceAll(/[\s.\-/]/g, '').toUpperCase()

function matchCode(bank: StaticBank, wanted: string): Match | undefined {
  // One or two letters are the start of too many BICs.
  if (wanted.length < 2 || (wanted.length < 4 && !/\d/.test(wanted))) return undefined
  const codes = Object.entries(bank.codes).flatMap(([scheme, values = []]) =>
    values.map((value) => ({ scheme, value })),
  )
  const code = best(codes, wanted, ({ value }) => value)
  const bic = bank.bic?.startsWith(wanted) ? bank.bic : undefined
  if (code && (compactCode(code.value) === wanted || bic === undefined)) {
    const matched: Matched = {
      field: 'codes',
      text: code.value,
      spans: [[0, lengthFor(code.value, wanted.length, compactCode)]],
      scheme: code.scheme,
      status: 'current',
    }
    return { rank: compactCode(code.value) === wanted ? 0 : 1, bank, matched }
  }
  if (bic === undefined) return undefined
  const matched: Matched = { field: 'bic', text: bic, spans: [[0, wanted.length]], scheme: null, status: null }
  return { rank: bic === wanted || bic === `${wanted}XXX` ? 0 : 1, bank, matched }
}

/** Returns the item whose code is wanted, or else the first one that starts with what is wanted. */
function best<Item>(items: readonly Item[], wanted: string, codeOf: (item: Item) => string): Item | undefined {
  const starting = items.filter((item) => compactCode(codeOf(item)).startsWith(wanted))
  return starting.find((item) => compactCode(codeOf(item)) === wanted) ?? starting[0]
}

/** What a search compares, folded once for each bank. */
interface Searchable {
  field: Matched['field']
  text: string
  words: readonly string[]
}

const searchables = new WeakMap<StaticBank, Searchable[]>()

function searchableTexts(bank: StaticBank): Searchable[] {
  const known = searchables.get(bank)
  if (known) return known
  const { name, short_name, legal_name, aliases, city, region } = bank
  const texts = (
    [
      ['name', name],
      ['short_name', short_name],
      ...aliases.map((alias) => ['aliases', alias] as const),
      ['legal_name', legal_name],
      ['city', city],
      ['region', region],
    ] as const
  ).flatMap(([field, text]) => (text ? [{ field, text, words: wordsOf(text) }] : []))
  searchables.set(bank, texts)
  return texts
}

function matchNames(bank: StaticBank, wanted: string): Match | undefined {
  const texts = searchableTexts(bank)
  const words = wanted.split(' ')
  const isIn = ({ words: all }: Searchable, word: string): boolean => all.some((one) => one.startsWith(word))
  if (!words.every((word) => texts.some((text) => isIn(text, word)))) return undefined
  const shown = texts.find((text) => words.every((word) => isIn(text, word))) ?? (texts[0] as Searchable)
  const matched: Matched = {
    field: shown.field,
    text: shown.text,
    spans: spansOf(shown.text, words),
    scheme: null,
    status: null,
  }
  return { rank: Math.min(...texts.map((text) => rankOf(text, words, wanted))), bank, matched }
}

const placeFields: readonly Matched['field'][] = ['city', 'region']

function rankOf({ field, words: all }: Searchable, words: readonly string[], wanted: string): number {
  if (placeFields.includes(field)) return 5
  const name = all.join(' ')
  if (name === wanted) return 2
  if (name.startsWith(wanted)) return 3
  return words.every((word) => all.some((one) => one.startsWith(word))) ? 4 : 5
}

/** The starts of words that matched, as offsets in the text. */
function spansOf(text: string, words: readonly string[]): [number, number][] {
  return Array.from(text.matchAll(wordPattern)).flatMap(({ 0: word, index }): [number, number][] => {
    const folded = foldWord(word)
    const length = Math.max(...words.map((one) => (folded.startsWith(one) ? one.length : 0)))
    return length === 0 ? [] : [[index, index + lengthFor(word, length, foldWord)]]
  })
}

/** The number of characters of a text that become `length` characters when they are folded. */
function lengthFor(text: string, length: number, foldPart: (text: string) => string): number {
  let end = 0
  while (end < text.length && foldPart(text.slice(0, end)).length < length) end++
  // An accent that is a character of its own belongs to the letter before it.
  while (/^\p{M}/u.test(text.slice(end))) end++
  return end
}
