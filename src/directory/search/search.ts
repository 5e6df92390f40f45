/**
 * Finds banks by name. Each word of the query is looked up in the vocabulary: exactly and as a prefix, and if that
 * finds too little, with typos and as a substring. Every bank that matches gets a rough score; the best banks are then
 * compared with the query name by name. Rewrites of the query run in the same way, and their results are merged.
 */
import { runToEnd } from '../run-to-end.ts'
import type { Range } from '../storage/bank-table.ts'
import { nameCountOf, type SearchIndex } from './indexing/search-index.ts'
import { isPlaceOnly, parseQuery, type QueryWord } from './query/parse-query.ts'
import type { Places } from './query/places.ts'
import { queryRewrites, type Rewrite, rewriteTo } from './query/rewrites.ts'
import type { ScoredBank } from './ranking/name-score.ts'
import { createQueryRunner, type QueryRunner, type RunOptions } from './ranking/query-runner.ts'
import { createLookupCache } from './ranking/term-expansion.ts'
import { createDocumentFrequency } from './ranking/word-matches.ts'
import { thresholds } from './ranking-weights.ts'
import { comparedMax, eagerNamesMax, pageLength, stepsMax, WorkBudget, wordsMax } from './search-limits.ts'
import { nameFields } from './text/searchable-names.ts'
import { foldWords } from './text/tokenizer.ts'

/** `limit` must be at most `comparedMax`. */
export type SearchOptions = RunOptions

/** Valid only until the next search. */
export interface Hits {
  /** The banks for which the name score was computed, best first. */
  best: ScoredBank[]
  /**
   * Returns up to `most` banks with the highest rough scores, including most of the banks in `best`; with `isKept`, only
   * banks that pass it.
   */
  ranked(most: number, isKept?: (bank: number) => boolean): number[]
  /** Computes the name score of a bank that `ranked` returned. */
  compare(bank: number): ScoredBank
  /**
   * Calls `visit` for every bank that the search found, however low its score, in no particular order. Some banks are
   * visited twice. The banks are the same whatever the `limit`.
   */
  visitAll(visit: (bank: number) => void): Generator<void, void>
  /**
   * Whether a bank has the telling words of the query. Undefined if the best bank does not have the whole query in its
   * name.
   */
  hasTellingWords: ((bank: number) => boolean) | undefined
  /** Whether the search spent its work budget, so that it may have missed banks. */
  isCutShort: boolean
}

/**
 * Not re-entrant: all searches share one set of scratch arrays, so a search must end before the next one starts, and
 * `isIncluded` must not start a search. `observe` is called after each rewrite; see `explain.ts`.
 */
export type Search = (text: string, options: SearchOptions, observe?: RewriteObserver) => Hits

/** Like `Search`, but yields every millisecond or two, so that a server can do other work, except for other searches. */
export type SearchSteps = (...parameters: Parameters<Search>) => Generator<void, Hits>

export type RewriteObserver = (rewrite: Rewrite, runner: QueryRunner) => void

export interface SearchSettings {
  /** If more names than this contain a word, reading its posting lists may be deferred; see `WordMatches`. */
  eagerNamesMax?: number
  work?: WorkBudget
}

export function createSearch(...parameters: Parameters<typeof createSearchSteps>): Search {
  const search = createSearchSteps(...parameters)
  return (...query) => runToEnd(search(...query))
}

