/** Codes that stay in force after a merger: payments with them still arrive. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runToEnd } from '../../src/directory/run-to-end.ts'
import { findBankDetail } from '../support/data/bank-detail.ts'
import { type Reading, readings } from '../support/resolve-helpers.ts'
import { shippedDirectory } from '../support/services/service.ts'

const holdersOf = (reading: Reading | undefined): unknown[] =>
  (reading?.banks ?? []).map(({ id, relation, since }) => [id, relation, since])

test('the merged bank holds the code, and the BIC comes from the code, or else from the bank', () => {
  const [iban] = readings('DE89 3816 0220 0000 0000 00')
  assert.deepEqual([iban?.bic, iban?.banks.length, iban?.banks[0]?.relation], ['GENODED1HBO', 1, 'holder'])
  for (const [value, bic] of Object.entries({ 55060321: 'GENODE51MZ4', 55060417: 'GENODE51MZ2' })) {
    const [reading] = readings(value, 'de')
    assert.deepEqual([reading?.bic, holdersOf(reading)], [bic, [['de-vr-bank-mainz', 'holder', null]]])
  }
})

test('the merged bank holds the BIC that goes with the code', () => {
  const [reading] = readings('GENODED1HBO')
  assert.deepEqual([reading?.bic, reading?.banks[0]?.relation], ['GENODED1HBO', 'holder'])
})

test('codes in force are not in lists of open banks, but the merged bank itself has them', () => {
  const directory = shippedDirectory()
  const germany = directory.findCountry('de')
  assert.ok(germany)
  const rows = Buffer.concat(runToEnd(directory.listBanks(germany, { status: 'active' })).json).toString()
  assert.ok(!rows.includes('"55060417"'))
  assert.deepEqual(findBankDetail(directory, 'de-vr-bank-mainz')?.codes.de_blz, ['55060321', '55060417', '55061507'])
})
