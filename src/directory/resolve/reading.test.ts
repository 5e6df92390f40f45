import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalid, passed } from '../../identifiers/verdict.ts'
import { createReading, hasCheckDigit, noHolders, type Relation, relations, type Verdict } from './reading.ts'

const check = passed('123', ['length', 'structure'])
const heldBy = (relation: Relation, isUnverified = false) => ({
  holders: [{ bank: 0, relation, since: null, isUnverified }],
  bic: 'ABCDDEFF',
})
const readingOf = (relation: Relation, isUnverified = false) =>
  createReading('bank_code', check, { parts: {}, found: heldBy(relation, isUnverified) })

test('the relation of the first bank decides the verdict', () => {
  const expected: Verdict[] = ['valid', 'former', 'possible', 'former', 'possible', 'possible', 'unknown']
  assert.deepEqual(
    relations.map((relation) => readingOf(relation).verdict),
    expected,
  )
  assert.equal(readingOf('holder', true).verdict, 'possible')
})

test('without a bank the verdict is unknown, and an indicative reading is at most possible', () => {
  assert.equal(createReading('bank_code', check, { parts: {}, found: noHolders }).verdict, 'unknown')
  const indicative = createReading('bic', check, { parts: {}, found: heldBy('holder'), isIndicative: true })
  assert.equal(indicative.verdict, 'possible')
})

test('an invalid identifier has no BIC, and a note if no bank was looked up', () => {
  const fault = { reason: 'length', message: 'Too short.', at: null } as const
  const held = createReading('iban', invalid('1', fault, ['length']), { parts: null, found: heldBy('holder') })
  assert.deepEqual([held.verdict, held.bic, held.note, held.parts], ['invalid', null, null, {}])
  const { note } = createReading('iban', invalid('1', fault, ['length']), { parts: null, found: noHolders })
  assert.equal(note, 'Banks are not looked up for an invalid identifier.')
})

test('notes about the check, about the holder and from the caller are joined', () => {
  const unchecked = passed('123', [], { accountChecked: false, note: 'Not checked.' })
  const found = heldBy('unconfirmed_holder')
  const { note } = createReading('nuban', unchecked, { parts: {}, found, notes: ['First.', null] })
  assert.equal(note, 'First. Not checked. This code is unconfirmed; check with the bank before you pay.')
})

test('the length and structure checks do not count as a check digit', () => {
  assert.ok(!hasCheckDigit(readingOf('holder')))
  const withChecksum = passed('123', ['length', 'structure', 'checksum'])
  assert.ok(hasCheckDigit(createReading('us_aba', withChecksum, { parts: {}, found: noHolders })))
})
