/**
 * Finds banks by what somebody types. Each word of the query is looked up in the vocabulary: as it is and as a
 * beginning, and if that finds too little, misspelt or as a part. Every bank gets a rough score from that; the best are
 * then compared name by name.
 */
import type { Range } from '../storage/bank-table.ts'
import { nameCountOf, type SearchIndex } from './indexing/search-index.ts'
import { isPlace, parseQuery, type QueryWord, wordsMax } from './query/parse-query.ts'
import type { Places } from './query/places.ts'
import { asOriginal, queryRewrites } from './query/rewrites.ts'
import type { SearchScope } from './ranking/candidates.ts'
import { createDocumentFrequency } from './ranking/document-frequency.ts'
import { createLookupCache } from './ranking/lookup-cache.ts'
import type { ScoredBank } from './ranking/name-score.ts'
import { createQueryRunner } from './ranking/query-runner.ts'
import { comparedMax, pageLength, stepsMax } from './ranking/search-limits.ts'
import { nameFields } from './text/searchable-names.ts'
import { foldWords } from './text/tokenizer.ts'
import { WorkBudget } from './work-budget.ts'

export interface SearchOptions extends SearchScope {
  /** How many of the best to compare name by name and put in order: `comparedMax` at most. */
  limit: number
  /** By bank: what is taken off its score. */
  penalties: Float64Array
}

export interface Hits {
  best: ScoredBank[]
  /**
   * So many banks by their rough scores, most of the best among them, and what matched of one of these. Good until the
   * next search.
   */
  others(most: number): number[]
  compare(bank: number): ScoredBank
}

export type Search = (query: string, options: SearchOptions) => Hits

/** From here on no other way to write the query is taken as it sounds, and known words are not taken apart. */
const goodScore = 0.8

export interface SearchSettings {
  /** A word that stands in more names waits until its banks have to be listed. */
  namesMax?: number
  work?: WorkBudget
}

export function createSearch(
  index: SearchIndex,
  places: Places,
  { namesMax = 2_000, work = new WorkBudget(stepsMax) }: SearchSettings = {},
): Search {
  const lookups = createLookupCache(index.vocabulary, work)
  const parts = {
    namesMax,
    work,
    lookups,
    countBanks: createDocumentFrequency(index),
    nameLengths: nameLengthsOf(index),
  }
  // What the first way to write a query has found stays for `others`, while further ones are tried.
  const [first, further] = [createQueryRunner(index, parts), createQueryRunner(index, parts)]

  const read = (words: readonly string[], { ranges }: SearchOptions, shares?: readonly number[]): QueryWord[] => {
    const query = parseQuery(words, {
      places,
      namesWith: (word) => nameCountOf(index, word),
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
    let best: ScoredBank[] = []
    const isFound = (): boolean => (best[0]?.score ?? 0) >= goodScore
    const ranges = options.ranges ?? countryOf(query)
    const ways = isPlace(query) ? [asOriginal(words)] : queryRewrites(index, { words, ranges, isFound }, work)
    for (const way of ways) {
      if (work.isMostlySpent && !isTyped(way.words)) continue
      const isFirst = best.length === 0
      const wanted = isTyped(way.words) ? query : read(way.words, options, way.shares)
      const hits = (isFirst ? first : further).run(wanted, { ...options, limit: isFirst ? limit : pageLength })
      for (const hit of hits) hit.score -= way.requiredGain
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

const countryOf = (query: readonly QueryWord[]): readonly Range[] | undefined =>
  query.find(({ place }) => place?.kind === 'country')?.place?.ranges

/** Each bank once, the better of the first of both next. */
function merge(some: ScoredBank[], others: ScoredBank[]): ScoredBank[] {
  if (some.length === 0 || others.length === 0) return some.length === 0 ? others : some
  const merged = new Map<number, ScoredBank>()
  for (let [one, other] = [0, 0]; one < some.length || other < others.length; ) {
    const [left, right] = [some[one], others[other]]
    const isLeft = !right || (left && left.score >= right.score)
    const next = (isLeft ? left : right) as ScoredBank
    if (isLeft) one++
    else other++
    if (!merged.has(next.bank)) merged.set(next.bank, next)
  }
  return [...merged.values()]
}

function overlap(some: readonly Range[], others: readonly Range[] | undefined): boolean {
  return !others || some.some(([from, to]) => others.some(([start, end]) => from < end && start < to))
}

function nameLengthsOf({ nameBanks, nameFields: fields, nameStarts, popularity: renown }: SearchIndex): Uint8Array {
  const lengths = new Uint8Array(renown.length)
  const ofName = nameFields.indexOf('name')
  for (let name = 0; name < nameBanks.length; name++) {
    if (fields[name] !== ofName) continue
    lengths[nameBanks[name] as number] = (nameStarts[name + 1] as number) - (nameStarts[name] as number)
  }
  return lengths
}
