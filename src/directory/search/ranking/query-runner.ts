/** Looks up one rewrite of a query and ranks the banks that it finds. */
import type { SearchIndex } from '../indexing/search-index.ts'
import { isPlaceOnly, type QueryWord } from '../query/parse-query.ts'
import {
  locationScoreMin,
  locationWeights,
  nameScoreWeights,
  queryWordWeights,
  thresholds,
} from '../ranking-weights.ts'
import { pageLength, stepCosts, type WorkBudget, wordsMax } from '../search-limits.ts'
import { isOptional } from '../text/abbreviations.ts'
import type { NameField } from '../text/searchable-names.ts'
import { Candidates, candidatesPerStep, type SearchScope } from './candidates.ts'
import {
  createNameScorer,
  type NameScoreParts,
  type ScoredBank,
  type ScoredQuery,
  type WordScore,
} from './name-score.ts'
import type { LookupCache } from './term-expansion.ts'
import { lookUpJoined, lookUpMisspelt, lookUpTyped } from './term-lookup.ts'
import { type DocumentFrequency, WordMatches } from './word-matches.ts'

export interface RunOptions extends SearchScope {
  /** How many of the best candidates to compare name by name. */
  limit: number
  /** Indexed by bank: the penalty that is subtracted from its score. */
  penalties: Float64Array
  /** Returns what is added to the score of a bank because it has the kind of code that the query names. */
  schemeBoost?: ((bank: number) => number) | undefined
}

/** Not re-entrant. `ranked`, `compare` and `explain` refer to the query of the last `run`. */
export type QueryRunner = ReturnType<typeof createQueryRunner>

/** `total` is the sum of all parts of `name`, plus `popularity`, `locationBoost` and `schemeBoost`, minus `penalty`. */
export interface ScoreParts {
  /** The field of the best-matching name, such as `legal_name` or `alias`. */
  field: NameField
  words: WordPart[]
  name: NameScoreParts
  /** What the prominence of the bank adds. */
  popularity: number
  locationBoost: number
  schemeBoost: number
  penalty: number
  total: number
}

/** What one query word contributes: it adds `share * score` to `name.words`. */
export interface WordPart extends Omit<WordScore, 'word'> {
  typed: string
  /** The matching word of the name; undefined if the bank matches by another name or by its location, or not at all. */
  matched: string | undefined
  /** The word's share of the total weight of the query. */
  share: number
}

export interface RunnerParts {
  eagerNamesMax: number
  work: WorkBudget
  lookups: LookupCache
  documentFrequency: DocumentFrequency
  /** Indexed by bank: the number of words in its name. */
  nameLengths: Uint8Array
}

