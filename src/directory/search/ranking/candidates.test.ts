import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runToEnd } from '../../run-to-end.ts'
import type { QueryWord } from '../query/parse-query.ts'
import { roughScoreWeights, thresholds } from '../ranking-weights.ts'
import { spentCandidatesMax, WorkBudget } from '../search-limits.ts'
import { Candidates } from './candidates.ts'
import type { WordMatches } from './word-matches.ts'

const bankTotal = 4_000

/** A query word with this weight, and the banks that match it, each with its score. */
function word(banks: Iterable<[bank: number, score: number]>, more: Partial<QueryWord> = {}): [QueryWord, WordMatches] {
  const list = [...banks]
  const scoreByBank = new Float32Array(bankTotal)
  for (const [bank, score] of list) scoreByBank[bank] = score
  const query = { isOptional: false, weight: 1, ...more } as QueryWord
  const matches = {
    scoreByBank,
    banks: Uint32Array.from(list, ([bank]) => bank),
    foundCount: list.length,
    listedCount: list.length,
    bankCount: list.length,
    isDeferred: false,
  } as WordMatches
  return [query, matches]
}

const everyBank = function* (count: number): Generator<[number, number]> {
  for (let bank = 0; bank < count; bank++) yield [bank, 1]
}

const priors = {
  prominence: new Float32Array(bankTotal),
  nameLengths: new Uint8Array(bankTotal),
  penalties: new Float64Array(bankTotal),
  boost: undefined,
}

interface Ranking {
  banks: number[]
  bestFit: number
  bestProminence: number
}

function rank(
  words: [QueryWord, WordMatches][],
  changes: Partial<Parameters<Candidates['score']>[2]> = {},
  work = new WorkBudget(Number.POSITIVE_INFINITY),
  isIncluded: (bank: number) => boolean = () => true,
): Ranking {
  const [query, matches] = [words.map(([one]) => one), words.map(([, one]) => one)]
  const candidates = new Candidates(bankTotal, work)
  runToEnd(candidates.collect(query, matches, { ranges: undefined, isIncluded }))
  const best = candidates.score(query, matches, { ...priors, ...changes })
  return { banks: candidates.best(bankTotal), ...best }
}

test('banks that match more of the weight come first, equally good banks are sorted by number', () => {
  const words = [
    word([
      [7, 1],
      [3, 1],
      [5, 1],
    ]),
    word([[5, 0.5]], { weight: 2 }),
  ]
  assert.deepEqual(rank(words).banks, [5, 3, 7])
  assert.equal(rank(words).bestFit, 2 / 3)
})

test('only included banks are candidates', () => {
  const { banks } = rank([word(everyBank(6))], {}, undefined, (bank) => bank % 2 === 0)
  assert.deepEqual(banks, [0, 2, 4])
})

test('an optional word adds no candidates, unless all words are optional', () => {
  const optional = word([[2, 1]], { isOptional: true })
  assert.deepEqual(rank([word([[1, 1]]), optional]).banks, [1])
  assert.deepEqual(rank([optional]).banks, [2])
})

test('a common word adds no candidates if another word is rarer', () => {
  const common = word(everyBank(thresholds.commonBanks + 1))
  assert.deepEqual(rank([common, word([[3_000, 1]])]).banks, [3_000])
  assert.equal(rank([common]).banks.length, thresholds.commonBanks + 1)
})

test('prominence, penalty, length of the name and location each change the order of the banks', () => {
  const words = [word(everyBank(3))]
  const only = (bank: number, value: number): Float64Array =>
    Float64Array.from({ length: bankTotal }, (_, at) => (at === bank ? value : 0))
  assert.deepEqual(rank(words, { prominence: new Float32Array(only(2, 1)) }).banks, [2, 0, 1])
  assert.deepEqual(rank(words, { penalties: only(0, 0.1) }).banks, [1, 2, 0])
  assert.deepEqual(rank(words, { nameLengths: Uint8Array.from(only(1, 1)) }).banks, [1, 0, 2])
  assert.deepEqual(rank(words, { boost: (bank) => (bank === 2 ? 0.1 : 0) }).banks, [2, 0, 1])
  // All parts have the same scale: full prominence makes up for a penalty of the same weight.
  const balanced = { prominence: new Float32Array(only(2, 1)), penalties: only(2, roughScoreWeights.prominence) }
  assert.deepEqual(rank(words, balanced).banks, [0, 1, 2])
})

test('only banks with a good fit count for the best prominence', () => {
  const prominence = Float32Array.from({ length: bankTotal }, (_, bank) => (bank === 1 ? 0.75 : 0.25))
  const words = [
    word([
      [0, 1],
      [1, thresholds.goodFit - 0.1],
    ]),
  ]
  assert.equal(rank(words, { prominence }).bestProminence, 0.25)
})

test('a search that has spent its budget scores a limited number of candidates', () => {
  assert.equal(rank([word(everyBank(bankTotal))], {}, new WorkBudget(0)).banks.length, spentCandidatesMax)
})
