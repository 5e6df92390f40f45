import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertReadings, createReader } from '../../../../test/support/resolve-helpers.ts'

test('an account number with its clearing number is checked, with or without a separator', (t) => {
  const read = createReader(t)
  assertReadings(read, [
    ['5839 8257466', 'se', 'account_number, valid, holder se-malar'],
    ['58398257466', 'se', 'account_number, valid, holder se-malar'],
    ['5839-8257467', 'se', 'account_number, invalid, holder se-malar'],
  ])
  assert.deepEqual(read('58398257466', 'se')[0]?.parts, { country: 'SE', clearing: '5839', account: '8257466' })
})

test('without the country, or outside the known ranges, no clearing number is read', (t) => {
  assertReadings(createReader(t), [
    ['58398257466', undefined, 'nothing'],
    ['6839 8257466', 'se', 'account_number, possible'],
  ])
})

test('a bankgiro number is not read as a clearing number with an account', (t) => {
  const [reading] = createReader(t)('5050-1057', 'se')
  assert.deepEqual([reading?.verdict, reading?.parts], ['possible', { country: 'SE', account: '50501057' }])
})