export function createQueryRunner(index: SearchIndex, parts: RunnerParts) {
  const { work, nameLengths } = parts
  const { searchProminence } = index
  const isExpanded = new Uint8Array(index.vocabulary.size)
  const allMatches = Array.from({ length: wordsMax }, () => new WordMatches(index, { ...parts, isExpanded }))
  const candidates = new Candidates(searchProminence.length, work)
  const scorer = createNameScorer(index, work, isExpanded)
  let current: ScoredQuery = { query: [], matches: [], penalties: new Float64Array(0), boost: undefined }
  let schemeBoost: RunOptions['schemeBoost']

  const start = (query: readonly QueryWord[], { penalties, schemeBoost: ofScheme }: RunOptions): void => {
    schemeBoost = ofScheme
    for (const word of current.matches) word.clear()
    candidates.clear()
    current = { query, matches: allMatches.slice(0, query.length), penalties, boost: undefined }
    work.add(stepCosts.query)
  }

  const collectMatches = (): void => {
    const { query, matches } = current
    const mayDefer = query.every(({ place }) => place === undefined)
    for (const [at, word] of query.entries()) {
      const wordMatches = matches[at] as WordMatches
      wordMatches.collect(word.place, mayDefer)
      // Rare words weigh more (inverse document frequency). What counts is the word as typed, if banks have it: "mbank"
      // is rare, although it is one letter away from "bank".
      const rarity = Math.log(1 + searchProminence.length / (1 + wordMatches.typedBankCount))
      word.weight = rarity * word.share * (word.isOptional ? queryWordWeights.optionalFactor : 1)
    }
  }

  /** Returns whether the best candidates are good enough that misspellings need not be looked up. */
  const scoreCandidates = function* (scope: SearchScope): Generator<void, boolean> {
    const { query, matches, penalties } = current
    current.boost = addBoosts(createLocationBoost(query, matches), schemeBoost)
    yield* candidates.collect(query, matches, scope)
    if (candidates.count > candidatesPerStep) yield
    const priors = { prominence: searchProminence, nameLengths, penalties, boost: current.boost }
    const { bestFit, bestProminence } = candidates.score(query, matches, priors)
    const { obscure, commonBanks, goodFit } = thresholds
    const areObscure = candidates.count < obscure.banks && bestProminence < obscure.prominence
    const mayBeMisspelt = ({ isOptional, isLast, text }: QueryWord, at: number): boolean => {
      if (isOptional || (matches[at] as WordMatches).bankCount > commonBanks) return false
      // "acess" is the start of "acesso", but the user may mean "access".
      const lettersMin = isLast ? obscure.cutOffLastLetters : obscure.cutOffLetters
      const isCutOff = text.length >= lettersMin && index.vocabulary.find(text) < 0
      return isCutOff || text.length >= obscure.letters
    }
    return bestFit >= goodFit && !(areObscure && query.some(mayBeMisspelt))
  }

  const findCandidates = function* (scope: SearchScope): Generator<void, void> {
    const { query, matches } = current
    lookUpTyped(query, matches)
    collectMatches()
    yield
    const isUnknown = query.some((word, at) => !word.isOptional && !word.place && matches[at]?.bankCount === 0)
    if (isUnknown || (!(yield* scoreCandidates(scope)) && !isPlaceOnly(query) && !work.isSpent)) {
      yield
      yield* lookUpMisspelt(query, matches)
      collectMatches()
      yield
      yield* scoreCandidates(scope)
    }
    if (candidates.count > 0) return
    lookUpJoined(query, matches)
    collectMatches()
    yield* scoreCandidates(scope)
  }

  const compare = (bank: number): ScoredBank => scorer.score(current, bank)

  return {
    /**
     * Returns the best banks in order. `limit` is rounded up to a multiple of `pageLength`. A higher limit only adds
     * banks at the end. Yields between its steps, so that a server can do other work.
     */
    *run(query: readonly QueryWord[], options: RunOptions): Generator<void, ScoredBank[]> {
      start(query, options)
      if (query.length === 0) return []
      yield* findCandidates(options)
      if (candidates.count > candidatesPerStep) yield
      const banks = candidates.best(Math.ceil(options.limit / pageLength) * pageLength)
      const hits = byScore(banks.slice(0, pageLength).map(compare))
      // Do not charge the budget for further pages: otherwise, a higher limit would leave less for later rewrites and
      // could change which banks come first.
      const { steps } = work
      for (let from = pageLength; from < banks.length; from += pageLength) {
        hits.push(...byScore(banks.slice(from, from + pageLength).map(compare)))
      }
      work.steps = steps
      return hits
    },
    /** Returns up to `most` banks, in order of rough score. */
    ranked: (most: number, isKept?: (bank: number) => boolean): number[] => candidates.best(most, isKept),
    compare,
    /** Calls `visit` for every candidate, in no particular order. */
    *visitCandidates(visit: (bank: number) => void): Generator<void, void> {
      for (let at = 0; at < candidates.count; at++) {
        if (at > 0 && at % candidatesPerStep === 0) yield
        visit(candidates.banks[at] as number)
      }
    },
    /** Whether a name has all words of the query, apart from particles and places. */
    isWholeName: ({ query, words }: ScoredBank): boolean =>
      query === current.query &&
      query.every(({ text, place, isLast }, at) => {
        if (isOptional(text) || place) return true
        const word = words[at] as number
        const found = word < 0 ? '' : index.vocabulary.textOf(word)
        return isLast ? found.startsWith(text) : found === text
      }),
    /**
     * Returns a check whether a bank has the telling words of the query: all rare ones, or all words if none is rare. Places
     * count if the bank is there.
     */
    createTellingWordsCheck: (): ((bank: number) => boolean) => {
      const words = tellingWords(current)
      return (bank) => words.every(({ scoreByBank }) => (scoreByBank[bank] as number) > 0)
    },
    /** Returns the parts of the score that `compare` computes. Does not count towards the work budget. */
    explain: (bank: number): ScoreParts => {
      const { query, penalties, boost } = current
      const { steps } = work
      const { score: total, field } = compare(bank)
      const { parts: name, words } = scorer.explain(current, bank)
      work.steps = steps
      const totalWeight = query.reduce((sum, { weight }) => sum + weight, 0)
      return {
        field,
        words: words.map(({ word, similarity, score }, at) => {
          const { text: typed, weight } = query[at] as QueryWord
          const matched = word < 0 ? undefined : index.vocabulary.textOf(word)
          return { typed, matched, similarity, score, share: weight / totalWeight }
        }),
        name,
        popularity: nameScoreWeights.prominence * (searchProminence[bank] as number),
        locationBoost: (boost?.(bank) ?? 0) - (schemeBoost?.(bank) ?? 0),
        schemeBoost: schemeBoost?.(bank) ?? 0,
        penalty: penalties[bank] as number,
        total,
      }
    },
  }
}

