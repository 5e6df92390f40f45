import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import * as cheque from './ca-cheque.ts'
import * as eft from './ca-eft.ts'
import vectors from './vectors/ca.json' with { type: 'json' }

test('each format converts to the other', () => {
  for (const branch of vectors.branches) {
    const { institution, transit } = branch
    assert.equal(eft.check(branch.eft).passed, true)
    assert.equal(cheque.check(branch.cheque).passed, true)
    assert.deepEqual(eft.parts(branch.eft), { institution, transit })
    assert.deepEqual(cheque.parts(cheque.compact(branch.cheque)), { transit, institution })
    assert.equal(cheque.format(eft.toCheque(branch.eft)), branch.cheque)
    assert.equal(cheque.toEft(cheque.compact(branch.cheque)), branch.eft)
  }
})

test('the prefix of international messages is removed', () => {
  assert.equal(eft.check('//CC000301372').canonical, '000301372')
})

test('a first digit other than 0 and a wrong length are invalid', () => {
  const { message, at } = assertInvalid(eft.check('100301372'))
  assert.equal(message, 'An electronic routing number starts with 0; this one starts with 1.')
  assert.deepEqual(at, [0, 1])
  assert.equal(assertInvalid(eft.check('00301372')).suggestion, '000301372')
  assert.equal(assertInvalid(cheque.check('1372-003')).reason, 'length')
})
