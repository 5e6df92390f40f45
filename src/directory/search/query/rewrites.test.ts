import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createSmallSearch } from '../../../../test/support/data/small-search.ts'
import { requiredGains } from '../ranking-weights.ts'
import { WorkBudget } from '../search-limits.ts'
import { queryRewrites, type Rewrite } from './rewrites.ts'

const banks = {
  'aa-access': 'Access Bank',
  'aa-national': 'National Bank',
  'aa-oak': 'Oak Trust',
  'aa-one': 'Golden 1 Union',
  'bb-oaktree': 'Oaktree',
}

/** `hasGoodBank`: whether the rewrites so far have found one. `country`: search only there. */
function rewrite(t: TestContext, text: string, { hasGoodBank = false, country = '' } = {}): Rewrite[] {
  const { indexes } = createSmallSearch(t, banks)
  const range = indexes.banks.ranges.get(country)
  const original = { words: text.split(' '), ranges: range && [range], hasGoodBank: () => hasGoodBank }
  return [...queryRewrites(indexes.search, original, new WorkBudget(Number.POSITIVE_INFINITY))]
}

const texts = (rewrites: Rewrite[]): string[] => rewrites.map(({ words }) => words.join(' '))
const gains = (rewrites: Rewrite[]): [string, number][] =>
  rewrites.map(({ words, requiredGain }) => [words.join(' '), requiredGain])

test('a query of known words has no rewrite if it finds a good bank', (t) => {
  assert.deepEqual(gains(rewrite(t, 'access bank', { hasGoodBank: true })), [['access bank', 0]])
})

test('an unknown word is split into known words, which are tried before the original', (t) => {
  assert.deepEqual(gains(rewrite(t, 'accessbank', { hasGoodBank: true })), [
    ['access bank', 0],
    ['accessbank', 0],
  ])
})

test('a word that only banks in another country have is split in the country that is searched', (t) => {
  assert.deepEqual(texts(rewrite(t, 'oaktree', { country: 'AA', hasGoodBank: true })), ['oaktree'])
  assert.deepEqual(texts(rewrite(t, 'oaktrust', { country: 'BB', hasGoodBank: true })), ['oak trust', 'oaktrust'])
})

test('a number is split from the word before it', (t) => {
  assert.ok(texts(rewrite(t, 'golden1')).includes('golden 1'))
})

test('single letters are joined', (t) => {
  const rewrites = gains(rewrite(t, 'i and m bank', { hasGoodBank: true }))
  assert.deepEqual(rewrites.at(-1), ['im bank', requiredGains.joinLetters])
})

test('an abbreviation is expanded, and the words that stand for it share its weight', (t) => {
  const expanded = rewrite(t, 'oak natl', { hasGoodBank: true }).at(-1)
  assert.deepEqual(expanded, {
    words: ['oak', 'national'],
    shares: [1, 1],
    requiredGain: requiredGains.expandAbbreviation,
  })
})

test('a long form that names abbreviate is contracted', (t) => {
  assert.ok(texts(rewrite(t, 'oak microfinance bank', { hasGoodBank: true })).includes('oak mfb'))
})

test('phonetic spelling is undone if no good bank was found, or if that makes all words known', (t) => {
  assert.ok(texts(rewrite(t, 'akkez')).includes('accez'))
  assert.ok(!texts(rewrite(t, 'akkez', { hasGoodBank: true })).includes('accez'))
  assert.ok(texts(rewrite(t, 'akkess', { hasGoodBank: true })).includes('access'))
})

test('each rewrite comes once', (t) => {
  for (const text of ['accessbank', 'golden1', 'i and m bank', 'oak natl bank', 'kk']) {
    const all = texts(rewrite(t, text))
    assert.equal(new Set(all).size, all.length, text)
  }
})