const byScore = (hits: ScoredBank[]): ScoredBank[] => hits.sort((a, b) => b.score - a.score || a.bank - b.bank)

function tellingWords({ query, matches }: ScoredQuery): readonly WordMatches[] {
  const wordsWhere = (isChosen: (word: QueryWord) => boolean): readonly WordMatches[] =>
    matches.filter((_, at) => isChosen(query[at] as QueryWord))
  const places = wordsWhere(({ place }) => place !== undefined)
  const names = wordsWhere(({ text, place }) => place === undefined && !isOptional(text))
  const rare = names.filter(({ bankCount }) => bankCount <= thresholds.commonBanks)
  return [...places, ...(rare.length > 0 ? rare : names)]
}

type Boost = ScoredQuery['boost']

const addBoosts = (one: Boost, other: Boost): Boost =>
  one && other ? (bank) => one(bank) + other(bank) : (one ?? other)

/**
 * Boosts banks in the named place, and banks with a name that contains the place word or a longer word that starts with
 * it. If the query also has name words, the bank must match one of them, and a rare one if there are any: "ing warsaw"
 * is not Warsaw Federal. `matches` has one entry per query word.
 */
function createLocationBoost(
  query: readonly QueryWord[],
  matches: readonly WordMatches[],
): ((bank: number) => number) | undefined {
  const places = query.flatMap(({ isLocationQualifier, place }) => (isLocationQualifier && place ? place : []))
  // Use the last place: in "Bank of Montreal Europe", the city is part of the name.
  const named = places.at(-1)
  if (named === undefined) return undefined
  const placeScores = matches
    .filter((_, at) => query[at]?.isLocationQualifier && query[at]?.place === named)
    .map(({ scoreByBank }) => scoreByBank)
  const nameWords = matches.filter((_, at) => query[at]?.place === undefined && query[at]?.isOptional === false)
  const rareWords = nameWords.filter(({ bankCount }) => bankCount <= thresholds.commonBanks)
  const nameScores = (rareWords.length > 0 ? rareWords : nameWords).map(({ scoreByBank }) => scoreByBank)
  const scoreMin = locationScoreMin[named.kind]
  const boost = locationWeights.boost[named.kind]
  const isBoosted = (bank: number): boolean =>
    hasScoreAbove(placeScores, bank, scoreMin) && (nameScores.length === 0 || hasScoreAbove(nameScores, bank, 0))
  return (bank) => (isBoosted(bank) ? boost : 0)
}

/**
 * Whether any word scores more than `scoreMin` for the bank. Uses a plain loop for speed, because it runs for thousands
 * of banks.
 */
function hasScoreAbove(scores: readonly Float32Array[], bank: number, scoreMin: number): boolean {
  for (let word = 0; word < scores.length; word++) {
    if (((scores[word] as Float32Array)[bank] as number) > scoreMin) return true
  }
  return false
}
