/** Looks up one way to write a query and ranks the banks it finds. */

import type { SearchIndex } from '../indexing/search-index.ts'
import { isPlace, type Wanted, wordsMax } from '../query/parse-query.ts'
import type { Work } from '../work-budget.ts'
import { Candidates, commonMin, goodFit, type Looked } from './candidates.ts'
import type { BankCounts } from './document-frequency.ts'
import { placeGain } from './location-boost.ts'
import type { RememberedLookups } from './lookup-cache.ts'
import { type Compared, openComparison } from './name-score.ts'
import { pageLength } from './search-limits.ts'
import { lookUp, lookUpJoined, lookUpMisspelt } from './term-lookup.ts'
import { Slot } from './word-matches.ts'

export interface RunOptions extends Looked {
  /** How many of the best are compared name by name. */
  limit: number
  /** By bank: what is taken off its score. */
  maluses: Float64Array
}

/** What was looked up stays until the next query is run. */
export interface Runner {
  /** The best in order, in whole pages. A longer list has the same ones first. */
  run(query: readonly Wanted[], options: RunOptions): Compared[]
  /** So many banks, in the order of their rough scores. */
  ranked(most: number): number[]
  compare(bank: number): Compared
}

export interface RunnerParts {
  namesMax: number
  work: Work
  lookups: RememberedLookups
  countBanks: BankCounts
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

export function openRunner(index: SearchIndex, parts: RunnerParts): Runner {
  const { work, countBanks, nameLengths } = parts
  const { renown } = index
  const marks = new Uint8Array(index.vocabulary.size)
  const slots = Array.from({ length: wordsMax }, () => new Slot(index, { ...parts, marks }))
  const candidates = new Candidates(renown.length, work)
  const compareNames = openComparison(index, work, marks)
  let used: Slot[] = []
  let query: readonly Wanted[] = []
  let maluses: Float64Array = new Float64Array(0)
  let gain: ReturnType<typeof placeGain>

  const begin = (wanted: readonly Wanted[], options: RunOptions): void => {
    for (const slot of used) slot.clear()
    candidates.clear()
    query = wanted
    used = slots.slice(0, query.length)
    maluses = options.maluses
    gain = undefined
    work.add(runSteps)
  }

  const weigh = (): void => {
    const isAnywhere = query.every(({ place }) => place === undefined)
    for (const [at, wanted] of query.entries()) {
      const slot = used[at] as Slot
      slot.spread(wanted.place, isAnywhere)
      if (slot.isPending) slot.count = countBanks(slot)
      // What few banks have says more.
      wanted.weight =
        Math.log(1 + renown.length / (1 + slot.count)) * wanted.share * (wanted.isOptional ? optionalFactor : 1)
    }
  }

  /** Answers whether there are good banks, and no reason to think of others. */
  const scoreRoughly = (looked: Looked): boolean => {
    gain = placeGain(query, used)
    candidates.collect(query, used, looked)
    const { bestFit, bestKnown } = candidates.score(query, used, { renown, nameLengths, maluses, gain })
    const areObscure = candidates.count < fewBanks && bestKnown < wellKnown
    const mayBeMisspelt = (wanted: Wanted, at: number): boolean =>
      !wanted.isOptional && wanted.text.length >= longWord && (used[at] as Slot).count <= commonMin
    return bestFit >= goodFit && !(areObscure && query.some(mayBeMisspelt))
  }

  const collect = (options: RunOptions): void => {
    lookUp(query, used)
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

  const compare = (bank: number): Compared => {
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

const inOrder = (hits: Compared[]): Compared[] => hits.sort((a, b) => b.score - a.score || a.bank - b.bank)
