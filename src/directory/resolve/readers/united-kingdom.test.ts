import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertReadings, createReader } from '../../../../test/support/resolve-helpers.ts'

test('a sort code is valid if a bank has it, possible if only its range is known, and otherwise unknown', (t) => {
  const read = createReader(t)
  assertReadings(read, [
    ['04-00-04', undefined, 'gb_sort_code, valid, holder gb-severn'],
    ['20-29-59', undefined, 'gb_sort_code, possible, usual_holder gb-thames'],
    ['99-99-99', undefined, 'gb_sort_code, unknown'],
  ])
  assert.match(read('20-29-59')[0]?.note ?? '', /These banks usually hold codes with this prefix/)
})

test('six digits without a known holder are a sort code only if written or labelled like one', (t) => {
  assertReadings(createReader(t), [
    ['999999', undefined, 'nothing'],
    ['999999', 'gb', 'gb_sort_code, unknown'],
    ['sort code 999999', undefined, 'gb_sort_code, unknown'],
  ])
})

test('a leading zero is added with the country and suggested without it, unless another digit is missing', (t) => {
  const read = createReader(t)
  assert.equal(read('4-00-04')[0]?.suggestion, '040004')
  for (const text of ['40004', '4-00-04']) assert.equal(read(text, 'gb')[0]?.canonical, '040004')
  assert.equal(read('40-00-4', 'gb')[0]?.verdict, 'invalid')
  assert.deepEqual([read('40-05-1', 'gb')[0]?.verdict, read('40-05-1', 'gb')[0]?.suggestion], ['invalid', null])
})

test('sort code and account number are found in either order, with labels and any separator', (t) => {
  const read = createReader(t)
  for (const text of [
    '20-29-59 63748472',
    '202959/63748472',
    '63748472 20-29-59',
    'Sort code: 20-29-59 Account No: 63748472',
  ]) {
    const [reading] = read(text)
    assert.deepEqual(
      [reading?.kind, reading?.parts],
      ['gb_account', { sort_code: '202959', account: '63748472' }],
      text,
    )
  }
  assertReadings(read, [['20-29-59 63748471', undefined, 'gb_account, invalid, usual_holder gb-thames']])
})

test('an account number without its sort code is possible and not checked', (t) => {
  const [reading] = createReader(t)('63748472', 'gb')
  assert.deepEqual([reading?.kind, reading?.verdict, reading?.account_checked], ['account_number', 'possible', false])
})
