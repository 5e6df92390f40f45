import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertReadings, createReader } from '../../../../test/support/resolve-helpers.ts'

test('a US routing number is valid if a bank has it, and unknown if only its check digit matches', (t) => {
  assertReadings(createReader(t), [
    ['021000021', undefined, 'us_aba, valid, holder us-hudson'],
    ['//FW021000021', undefined, 'us_aba, valid, holder us-hudson'],
    ['110000000', undefined, 'us_aba, unknown'],
    ['123456789', undefined, 'us_aba, invalid'],
  ])
})

test('near misses of a routing number are explained if the country is given', (t) => {
  const read = createReader(t)
  for (const text of ['0210000211', 'O21000021']) {
    assert.deepEqual([read(text, 'us')[0]?.kind, read(text, 'us')[0]?.suggestion], ['us_aba', '021000021'], text)
  }
  assertReadings(read, [['21000021', 'us', 'us_aba, valid, holder us-hudson']])
})

test('both formats of a Canadian routing number lead to the institution and to each other', (t) => {
  const read = createReader(t)
  assertReadings(read, [
    ['000301372', undefined, 'ca_eft, valid, holder ca-maple'],
    ['003-01372', undefined, 'ca_eft, valid, holder ca-maple'],
    ['01372-003', undefined, 'ca_cheque, valid, holder ca-maple'],
    ['01372003', 'ca', 'ca_cheque, valid, holder ca-maple'],
  ])
  assert.equal(read('000301372')[0]?.parts.cheque, '01372-003')
  assert.equal(read('01372-003')[0]?.parts.eft, '000301372')
})

test('nine digits without a known Canadian institution are not read as Canadian, unless the country is given', (t) => {
  const read = createReader(t)
  assert.ok(!read('099901372').some(({ kind }) => kind === 'ca_eft'))
  assertReadings(read, [['099901372', 'ca', 'ca_eft, unknown']])
})