export function createSearchSteps(index: SearchIndex, places: Places, settings: SearchSettings = {}): SearchSteps {
  const { work = new WorkBudget(stepsMax) } = settings
  const lookups = createLookupCache(index.vocabulary, work)
  const parts = {
    eagerNamesMax,
    ...settings,
    work,
    lookups,
    documentFrequency: createDocumentFrequency(index),
    nameLengths: nameLengthsOf(index),
  }
  // Two runners, because `ranked` and `compare` read the results of the first rewrite after the other rewrites have
  // run.
  const [firstRunner, otherRunner] = [createQueryRunner(index, parts), createQueryRunner(index, parts)]

  const parse = (words: readonly string[], { ranges }: SearchOptions, shares?: readonly number[]): QueryWord[] => {
    const query = parseQuery(words, {
      places,
      nameCount: (word) => nameCountOf(index, word),
      isInScope: (place) => overlap(place.ranges, ranges),
    })
    for (const [at, word] of query.entries()) word.share *= shares?.[at] ?? 1
    return query
  }

  return function* (text, options, observe) {
    work.startSearch()
    lookups.clear()
    const words = queryWords(text)
    const original = parse(words, options)
    const isOriginal = (rewrite: Rewrite): boolean => rewrite.words === words
    let best: ScoredBank[] = []
    const hasGoodBank = (): boolean => (best[0]?.score ?? 0) >= thresholds.goodScore
    const ranges = options.ranges ?? countryOf(original)
    const rewrites = isPlaceOnly(original)
      ? [rewriteTo(words, 0)]
      : queryRewrites(index, { words, ranges, hasGoodBank }, work)
    for (const rewrite of rewrites) {
      if (work.isMostlySpent && !isOriginal(rewrite)) continue
      const isFirst = best.length === 0
      const runner = isFirst ? firstRunner : otherRunner
      const query = isOriginal(rewrite) ? original : parse(rewrite.words, options, rewrite.shares)
      const hits = yield* runner.run(query, { ...options, limit: isFirst ? options.limit : pageLength })
      for (const hit of hits) hit.score -= rewrite.requiredGain
      observe?.(rewrite, runner)
      // If scores are equal, hits of the original query come first.
      best = isOriginal(rewrite) ? merge(hits, best) : merge(best, hits)
      yield
    }
    return {
      // Truncate to `limit`: the first rewrite computes name scores only for that many candidates, so further down, the
      // merged list may lack some candidates.
      best: options.limit < comparedMax ? best.slice(0, options.limit) : best,
      ranked: firstRunner.ranked,
      compare: firstRunner.compare,
      *visitAll(visit) {
        yield* firstRunner.visitCandidates(visit)
        // The best banks of the other rewrites.
        for (const { bank } of best) visit(bank)
      },
      hasTellingWords: best[0] && firstRunner.isWholeName(best[0]) ? firstRunner.createTellingWordsCheck() : undefined,
      isCutShort: work.isSpent,
    }
  }
}

const queryWords = (text: string): string[] =>
  foldWords(text.normalize('NFKC'))
    .slice(0, wordsMax)
    // Drop the branch code XXX: an 11-character BIC that ends in it means the same as the 8-character BIC.
    .map(({ text: word }) => word.replace(/^(\w{8})xxx$/, '$1'))

const countryOf = (query: readonly QueryWord[]): readonly Range[] | undefined =>
  query.find(({ place }) => place?.kind === 'country')?.place?.ranges

/**
 * Merges two lists sorted by score and keeps each bank once. If scores are equal, the hit from `preferred` comes first.
 */
function merge(preferred: ScoredBank[], others: ScoredBank[]): ScoredBank[] {
  if (preferred.length === 0 || others.length === 0) return preferred.length === 0 ? others : preferred
  const merged = new Map<number, ScoredBank>()
  for (let [left, right] = [0, 0]; left < preferred.length || right < others.length; ) {
    const [leftHit, rightHit] = [preferred[left], others[right]]
    const isLeft = !rightHit || (leftHit && leftHit.score >= rightHit.score)
    const next = (isLeft ? leftHit : rightHit) as ScoredBank
    if (isLeft) left++
    else right++
    if (!merged.has(next.bank)) merged.set(next.bank, next)
  }
  return [...merged.values()]
}

function overlap(some: readonly Range[], others: readonly Range[] | undefined): boolean {
  return !others || some.some(([from, to]) => others.some(([start, end]) => from < end && start < to))
}

/** Indexed by bank: the number of words in its name. */
function nameLengthsOf({ nameBanks, nameFields: fields, nameStarts, searchProminence }: SearchIndex): Uint8Array {
  const lengths = new Uint8Array(searchProminence.length)
  const nameField = nameFields.indexOf('name')
  for (let name = 0; name < nameBanks.length; name++) {
    if (fields[name] !== nameField) continue
    lengths[nameBanks[name] as number] = (nameStarts[name + 1] as number) - (nameStarts[name] as number)
  }
  return lengths
}
