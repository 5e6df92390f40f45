import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gtbank } from '../../../test/support/view-data.ts'
import { toFoundBank } from './bank-item.ts'

test('a bank without a main code says how many codes it has, and one with a code does not', () => {
  const codes = { us_aba: ['111000025', '026009593'] }
  assert.deepEqual(toFoundBank({ ...gtbank, code: null, code_scheme: null, codes }).code_counts, { us_aba: 2 })
  assert.equal('code_counts' in toFoundBank({ ...gtbank, code: '058', codes }), false)
})

test('a bank has its code in the scheme of the query, if there is exactly one', () => {
  const codes = { ng_cbn: ['058'], ng_nip: ['000013'], us_aba: ['111000025', '026009593'] }
  const found = (scheme: string | null) => {
    const { code, code_scheme, code_counts } = toFoundBank({ ...gtbank, codes }, scheme)
    return [code, code_scheme, code_counts]
  }
  assert.deepEqual(found(null), [gtbank.code, gtbank.code_scheme, undefined])
  assert.deepEqual(found('bic'), [gtbank.code, gtbank.code_scheme, undefined])
  assert.deepEqual(found('ng_nip'), ['000013', 'ng_nip', undefined])
  assert.deepEqual(found('us_aba'), [undefined, undefined, { ng_cbn: 1, ng_nip: 1, us_aba: 2 }])
})
