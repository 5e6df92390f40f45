import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Row } from '../../../../test/support/data/small-data.ts'
import { createSmallSearch, type SmallSearch } from '../../../../test/support/data/small-search.ts'
import type { Range } from '../../storage/bank-table.ts'
import { fieldWeights, locationWeights } from '../ranking-weights.ts'
import { WorkBudget } from '../search-limits.ts'
import { createLookupCache } from './term-expansion.ts'
import { createDocumentFrequency, WordMatches } from './word-matches.ts'

const banks = {
  'aa-alias': { name: 'Elm', aliases: ['Oak House'] },
  'aa-city': { name: 'Birch', city: 'Oak' },
  'aa-name': 'Oak Bank',
  'bb-name': 'Oak Bank North',
  'bb-none': 'Ash Bank',
}

/** `eagerNamesMax`: a word that occurs in more names than this is deferred. */
function createMatches(
  t: TestContext,
  eagerNamesMax = Number.POSITIVE_INFINITY,
  ofBanks: Record<string, string | Row> = banks,
): SmallSearch & { matches: WordMatches } {
  const small = createSmallSearch(t, ofBanks)
  const index = small.indexes.search
  const work = new WorkBudget(Number.POSITIVE_INFINITY)
  const matches = new WordMatches(index, {
    work,
    lookups: createLookupCache(index.vocabulary, work),
    isExpanded: new Uint8Array(index.vocabulary.size),
    eagerNamesMax,
    documentFrequency: createDocumentFrequency(index),
  })
  return { ...small, matches }
}

/** Enough postings that finding a range in them is faster than reading them all. */
const longPostings = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`aa-many-${10 + at}`, 'Oak']))

const rounded = (score: number): number => Number(score.toFixed(4))

/** The scores of the listed banks by id. */
const scores = ({ matches, idOf }: ReturnType<typeof createMatches>): Record<string, number> =>
  Object.fromEntries(
    [...matches.banks.subarray(0, matches.listedCount)].map((bank) => [
      idOf(bank),
      rounded(matches.scoreByBank[bank] as number),
    ]),
  )

test('a bank scores by the field in which it has the word', (t) => {
  const small = createMatches(t)
  small.matches.expansion.lookUpTyped('oak', false)
  small.matches.collect(undefined, true)
  assert.deepEqual(scores(small), {
    'aa-alias': fieldWeights.alias,
    'aa-city': fieldWeights.city,
    'aa-name': fieldWeights.name,
    'bb-name': fieldWeights.name,
  })
  assert.deepEqual([small.matches.foundCount, small.matches.bankCount], [4, 4])
})

test('a deferred word lists no bank but knows how many there are', (t) => {
  const small = createMatches(t, 1)
  small.matches.expansion.lookUpTyped('oak', false)
  small.matches.collect(undefined, true)
  assert.deepEqual([small.matches.isDeferred, small.matches.bankCount, scores(small)], [true, 4, {}])
})

test('loading the postings of a deferred word gives the same scores as if it had not been deferred', (t) => {
  const [eager, deferred] = [createMatches(t), createMatches(t, 1)]
  for (const { matches } of [eager, deferred]) {
    matches.expansion.lookUpTyped('oak', false)
    matches.collect(undefined, true)
  }
  deferred.matches.loadPostings(undefined)
  assert.equal(deferred.matches.isDeferred, false)
  assert.deepEqual(scores(deferred), scores(eager))
})

test('a deferred word can be scored for a few banks by their names, and for the other banks later', (t) => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`aa-oak-${10 + at}`, `Oak ${at}`]))
  const small = createMatches(t, 1, { ...many, 'bb-alias': { name: 'Elm', aliases: ['Oak House'] } })
  const { matches, numberOf } = small
  matches.expansion.lookUpTyped('oak', false)
  matches.collect(undefined, true)
  matches.scoreOnly(Uint32Array.of(numberOf('aa-oak-20'), numberOf('bb-alias')), 2)
  assert.equal(matches.isDeferred, true)
  assert.deepEqual(scores(small), { 'aa-oak-20': fieldWeights.name, 'bb-alias': fieldWeights.alias })
  matches.loadPostings(undefined)
  assert.equal(matches.foundCount, 31)
})

test('the postings of a deferred word can be loaded for one country', (t) => {
  const small = createMatches(t, 1, { 'aa-oak': 'Oak', 'aa-oaks': 'Oak Oak', 'bb-oak': 'Oak', ...longPostings })
  const { matches, indexes } = small
  matches.expansion.lookUpTyped('oak', false)
  matches.collect(undefined, true)
  matches.loadPostings([indexes.banks.ranges.get('BB') as Range])
  assert.deepEqual(scores(small), { 'bb-oak': fieldWeights.name })
})

test('the name of a country finds its banks, the name of a city lists the banks in its country after the others', (t) => {
  const small = createMatches(t)
  const { matches, places } = small
  matches.expansion.lookUpTyped('borealis', false)
  matches.collect(places.get('borealis')?.[0], false)
  assert.deepEqual(scores(small), {
    'bb-name': locationWeights.score.country,
    'bb-none': locationWeights.score.country,
  })
  assert.equal(matches.foundCount, 2)
  matches.clear()
  matches.expansion.lookUpTyped('harbourton', false)
  matches.collect(places.get('harbourton')?.[0], false)
  assert.deepEqual([matches.foundCount, matches.listedCount], [0, 3])
})

test('a further lookup adds to the scores, and clearing resets them for the next query', (t) => {
  const small = createMatches(t)
  const { matches } = small
  matches.expansion.lookUpTyped('aok', false)
  matches.collect(undefined, true)
  assert.deepEqual(scores(small), {})
  matches.expansion.lookUpMisspelt('aok', false, 1)
  matches.collect(undefined, true)
  assert.equal(matches.bankCount, 4)
  matches.clear()
  assert.ok(matches.scoreByBank.every((score) => score === 0))
  matches.expansion.lookUpTyped('ash', false)
  matches.collect(undefined, true)
  assert.deepEqual(scores(small), { 'bb-none': fieldWeights.name })
})

test('the results of a search do not depend on whether words are deferred', (t) => {
  const [eager, deferred] = [
    createSmallSearch(t, banks, { eagerNamesMax: Number.POSITIVE_INFINITY }),
    createSmallSearch(t, banks, { eagerNamesMax: 0 }),
  ]
  for (const text of ['oak', 'bank', 'oak bank', 'bank north', 'oak house', 'b', 'ash bakn']) {
    const [one, other] = [eager, deferred].map(({ search, options }) =>
      search(text, { ...options, limit: 30 }).best.map(({ bank, score }) => [bank, rounded(score)]),
    )
    assert.deepEqual(other, one, text)
  }
})
