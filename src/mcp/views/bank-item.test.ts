import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gtbank } from '../../../test/support/view-data.ts'
import { toFoundBank } from './bank-item.ts'

test('a bank without a main code says how many codes it has, and one with a code does not', () => {
  const codes = { us_aba: ['111000025', '026009593'] }
  assert.deepEqual(toFoundBank({ ...gtbank, code: null, code_scheme: null, codes }).code_counts, { us_aba: 2 })
  assert.equal('code_counts' in toFoundBank({ ...gtbank, code: '058', codes }), false)
})
