import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BankRecord } from '../records/bank-record.ts'
import { findBicSource } from './bic-source.ts'

const bank: BankRecord = {
  ...{ id: 'aa-bank', name: 'Bank', country: 'AA', type: 'commercial_bank', status: 'active', confidence: 'high' },
  ...{ bic: 'BANKAA22', other_bics: ['OTHRAA22'], sources: ['bics-1', 'names'] },
}
const hasBics = (id: string): boolean => id.startsWith('bics')
const twice: BankRecord = { ...bank, sources: ['bics-1', 'bics-2', 'names'] }

test('the only source with BICs is the source of all BICs of the bank', () => {
  for (const bic of ['BANKAA22', 'OTHRAA22']) assert.deepEqual(findBicSource(bic, bank, hasBics), { source: 'bics-1' })
})

test('with two sources that have BICs, or none, the source is unknown', () => {
  assert.equal(findBicSource('BANKAA22', twice, hasBics), undefined)
  assert.equal(findBicSource('BANKAA22', { ...bank, sources: ['names'] }, hasBics), undefined)
})

test('the recorded source is that of the main BIC only', () => {
  const recorded = { ...twice, bic_source: 'bics-2' }
  assert.deepEqual(findBicSource('BANKAA22', recorded, hasBics), { source: 'bics-2' })
  assert.equal(findBicSource('OTHRAA22', recorded, hasBics), undefined)
})

test('a BIC that a code has comes from the list of that code, with its date, if that list has BICs', () => {
  const code = { scheme: 'aa_code', value: '1', bic: 'OTHRAA22', source: 'bics-2', as_of: '2025' }
  assert.deepEqual(findBicSource('OTHRAA22', { ...twice, codes: [code] }, hasBics), { source: 'bics-2', as_of: '2025' })
  assert.equal(findBicSource('OTHRAA22', { ...twice, codes: [{ ...code, source: 'names' }] }, hasBics), undefined)
})
