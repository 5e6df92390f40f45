/** Looks up one way to write a query and ranks the banks it finds. */

import type { SearchIndex } from '../indexing/search-index.ts'
import { isPlace, type QueryWord, wordsMax } from '../query/parse-query.ts'
import type { WorkBudget } from '../work-budget.ts'
import { Candidates, commonMin, goodScore, type SearchScope } from './candidates.ts'
import type { DocumentFrequency } from './document-frequency.ts'
import { locationBoost } from './location-boost.ts'
import type { LookupCache } from './lookup-cache.ts'
import { createNameScorer, type ScoredBank } from './name-score.ts'
import { pageLength } from './search-limits.ts'
import { lookUpJoined, lookUpMisspelt, lookUpTyped } from './term-lookup.ts'
import { WordMatches } from './word-matches.ts'

export interface RunOptions extends SearchScope {
  /** How many of the best are compared name by name. */
  limit: number
  /** By bank: what is taken off its score. */
  penalties: Float64Array
}

/** What was looked up stays until the next query is run. */
export interface QueryRunner {
  /** The best in order, in whole pages. A longer list has the same ones first. */
  run(query: readonly QueryWord[], options: RunOptions): ScoredBank[]
  /** So many banks, in the order of their rough scores. */
  ranked(most: number): number[]
  compare(bank: number): ScoredBank
}

export interface RunnerParts {
  namesMax: number
  work: WorkBudget
  lookups: LookupCache
  countBanks: DocumentFrequency
  /** By bank: how many words its name has. */
  nameLengths: Uint8Array
}

/** How much less a word weighs that a bank may lack. */
const optionalFactor = 0.6

/** Where so few banks are found, none of them well known, a longer word may be misspelt though some are called so. */
const fewBanks = 5
const wellKnown = 0.3
const longWord = 7

/** What it takes to look a query up, beside what is counted. */
const runSteps = 1_000

export function createQueryRunner(index: SearchIndex, parts: RunnerParts): QueryRunner {
  const { work, countBanks, nameLengths } = parts
  const { popularity: renown } = index
  const marks = new Uint8Array(index.vocabulary.size)
  const slots = Array.from({ length: wordsMax }, () => new WordMatches(index, { ...parts, marks }))
  const candidates = new Candidates(renown.length, work)
  const compareNames = createNameScorer(index, work, marks)
  let used: WordMatches[] = []
  let query: readonly QueryWord[] = []
  let maluses: Float64Array = new Float64Array(0)
  let gain: ReturnType<typeof locationBoost>

  const begin = (wanted: readonly QueryWord[], options: RunOptions): void => {
    for (const slot of used) slot.clear()
    candidates.clear()
    query = wanted
    used = slots.slice(0, query.length)
    maluses = options.penalties
    gain = undefined
    work.add(runSteps)
  }

  const weigh = (): void => {
    const isAnywhere = query.every(({ place }) => place === undefined)
    for (const [at, wanted] of query.entries()) {
      const slot = used[at] as WordMatches
      slot.collect(wanted.place, isAnywhere)
      if (slot.isDeferred) slot.count = countBanks(slot)
      // What few banks have says more.
      wanted.weight =
        Math.log(1 + renown.length / (1 + slot.count)) * wanted.share * (wanted.isOptional ? optionalFactor : 1)
    }
  }

  /** Answers whether there are good banks, and no reason to think of others. */
  const scoreRoughly = (looked: SearchScope): boolean => {
    gain = locationBoost(query, used)
    candidates.collect(query, used, looked)
    const { bestFit, bestKnown } = candidates.score(query, used, {
      popularity: renown,
      nameLengths,
      penalties: maluses,
      boost: gain,
    })
    const areObscure = candidates.count < fewBanks && bestKnown < wellKnown
    const mayBeMisspelt = (wanted: QueryWord, at: number): boolean =>
      !wanted.isOptional && wanted.text.length >= longWord && (used[at] as WordMatches).count <= commonMin
    return bestFit >= goodScore && !(areObscure && query.some(mayBeMisspelt))
  }

  const collect = (options: RunOptions): void => {
    lookUpTyped(query, used)
    weigh()
    const isMissing = query.some((wanted, at) => !wanted.isOptional && !wanted.place && used[at]?.count === 0)
    if (isMissing || (!scoreRoughly(options) && !isPlace(query) && !work.isSpent)) {
      lookUpMisspelt(query, used)
      weigh()
      scoreRoughly(options)
    }
    if (candidates.count > 0) return
    lookUpJoined(query, used)
    weigh()
    scoreRoughly(options)
  }

  const compare = (bank: number): ScoredBank => {
    const malus = (maluses[bank] as number) - (gain?.(bank) ?? 0)
    return compareNames(used, query, bank, malus)
  }

  return {
    run: (wanted, options) => {
      begin(wanted, options)
      if (query.length === 0) return []
      collect(options)
      const banks = candidates.best(Math.ceil(options.limit / pageLength) * pageLength)
      const hits = inOrder(banks.slice(0, pageLength).map(compare))
      // A longer list must not use up more of the budget, or it could have others first.
      const before = work.steps
      for (let start = pageLength; start < banks.length; start += pageLength) {
        hits.push(...inOrder(banks.slice(start, start + pageLength).map(compare)))
      }
      work.steps = before
      return hits
    },
    ranked: (most) => candidates.best(most),
    compare,
  }
}

const inOrder = (hits: ScoredBank[]): ScoredBank[] => hits.sort((a, b) => b.score - a.score || a.bank - b.bank)
