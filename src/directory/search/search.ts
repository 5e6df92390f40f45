/**
 * Finds banks by what somebody types. Each word of the query is looked up in the vocabulary: as it is and as a
 * beginning, and if that finds too little, misspelt or as a part. Every bank gets a rough score from that; the best are
 * then compared name by name.
 */
import type { Range } from '../storage/bank-table.ts'
import { namesWith, type SearchIndex } from './indexing/search-index.ts'
import { isPlace, readQuery, type Wanted, wordsMax } from './query/parse-query.ts'
import type { Places } from './query/places.ts'
import { asTyped, waysToWrite } from './query/rewrites.ts'
import type { Looked } from './ranking/candidates.ts'
import { openBankCounts } from './ranking/document-frequency.ts'
import { rememberLookups } from './ranking/lookup-cache.ts'
import type { Compared } from './ranking/name-score.ts'
import { openRunner } from './ranking/query-runner.ts'
import { comparedMax, pageLength, stepsMax } from './ranking/search-limits.ts'
import { nameFields } from './text/searchable-names.ts'
import { foldWords } from './text/tokenizer.ts'
import { Work } from './work-budget.ts'

export interface SearchOptions extends Looked {
  /** How many of the best to compare name by name and put in order: `comparedMax` at most. */
  limit: number
  /** By bank: what is taken off its score. */
  maluses: Float64Array
}

export interface Hits {
  best: Compared[]
  /**
   * So many banks by their rough scores, most of the best among them, and what matched of one of these. Good until the
   * next search.
   */
  others(most: number): number[]
  compare(bank: number): Compared
}

export type Search = (query: string, options: SearchOptions) => Hits

/** From here on no other way to write the query is taken as it sounds, and known words are not taken apart. */
const goodScore = 0.8

export interface SearchSettings {
  /** A word that stands in more names waits until its banks have to be listed. */
  namesMax?: number
  work?: Work
}

export function openSearch(
  index: SearchIndex,
  places: Places,
  { namesMax = 2_000, work = new Work(stepsMax) }: SearchSettings = {},
): Search {
  const lookups = rememberLookups(index.vocabulary, work)
  const parts = { namesMax, work, lookups, countBanks: openBankCounts(index), nameLengths: nameLengthsOf(index) }
  // What the first way to write a query has found stays for `others`, while further ones are tried.
  const [first, further] = [openRunner(index, parts), openRunner(index, parts)]

  const read = (words: readonly string[], { ranges }: SearchOptions, shares?: readonly number[]): Wanted[] => {
    const query = readQuery(words, {
      places,
      namesWith: (word) => namesWith(index, word),
      isPossible: (place) => overlap(place.ranges, ranges),
    })
    for (const [at, wanted] of query.entries()) wanted.share *= shares?.[at] ?? 1
    return query
  }

  const find = (text: string, options: SearchOptions): Hits => {
    work.begin()
    lookups.forget()
    const words = foldWords(text.normalize('NFKC'))
      .slice(0, wordsMax)
      .map(({ text: word }) => word.replace(/^(\w{8})xxx$/, '$1'))
    const query = read(words, options)
    const isTyped = (way: readonly string[]): boolean => way.join(' ') === words.join(' ')
    const { limit } = options
    let best: Compared[] = []
    const isFound = (): boolean => (best[0]?.score ?? 0) >= goodScore
    const ranges = options.ranges ?? countryOf(query)
    const ways = isPlace(query) ? [asTyped(words)] : waysToWrite(index, { words, ranges, isFound }, work)
    for (const way of ways) {
      if (work.isMostlySpent && !isTyped(way.words)) continue
      const isFirst = best.length === 0
      const wanted = isTyped(way.words) ? query : read(way.words, options, way.shares)
      const hits = (isFirst ? first : further).run(wanted, { ...options, limit: isFirst ? limit : pageLength })
      for (const hit of hits) hit.score -= way.margin
      best = isTyped(way.words) ? merge(hits, best) : merge(best, hits)
    }
    return {
      // Behind these some of the first way may be missing that were not compared.
      best: limit < comparedMax ? best.slice(0, limit) : best,
      others: first.ranked,
      compare: first.compare,
    }
  }

  return find
}

const countryOf = (query: readonly Wanted[]): readonly Range[] | undefined =>
  query.find(({ place }) => place?.kind === 'country')?.place?.ranges

/** Each bank once, the better of the first of both next. */
function merge(some: Compared[], others: Compared[]): Compared[] {
  if (some.length === 0 || others.length === 0) return some.length === 0 ? others : some
  const merged = new Map<number, Compared>()
  for (let [one, other] = [0, 0]; one < some.length || other < others.length; ) {
    const [left, right] = [some[one], others[other]]
    const isLeft = !right || (left && left.score >= right.score)
    const next = (isLeft ? left : right) as Compared
    if (isLeft) one++
    else other++
    if (!merged.has(next.bank)) merged.set(next.bank, next)
  }
  return [...merged.values()]
}

function overlap(some: readonly Range[], others: readonly Range[] | undefined): boolean {
  return !others || some.some(([from, to]) => others.some(([start, end]) => from < end && start < to))
}

function nameLengthsOf({ nameBanks, nameFields: fields, nameStarts, renown }: SearchIndex): Uint8Array {
  const lengths = new Uint8Array(renown.length)
  const ofName = nameFields.indexOf('name')
  for (let name = 0; name < nameBanks.length; name++) {
    if (fields[name] !== ofName) continue
    lengths[nameBanks[name] as number] = (nameStarts[name + 1] as number) - (nameStarts[name] as number)
  }
  return lengths
}
