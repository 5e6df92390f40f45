import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSmallSearch } from '../../../../test/support/data/small-search.ts'
import { penalties } from '../ranking-weights.ts'
import { createPenalties } from './penalties.ts'

test('the penalties for status and type add up', (t) => {
  const { indexes, numberOf } = createSmallSearch(t, {
    'aa-active': 'Oak',
    'aa-closed': { status: 'closed' },
    'aa-closed-official': { status: 'closed', type: 'official_institution' },
    'aa-unverified': { status: 'unverified' },
  })
  const byBank = createPenalties(indexes.banks)
  const { status, officialInstitution } = penalties
  assert.equal(byBank[numberOf('aa-active')], 0)
  assert.equal(byBank[numberOf('aa-closed')], status.closed)
  assert.equal(byBank[numberOf('aa-closed-official')], status.closed + officialInstitution)
  assert.equal(byBank[numberOf('aa-unverified')], status.unverified)
})
