/**
 * Words of a query that name a kind of code instead of a bank: "zenith nip", "code swift société générale". They are
 * taken out of the query, unless nothing else is left or a name contains the whole query: "branch international".
 */
import type { IntentWords } from '../../records/intent-words-record.ts'
import { isWithin, type Range } from '../../storage/bank-table.ts'
import { nameCountOf, type SearchIndex } from '../indexing/search-index.ts'
import { thresholds } from '../ranking-weights.ts'
import { wordsMax as queryWordsMax } from '../search-limits.ts'
import { isAbbreviation, isOptional } from '../text/abbreviations.ts'
import { foldWords, type Word } from '../text/tokenizer.ts'
import { parseQuery, type QueryWord } from './parse-query.ts'
import type { Places } from './places.ts'

export interface Intent {
  /** The query without the words. */
  text: string
  /** What the words choose, best first; see `intentWordsSchema`. Empty if the user is still typing the only word. */
  chooses: readonly string[]
}

/** Returns undefined if the query has no such words. `ranges`: the banks to search; all banks if undefined. */
export type ReadIntent = (text: string, ranges: readonly Range[] | undefined) => Intent | undefined

export function createIntentReader(index: SearchIndex, places: Places, rows: readonly IntentWords[]): ReadIntent {
  const { phrases, firstWords, beginnings, lastWords, wordsMax } = createPhrases(rows)
  const nameCount = (word: string): number => nameCountOf(index, word)

  /** Marks the words of all phrases, longest phrases first. */
  const findPhrases = (words: readonly string[]): { isTaken: boolean[]; chooses: string[] } => {
    const isTaken = words.map(() => false)
    const chooses: string[] = []
    for (let from = 0; from < words.length; from++) {
      for (let end = Math.min(words.length, from + wordsMax); end > from; end--) {
        const chosen = phrases.get(words.slice(from, end).join(' '))
        if (!chosen) continue
        isTaken.fill(true, from, end)
        chooses.push(...chosen)
        from = end - 1
      }
    }
    return { isTaken, chooses }
  }

  /** Returns where a phrase starts that the user is still typing at the end of the query, or -1. */
  const findUnfinished = (words: readonly string[]): number => {
    const last = words.length - 1
    for (let from = Math.max(1, words.length - wordsMax); from < last; from++) {
      if (beginnings.has(words.slice(from).join(' '))) return from
    }
    const word = words[last] as string
    // "bank" is more than the beginning of "Bankleitzahl", and "cu" is a credit union.
    return beginnings.has(word) && nameCount(word) <= thresholds.unfinishedNamesMax && !isAbbreviation(word) ? last : -1
  }

  const parse = (words: readonly string[]): QueryWord[] =>
    parseQuery(words, { places, nameCount, isInScope: () => true })

  /**
   * Whether these words can be taken out of the query, from `unfinishedFrom` on because the user is still typing them; -1 if
   * no word is unfinished.
   */
  const canTake = (
    isTaken: readonly boolean[],
    query: readonly QueryWord[],
    { ranges, unfinishedFrom }: { ranges: readonly Range[] | undefined; unfinishedFrom: number },
  ): boolean => {
    const isUnfinished = unfinishedFrom >= 0
    if (query.every(({ text }, at) => isTaken[at] || isOptional(text))) return false
    // "ro" is Romania before it is the beginning of "routing".
    if (isUnfinished && query.at(-1)?.place) return false
    const areas = query.flatMap(({ place }, at) => (place && !isTaken[at] ? [place.ranges] : []))
    const required = query.map(({ text, isOptional, place }, at) =>
      // An unfinished word may belong to the name, even if finished ones do not: "code ecobank acc".
      isTaken[at] ? !isUnfinished || at >= unfinishedFrom : !(isOptional || place || isAbbreviation(text)),
    )
    const scope = [...(ranges ? [ranges] : []), ...areas]
    const words = query.map(({ text }) => text)
    // It may also be another name or the city of the bank: "ecobank acc" is Ecobank in Accra.
    return !isContained(index, { words, required, scope, isAnyName: isUnfinished })
  }

  return (typed, ranges) => {
    // A word alone is never taken out, and most texts of a search box are one word.
    if (/^\w*$/.test(typed)) return undefined
    const text = typed.normalize('NFKC')
    const folded = foldWords(text).slice(0, queryWordsMax)
    const words = folded.map((word) => word.text)
    const last = words.at(-1)
    if (words.length < 2 || !(lastWords.has(last as string) || words.some((word) => firstWords.has(word))))
      return undefined
    const { isTaken, chooses } = findPhrases(words)
    const unfinishedFrom = isTaken.at(-1) ? -1 : findUnfinished(words)
    const intent = (taken: readonly boolean[]): Intent => ({
      text: withoutTaken(text, folded, taken),
      chooses: [...new Set(chooses)],
    })
    if (unfinishedFrom < 0 && !isTaken.includes(true)) return undefined
    const query = parse(words)
    if (unfinishedFrom > 0) {
      const withUnfinished = isTaken.map((taken, at) => taken || at >= unfinishedFrom)
      if (canTake(withUnfinished, query, { ranges, unfinishedFrom })) return intent(withUnfinished)
    }
    return isTaken.includes(true) && canTake(isTaken, query, { ranges, unfinishedFrom: -1 })
      ? intent(isTaken)
      : undefined
  }
}

