import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertReadings, createReader } from '../../../../test/support/resolve-helpers.ts'

test('a code is valid if a bank has it, and unknown if it is only well-formed', (t) => {
  assertReadings(createReader(t), [
    ['058', 'ng', 'ng_cbn, valid, holder ng-benue'],
    ['099', 'ng', 'ng_cbn, unknown'],
    ['SEVR', undefined, 'gb_bic4, valid, holder gb-severn'],
    ['37040044', 'de', 'de_blz, valid, holder de-elbe'],
    ['37040044', 'fr', 'account_number, possible'],
  ])
})

test('an unconfirmed code and a code of an unverified bank are only possible, with a note', (t) => {
  const read = createReader(t)
  assertReadings(read, [
    ['037', 'ng', 'ng_cbn, possible, unconfirmed_holder ng-benue'],
    ['50211', 'ng', 'ng_cbn_ofi, possible, holder ng-kano'],
  ])
  assert.equal(read('037', 'ng')[0]?.note, 'This code is unconfirmed; check with the bank before you pay.')
  assert.equal(read('50211', 'ng')[0]?.note, 'This bank is unverified: it is not on any current official list.')
})

test('a Nigerian code of five digits may have a 9 in front', (t) => {
  const [reading] = createReader(t)('950211', 'ng')
  assert.deepEqual([reading?.scheme, reading?.canonical], ['ng_cbn_ofi', '50211'])
})

test('a code that lost its leading zeros has the full code as suggestion if the country is given', (t) => {
  const [reading] = createReader(t)('58', 'ng')
  assert.deepEqual([reading?.verdict, reading?.reason, reading?.suggestion], ['invalid', 'length', '058'])
  assert.equal(reading?.message, 'A code of type "Code ng_cbn" has 3 digits; the leading zeros are missing.')
})

test('a code in an assigned range is valid only if the country is given', (t) => {
  assertReadings(createReader(t), [
    ['5123', 'se', 'se_clearing, valid, holder se-malar'],
    ['6123', 'se', 'se_clearing, unknown'],
    ['5123', undefined, 'nothing'],
  ])
})
