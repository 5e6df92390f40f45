/** Compares bank names, allowing for the abbreviations in official lists, and converts all-caps names to title case. */
import type { BankRecord } from '../../../../../src/directory/records/bank-record.ts'
import { isOptional, legalForms } from '../../../../../src/directory/search/text/abbreviations.ts'
import { foldWords } from '../../../../../src/directory/search/text/tokenizer.ts'
import abbreviations from './abbreviations.json' with { type: 'json' }

/**
 * Expands the abbreviations of official lists with narrow columns. Search has a separate table, because users may mean
 * something else: "op" is short for "cooperative" in a list, but for "osuuspankki" in a search.
 */
const fullForms: Record<string, string> = abbreviations

/** Words for the legal form of a company. They are ignored, because lists often omit them. */
const optionalWords = new Set('national association aktiengesellschaft n a genossenschaft reg mbh'.split(' '))

/** Returns the words that distinguish one institution from another, in order, with abbreviations expanded. */
export function significantWords(name: string): string[] {
  const words: string[] = []
  for (const text of joinInitials(foldWords(name).map((word) => word.text))) {
    for (const word of (fullForms[text] ?? text).split(' ')) {
      if (word !== '' && !optionalWords.has(word) && !isOptional(word)) words.push(word)
    }
  }
  return words
}

export const nameKey = (name: string): string => significantWords(name).join(' ')

/**
 * Returns whether two names, given as significant words, are the same. The last word of the shorter name may be cut
 * off.
 */
export function isSameName(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const last = short.length - 1
  const fits = short.every(
    (word, at) => isSameWord(word, long[at] as string) || (at === last && isPrefix(word, long[at] as string, last)),
  )
  if (fits && (short.length === long.length || short.length > 1)) return true
  return similarity(a, b) >= similarityMin
}

const similarityMin = 0.75
/** A cut-off word must have at least three letters, or one letter if at least two words before it match. */
const prefixLengthMin = (wordsBefore: number): number => (wordsBefore > 1 ? 1 : 3)
const isPrefix = (short: string, long: string, before: number): boolean =>
  short.length >= prefixLengthMin(before) && (long.startsWith(short) || short.startsWith(long))

/**
 * Returns whether two words are the same. Tolerates transposed letters in words of five letters or more, because some
 * lists are typed by hand.
 */
const isSameWord = (one: string, other: string): boolean =>
  one === other ||
  (one.length > 4 && one.length === other.length && one[0] === other[0] && sorted(one) === sorted(other))

const sorted = (word: string): string => [...word].sort().join('')

/** Divides the length of the longest common subsequence of words by the number of words in the longer name. */
function similarity(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const word of a) {
    const next = [0]
    for (const [at, other] of b.entries()) {
      const longest = word === other ? (row[at] as number) + 1 : Math.max(row[at + 1] as number, next[at] as number)
      next.push(longest)
    }
    row = next
  }
  return (row.at(-1) as number) / Math.max(a.length, b.length)
}

const inCapitals = /^[^a-z]*$/
const acronym =
  /^(?:[A-Z]{1,2}|[A-Z]&[A-Z]|USA|FCU|FSB|SSB|BNP|HSBC|PNC|TD|UBS|KBC|ING|DZ|NA|LLC|II|III|IV|(?!NTL|SVGS|BNK|TRST|CTR|CNTY)[B-DF-HJ-NP-TV-XZ]{3,4})$/
const lowerCaseWords = new Set('and of the for in at de der und van von du la del'.split(' '))

/**
 * Converts a name in capitals to title case: "BANK OF AMERICA, N.A." becomes "Bank of America, N.A." A name with
 * lower-case letters keeps its case. Also removes stray punctuation at the end.
 */
export function titleCase(published: string): string {
  const text = published.replaceAll(/[„“”«»]/g, '"').replace(/[\s,;:]+$/, '')
  if (!inCapitals.test(text)) return text
  return text.replaceAll(/[\p{L}\p{N}'&.]+/gu, (word, at: number) => {
    const lower = word.toLowerCase()
    if (at > 0 && lowerCaseWords.has(lower)) return lower
    if (acronym.test(word) || /^(?:\p{L}\.)+\p{L}?$/u.test(word)) return word
    return lower.replace(/^\p{L}/u, (letter) => letter.toUpperCase())
  })
}

const legalFormAtEnd =
  /[\s,]+(?:N\.?\s?A\.?|National Association|eGen|registrierte Genossenschaft.*|Aktiengesellschaft|Gesellschaft m\.?\s?b\.?\s?H\.?)$/i

/** Removes the legal form at the end of a name. */
export function withoutLegalForm(name: string): string {
  const shortened = name.replace(legalFormAtEnd, '')
  const [, rest, last] = /^(.*[^\s,])[\s,]+([^\s,]+)$/.exec(shortened) ?? []
  const isForm = last !== undefined && legalForms.has(last.toLowerCase().replaceAll('.', ''))
  return rest !== undefined && isForm ? rest : shortened
}

const lowerCaseTownWords = new Set('am an de del der di do du en im in la le les of sous sur und upon'.split(' '))

/** Removes a district number or a French CEDEX suffix from a town, and converts capitals to title case. */
export function cleanTown(text: string): string {
  const town = text.replace(/\s+cedex.*$/i, '').replace(/\s+\d+$/, '')
  if (!inCapitals.test(town)) return town
  return town
    .toLowerCase()
    .replaceAll(/\p{L}+/gu, (word, at: number) =>
      (at > 0 && lowerCaseTownWords.has(word)) || (town[at - 1] === "'" && at > 2)
        ? word
        : word.replace(/^./u, (letter) => letter.toUpperCase()),
    )
}

const nameWordsCache = new WeakMap<BankRecord, string[][]>()

/**
 * Returns the significant words of each of a bank's names. The result is cached, because every row that matches the
 * bank needs it.
 */
export function nameWordsOf(bank: BankRecord): string[][] {
  const names = nameWordsCache.get(bank)
  if (names) return names
  const all = [bank.name, bank.legal_name, bank.short_name, ...(bank.aliases ?? [])]
  const found = all.filter((name) => name !== undefined).map(significantWords)
  nameWordsCache.set(bank, found)
  return found
}

export const isSamePlace = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && nameKey(one) === nameKey(other)

/** Joins consecutive single letters: lists write "U S A A" or "H E B" for "USAA" and "HEB". */
export function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = []
  let follows = false
  for (const word of words) {
    const isInitial = word.length === 1
    if (isInitial && follows) joined.push(`${joined.pop()}${word}`)
    else joined.push(word)
    follows = isInitial
  }
  return joined
}