/** The phrases with folded words, and the beginnings of each from two letters on. */
function createPhrases(rows: readonly IntentWords[]) {
  const phrases = new Map<string, string[]>()
  const firstWords = new Set<string>()
  const beginnings = new Set<string>()
  let wordsMax = 0
  for (const { chooses, words } of rows) {
    for (const phrase of Object.values(words).flat()) {
      const folded = foldWords(phrase).map(({ text }) => text)
      const key = folded.join(' ')
      // Languages share words such as "code bic".
      phrases.set(key, [...new Set([...(phrases.get(key) ?? []), ...chooses])])
      for (let end = 2; end < key.length; end++) if (key[end - 1] !== ' ') beginnings.add(key.slice(0, end))
      wordsMax = Math.max(wordsMax, folded.length)
      firstWords.add(folded[0] as string)
    }
  }
  const lastWords = new Set([...beginnings].map((beginning) => beginning.split(' ').at(-1) as string))
  return { phrases, firstWords, beginnings, lastWords, wordsMax }
}

interface Containment {
  words: readonly string[]
  /** Indexed by word: whether a name must have it. */
  required: readonly boolean[]
  /** A bank must be in all of these. */
  scope: readonly (readonly Range[])[]
  /** The words may be in several names of one bank. */
  isAnyName: boolean
}

/** Whether any name contains all required words. The last word of the query may be the beginning of a word. */
function isContained(index: SearchIndex, { words, required, scope, isAnyName }: Containment): boolean {
  const { vocabulary, nameBanks, nameStarts, nameWords, bankStarts, wordStarts, wordNames } = index
  const last = words.length - 1
  /** For each required word: the words of names that it stands for, which follow each other. */
  const wanted = words.flatMap((word, at): (readonly [number, number])[] => {
    if (!required[at]) return []
    if (at === last) return [vocabulary.startingWith(word)]
    const found = vocabulary.find(word)
    return [[found, found < 0 ? found : found + 1]]
  })
  if (wanted.some(([from, to]) => from === to)) return false
  const postingsOf = ([from, to]: readonly [number, number]) => [wordStarts[from] as number, wordStarts[to] as number]
  const [start = 0, end = 0] = wanted
    .map(postingsOf)
    .reduce((rarest, one) => (lengthOf(one) < lengthOf(rarest) ? one : rarest))
  const hasAll = (first: number, after: number): boolean => {
    for (const [from, to] of wanted) {
      let at = first
      while (at < after && !((nameWords[at] as number) >= from && (nameWords[at] as number) < to)) at++
      if (at === after) return false
    }
    return true
  }
  for (let at = start; at < end; at++) {
    const name = wordNames[at] as number
    const bank = nameBanks[name] as number
    const first = isAnyName ? (bankStarts[bank] as number) : name
    const after = isAnyName ? (bankStarts[bank + 1] as number) : name + 1
    if (!hasAll(nameStarts[first] as number, nameStarts[after] as number)) continue
    if (scope.every((ranges) => isWithin(bank, ranges))) return true
  }
  return false
}

const lengthOf = ([start = 0, end = 0]: readonly number[]): number => end - start

/** Joins what is left of the text: the words between two taken ones keep their punctuation. */
function withoutTaken(text: string, words: readonly Word[], isTaken: readonly boolean[]): string {
  const parts: string[] = []
  for (let at = 0; at < words.length; at++) {
    if (isTaken[at]) continue
    const { start } = words[at] as Word
    while (at + 1 < words.length && !isTaken[at + 1]) at++
    parts.push(text.slice(start, (words[at] as Word).end))
  }
  return parts.join(' ')
}
