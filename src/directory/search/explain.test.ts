import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSmallSearch } from '../../../test/support/data/small-search.ts'
import { explain } from './explain.ts'
import { locationWeights, penalties, requiredGains } from './ranking-weights.ts'
import { stepsMax, WorkBudget } from './search-limits.ts'

const banks = {
  'aa-access': { name: 'Access Bank', bic: 'ACCEAAAA', aliases: ['Access Trust'] },
  'aa-accessbank': { name: 'Accessbank', status: 'closed' },
  'aa-oak': { name: 'Oak National Bank', city: 'Harbourton', region: 'NL' },
  'aa-union': 'Union of Oak and Elm',
  'bb-access': { name: 'Access Bank', type: 'foreign_branch' },
  'bb-treasury': { name: 'Treasury', type: 'official_institution' },
}
const queries = [
  'access',
  'access bank',
  'accessbank',
  'acess bnk',
  'oak natl bank',
  'access borealis',
  'oak harbourton',
  'o',
]

test('the total is exactly the score that ranks the bank, and the sum of the parts', (t) => {
  const { search, options } = createSmallSearch(t, banks)
  let explained = 0
  for (const text of [...queries, 'treasury', 'union elm']) {
    const { best } = search(text, { ...options, limit: 60 })
    for (const [at, { bank, score }] of best.map((hit) => ({ ...hit })).entries()) {
      const { total, rank, name, words, ...rest } = explain(search, text, bank, options)
      assert.equal(total, score, text)
      assert.equal(rank, at + 1, text)
      const nameScore = name.words + name.coverage + name.firstWord + name.order + name.wholeName
      const sum = nameScore + rest.popularity + rest.locationBoost + rest.schemeBoost - rest.penalty - rest.requiredGain
      assert.ok(Math.abs(sum - total) < 1e-9, text)
      const ofWords = words.reduce((all, word) => all + word.share * word.score, 0)
      assert.ok(Math.abs(ofWords - name.words) < 1e-9, text)
      explained++
    }
  }
  assert.ok(explained > 20)
})

test('an explanation names the rewrite, the penalty and the location boost', (t) => {
  const { search, options, numberOf } = createSmallSearch(t, banks)
  const of = (text: string, id: string) => explain(search, text, numberOf(id), options)
  const split = of('accessbank', 'aa-access')
  assert.deepEqual([split.rewrite, split.requiredGain], [['access', 'bank'], requiredGains.splitBankSuffix])
  assert.equal(of('accessbank', 'aa-accessbank').penalty, penalties.status.closed)
  assert.equal(of('access borealis', 'bb-access').locationBoost, locationWeights.boost.country)
  assert.equal(of('access borealis', 'aa-access').locationBoost, 0)
})

test('a bank that does not match is explained, without a rank', (t) => {
  const { search, options, numberOf } = createSmallSearch(t, banks)
  const { rank, words } = explain(search, 'access', numberOf('bb-treasury'), options)
  assert.equal(rank, undefined)
  assert.deepEqual(
    words.map(({ matched, score }) => [matched, score]),
    [[undefined, 0]],
  )
})

test('explaining changes neither the results nor the steps of a search', (t) => {
  const work = new WorkBudget(stepsMax)
  const { search, options, numberOf } = createSmallSearch(t, banks, { work })
  for (const text of queries) {
    const { best } = search(text, { ...options, limit: 60 })
    const { steps } = work
    explain(search, text, numberOf('aa-oak'), options)
    assert.equal(work.steps, steps, text)
    assert.deepEqual(search(text, { ...options, limit: 60 }).best, best, text)
  }
})
