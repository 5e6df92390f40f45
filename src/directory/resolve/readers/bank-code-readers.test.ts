import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bank, code } from '../../../../test/support/data/small-data.ts'
import { inventedDirectory } from '../../../../test/support/resolve-data.ts'
import { assertReadings, createReader, summaryOf } from '../../../../test/support/resolve-helpers.ts'

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

test('a code without its leading zeros is read as the full code if the country is given and a bank has it', (t) => {
  const read = createReader(t)
  const [reading] = read('58', 'ng')
  assert.deepEqual([reading?.verdict, reading?.canonical, reading?.parts.code], ['valid', '058', '058'])
  assert.equal(reading?.note, 'Leading zeros were added: 058.')
  assertReadings(read, [
    ['58', undefined, 'nothing'],
    ['57', 'ng', 'nuban, invalid'],
    ['BIC 58', 'ng', 'bic, invalid'],
    ['account 58', 'ng', 'nuban, invalid'],
  ])
  assert.equal(
    read('37', 'ng')[0]?.note,
    'Leading zeros were added: 037. This code is unconfirmed; check with the bank before you pay.',
  )
})

test('if the number of zeros decides between two banks, both are only possible', (t) => {
  const data = inventedDirectory()
  data.banks.ng?.push(bank('ng-zaria', { codes: [code('000058', { scheme: 'ng_nip' })] }))
  const read = createReader(t, data)
  assert.deepEqual(read('58', 'ng').map(summaryOf), [
    'ng_cbn, possible, holder ng-benue',
    'ng_nip, possible, holder ng-zaria',
  ])
  assert.match(read('58', 'ng')[0]?.note ?? '', /another number of zeros/)
  assert.deepEqual(read('13', 'ng').map(summaryOf), ['ng_nip, valid, holder ng-benue'])
})

test('a code in an assigned range is valid only if the country is given', (t) => {
  assertReadings(createReader(t), [
    ['5123', 'se', 'se_clearing, valid, holder se-malar'],
    ['6123', 'se', 'se_clearing, unknown'],
    ['5123', undefined, 'nothing'],
  ])
})
