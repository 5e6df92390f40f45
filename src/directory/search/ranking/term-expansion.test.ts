import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createSmallSearch } from '../../../../test/support/data/small-search.ts'
import { similarityWeights } from '../ranking-weights.ts'
import { WorkBudget } from '../search-limits.ts'
import { createLookupCache, TermExpansion } from './term-expansion.ts'

/** The expansion of a query word as an object: similarities by vocabulary word. */
function expand(t: TestContext, names: string[], lookUp: (expansion: TermExpansion) => void): Record<string, number> {
  const banks = Object.fromEntries(names.map((name, at) => [`aa-bank-${at}`, name]))
  const { vocabulary } = createSmallSearch(t, banks).indexes.search
  const work = new WorkBudget(Number.POSITIVE_INFINITY)
  const expansion = new TermExpansion(vocabulary, {
    lookups: createLookupCache(vocabulary, work),
    work,
    isExpanded: new Uint8Array(vocabulary.size),
  })
  lookUp(expansion)
  const similarities = expansion.words.map((word) => [
    vocabulary.textOf(word),
    Number((expansion.similarity[word] as number).toFixed(4)),
  ])
  return Object.fromEntries(similarities)
}

test('a word is more similar to itself than to a longer word that starts with it', (t) => {
  const { base, byLength } = similarityWeights.lastWordPrefix
  assert.deepEqual(
    expand(t, ['Oak', 'Oakland', 'Elm'], (expansion) => expansion.lookUpTyped('oak', true)),
    { oak: 1, oakland: Number((base + (byLength * 3) / 7).toFixed(4)) },
  )
})

test('a word of two letters is a prefix only if the user may still be typing it', (t) => {
  assert.deepEqual(
    expand(t, ['Oakland'], (expansion) => expansion.lookUpTyped('oa', false)),
    {},
  )
  const found = expand(t, ['Oakland'], (expansion) => expansion.lookUpTyped('oa', true))
  assert.deepEqual(Object.keys(found), ['oakland'])
})

test('a misspelt word is similar by the share of its correct letters, less so with another first letter', (t) => {
  const found = expand(t, ['Maple', 'Naple'], (expansion) => expansion.lookUpMisspelt('mapel', false, 1))
  assert.equal(found.maple, Number((similarityWeights.misspelt * (1 - 1 / 5)).toFixed(4)))
  const first = expand(t, ['Naples'], (expansion) => expansion.lookUpMisspelt('maples', false, 1))
  assert.equal(first.naples, Number((similarityWeights.misspeltFirstLetter * (1 - 1 / 6)).toFixed(4)))
})

test('three letters that are a word are not looked up inside other words', (t) => {
  const lookUp = (expansion: TermExpansion): void => expansion.lookUpSubstring('ing')
  assert.deepEqual(expand(t, ['Savings', 'Ing'], lookUp), {})
  assert.deepEqual(Object.keys(expand(t, ['Savings'], lookUp)), ['savings'])
})

test('if several lookups find a word, its best similarity counts, and clearing removes all words', (t) => {
  const found = expand(t, ['Maple'], (expansion) => {
    expansion.lookUpMisspelt('maple', false, 1)
    expansion.lookUpTyped('maple', false)
    expansion.lookUpSubstring('mapl')
  })
  assert.deepEqual(found, { maple: 1 })
  assert.deepEqual(
    expand(t, ['Maple'], (expansion) => {
      expansion.lookUpTyped('maple', false)
      expansion.clear()
    }),
    {},
  )
})
