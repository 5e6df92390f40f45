import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Row } from '../../../../test/support/data/small-data.ts'
import { createSmallSearch } from '../../../../test/support/data/small-search.ts'
import { type Explanation, explain } from '../explain.ts'
import { fieldWeights, nameScoreWeights, similarityWeights } from '../ranking-weights.ts'

const others = { 'aa-x': 'Elm Bank', 'aa-y': 'Ash Bank', 'aa-z': 'Birch Bank' }

function explainOak(t: TestContext, text: string, oak: string | Row): Explanation {
  const { search, options, numberOf } = createSmallSearch(t, { ...others, 'aa-oak': oak })
  return explain(search, text, numberOf('aa-oak'), options)
}

const { coverage, firstWord, order, wholeName, elsewhereFactor } = nameScoreWeights
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual}, expected ${expected}`)

test('a query that is the whole name gets all parts of the score in full', (t) => {
  assert.deepEqual(explainOak(t, 'oak bank', 'Oak Bank').name, { words: 1, coverage, firstWord, order, wholeName })
})

test('a name with more words than the query is not fully covered', (t) => {
  const { name } = explainOak(t, 'oak bank', 'Oak Bank North')
  assert.equal(name.words, 1)
  assert.ok(name.coverage > 0 && name.coverage < coverage)
  assert.equal(name.wholeName, 0)
})

test('words in another order get no points for order or for the whole name', (t) => {
  const { name } = explainOak(t, 'bank oak', 'Oak Bank')
  assert.deepEqual([name.order, name.wholeName], [0, 0])
  near(name.coverage, coverage)
})

test('a name that starts with another word gets no points for the first word', (t) => {
  const { name } = explainOak(t, 'oak bank', 'Royal Oak Bank')
  assert.deepEqual([name.firstWord, name.order], [0, order])
})

test('a misspelt word counts by its similarity', (t) => {
  const { words, name } = explainOak(t, 'maplle', 'Maple')
  assert.deepEqual([words[0]?.typed, words[0]?.matched], ['maplle', 'maple'])
  near(words[0]?.similarity ?? 0, similarityWeights.misspelt * (1 - 1 / 6))
  near(name.words, words[0]?.similarity ?? 0)
})

test('the best name counts, with the weight of its field', (t) => {
  const { field, name } = explainOak(t, 'hazel', { name: 'Oak', legal_name: 'Hazel' })
  assert.equal(field, 'legal_name')
  near(name.words, fieldWeights.legal_name)
  near(name.coverage, coverage * fieldWeights.legal_name)
})

test('a word that only another name of the bank has counts less', (t) => {
  const { words, field } = explainOak(t, 'oak hazel', { name: 'Oak', aliases: ['Hazel House'] })
  assert.equal(field, 'name')
  assert.deepEqual(
    words.map(({ matched }) => matched),
    ['oak', undefined],
  )
  near(words[1]?.score ?? 0, elsewhereFactor * fieldWeights.alias)
})

test('a word that the query has twice matches both words of a name that has it twice', (t) => {
  const { name } = explainOak(t, 'oak oak', 'Oak Oak')
  near(name.coverage, coverage)
})
