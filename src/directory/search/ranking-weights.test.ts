import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeMatchRanks, locationScoreMin, locationWeights } from './ranking-weights.ts'

test('a bank in the named place always scores more than the minimum for the boost', () => {
  for (const kind of ['country', 'state', 'city'] as const) {
    assert.ok(Math.fround(locationWeights.score[kind]) > locationScoreMin[kind], kind)
  }
})

test('a higher rank of a code match outweighs all lower ranks together', () => {
  const { wholeCode, codeStatus, activeBank } = codeMatchRanks
  const ranks = [wholeCode, codeStatus.current, activeBank, codeStatus.unconfirmed]
  for (const [at, rank] of ranks.entries()) {
    assert.ok(rank > ranks.slice(at + 1).reduce((sum, lower) => sum + lower, 0))
  }
})
