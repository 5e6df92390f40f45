/** Whether two names mean the same institution, however its lists abbreviate it, and how a list's capitals are written. */
import type { BankRecord } from '../../../directory/records/bank.ts'
import { isOptional, legalForms } from '../../../directory/search/text/searchable-names.ts'
import { foldWords } from '../../../directory/search/text/tokenizer.ts'

/** How lists with little room write common words. */
const writtenOut: Record<string, string> = {
  bk: 'bank',
  bks: 'bank',
  bankers: 'bank',
  bnk: 'bank',
  tr: 'trust',
  svgs: 'savings',
  sav: 'savings',
  svg: 'savings',
  natl: 'national',
  nat: 'national',
  fed: 'federal',
  fcu: 'federal credit union',
  cu: 'credit union',
  cr: 'credit',
  un: 'union',
  nb: 'bank',
  sl: 'savings loan',
  '1st': 'first',
  operative: 'cooperative',
  coop: 'cooperative',
  op: 'cooperative',
  trst: 'trust',
  ntl: 'national',
  fsb: 'federal savings bank',
  ssb: 'savings bank',
  ln: 'loan',
  assn: 'association',
  assoc: 'association',
  employees: 'employee',
  empl: 'employee',
  emp: 'employee',
  comm: 'community',
  cmnty: 'community',
  cnty: 'county',
  intl: 'international',
  mtg: 'mortgage',
  st: 'state',
  saint: 'state',
  ctr: 'center',
  mut: 'mutual',
  farmers: 'farmer',
  merchants: 'merchant',
  teachers: 'teacher',
  savings: 'savings',
  eg: '',
  egen: '',
  regen: '',
  regenmbh: '',
}

/** Say what kind of company it is, and are left out at will. */
const empty = new Set(['national', 'association', 'aktiengesellschaft', 'n', 'a', 'genossenschaft', 'reg', 'mbh'])

/** The words that tell one institution from another, in their order. */
export function telling(name: string): string[] {
  const words: string[] = []
  for (const text of withInitialsJoined(foldWords(name).map((word) => word.text))) {
    const written = writtenOut[text] ?? text
    for (const word of written.includes(' ') ? written.split(' ') : [written]) {
      if (word !== '' && !empty.has(word) && !isOptional(word)) words.push(word)
    }
  }
  return words
}

/** "U S A A" and "USAA" are written the same. */
function withInitialsJoined(words: readonly string[]): string[] {
  const joined: string[] = []
  let isOpen = false
  for (const word of words) {
    const isInitial = word.length === 1
    if (isInitial && isOpen) joined.push(`${joined.pop()}${word}`)
    else joined.push(word)
    isOpen = isInitial
  }
  return joined
}

export const nameKey = (name: string): string => telling(name).join(' ')

/** By their telling words. The last word of a name that was cut off for lack of room is the beginning of one. */
export function isSameName(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const last = short.length - 1
  const fits = short.every(
    (word, at) => isSameWord(word, long[at] as string) || (at === last && isBeginning(word, long[at] as string, last)),
  )
  if (fits && (short.length === long.length || short.length > 1)) return true
  return likeness(a, b) >= sameFrom
}

const sameFrom = 0.75
/** Where two words agree before it, a single letter is enough. */
const beginningMin = (before: number): number => (before > 1 ? 1 : 3)
const isBeginning = (short: string, long: string, before: number): boolean =>
  short.length >= beginningMin(before) && (long.startsWith(short) || short.startsWith(long))

/** Also with two letters in the wrong order, as lists that were typed have them. */
const isSameWord = (one: string, other: string): boolean =>
  one === other ||
  (one.length > 4 && one.length === other.length && one[0] === other[0] && sorted(one) === sorted(other))

const sorted = (word: string): string => [...word].sort().join('')

/** Of the longer one's words, the share that both have in the same order. */
function likeness(a: readonly string[], b: readonly string[]): number {
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
const keptInCapitals =
  /^(?:[A-Z]{1,2}|[A-Z]&[A-Z]|USA|FCU|FSB|SSB|BNP|HSBC|PNC|TD|UBS|KBC|ING|DZ|NA|LLC|II|III|IV|(?!NTL|SVGS|BNK|TRST|CTR|CNTY)[B-DF-HJ-NP-TV-XZ]{3,4})$/
const small = new Set(['and', 'of', 'the', 'for', 'in', 'at', 'de', 'der', 'und', 'van', 'von', 'du', 'la', 'del'])

/**
 * "BANK OF AMERICA, N.A." is "Bank of America, N.A."; what has small letters was written by somebody who knew how. Signs
 * that belong to nothing are left out.
 */
export function inUsualCase(published: string): string {
  const text = published.replaceAll(/[„“”«»]/g, '"').replace(/[\s,;:]+$/, '')
  if (!inCapitals.test(text)) return text
  return text.replaceAll(/[\p{L}\p{N}'&.]+/gu, (word, at: number) => {
    const lower = word.toLowerCase()
    if (at > 0 && small.has(lower)) return lower
    if (keptInCapitals.test(word) || /^(?:\p{L}\.)+\p{L}?$/u.test(word)) return word
    return lower.replace(/^\p{L}/u, (letter) => letter.toUpperCase())
  })
}

const trailing =
  /[\s,]+(?:N\.?\s?A\.?|National Association|eGen|registrierte Genossenschaft.*|Aktiengesellschaft|Gesellschaft m\.?\s?b\.?\s?H\.?)$/i

/** Without the legal form at its end. */
export function customary(name: string): string {
  const short = name.replace(trailing, '')
  const [, rest, last] = /^(.*[^\s,])[\s,]+([^\s,]+)$/.exec(short) ?? []
  const isForm = last !== undefined && legalForms.has(last.toLowerCase().replaceAll('.', ''))
  return rest !== undefined && isForm ? rest : short
}

const smallInPlaces = new Set([
  'am',
  'an',
  'de',
  'del',
  'der',
  'di',
  'do',
  'du',
  'en',
  'im',
  'in',
  'la',
  'le',
  'les',
  'of',
  'sous',
  'sur',
  'und',
  'upon',
])

/** A town without the number of its district or of its post office. */
export function townOf(text: string): string {
  const town = text.replace(/\s+cedex.*$/i, '').replace(/\s+\d+$/, '')
  if (!inCapitals.test(town)) return town
  return town
    .toLowerCase()
    .replaceAll(/\p{L}+/gu, (word, at: number) =>
      (at > 0 && smallInPlaces.has(word)) || (town[at - 1] === "'" && at > 2)
        ? word
        : word.replace(/^./u, (letter) => letter.toUpperCase()),
    )
}

const known = new WeakMap<BankRecord, string[][]>()

/** The telling words of each of its names; a record is asked for them once in every row of its codes. */
export function namesOf(bank: BankRecord): string[][] {
  const names = known.get(bank)
  if (names) return names
  const all = [bank.name, bank.legal_name, bank.short_name, ...(bank.aliases ?? [])]
  const found = all.filter((name) => name !== undefined).map(telling)
  known.set(bank, found)
  return found
}

export const isSamePlace = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && nameKey(one) === nameKey(other)
