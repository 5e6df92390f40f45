import assert from 'node:assert/strict'
import { test } from 'node:test'
import table from '../../data/gb-modulus.json' with { type: 'json' }
import { assertInvalid } from '../../test/support/assert-invalid.ts'
import { check, checkPair, format, parts } from './gb-account.ts'
import vectors from './vectors/gb-account.json' with { type: 'json' }
import { passed } from './verdict.ts'

test('every example in the specification passes or fails as documented', () => {
  for (const { no, sort_code, account, possible } of vectors.accounts) {
    assert.equal(checkPair(sort_code, account).passed, possible, `example ${no}`)
    assert.equal(check(sort_code + account).passed, possible, `example ${no}`)
  }
})

// The binary search in the table relies on this.
test('ranges in the table are sorted, at most two rows share a range, and ranges do not overlap', () => {
  const ranges = table.rows.map(([first, last]) => `${first} ${last}`)
  assert.deepEqual(ranges, ranges.toSorted())
  const distinct = [...new Set(ranges)].map((range) => range.split(' ') as [string, string])
  for (const range of new Set(ranges)) assert.ok(ranges.filter((other) => other === range).length <= 2)
  distinct.forEach(([first, last], at) => {
    assert.ok(first <= last)
    assert.ok(at === 0 || (distinct[at - 1] as [string, string])[1] < first)
  })
})

test('the sort code and the account number may be written together or apart', () => {
  for (const input of ['20-29-59 63748472', '20295963748472', '202959/63748472']) {
    assert.deepEqual(
      check(input),
      passed('20295963748472', ['length', 'structure', 'modulus'], { accountChecked: true }),
    )
  }
  assert.deepEqual(checkPair('20-29-59', '6374 8472'), check('20295963748472'))
  assert.equal(format('20295963748472'), '20-29-59 63748472')
  assert.deepEqual(parts('20295963748472'), { sort_code: '202959', account: '63748472' })
})

test('account numbers of 6, 7, 9 and 10 digits are read by the rules of the banks that issue them', () => {
  assert.equal(check('180002 000190').canonical, '18000200000190')
  assert.equal(check('180002 0000190').canonical, '18000200000190')
  assert.equal(check('720000 812345673').canonical, '72000812345673')
  // Both have ten digits; the modulus check decides which eight to use.
  assert.equal(check('089999 6637495812').canonical, '08999966374958')
  assert.equal(check('601613 0031926819').canonical, '60161331926819')
})

test('without a separator there must be 14 digits, and longer accounts must pass the modulus check', () => {
  for (const digits of ['447911123456', '4111111111111111']) assert.equal(assertInvalid(check(digits)).reason, 'length')
  assert.equal(assertInvalid(check('22-95-96 1234567890')).reason, 'length')
  assert.equal(assertInvalid(checkPair('70116', '34012583')).suggestion, '07011634012583')
  // A lost zero and a swap would be two typos.
  assert.equal(assertInvalid(check('80-05-51 0735444')).suggestion, null)
})

test('an account is not checked if the table has no rule for its sort code', () => {
  const result = check('000000 12345678')
  assert.equal(result.canonical, '00000012345678')
  assert.deepEqual([result.passed, result.checks, result.accountChecked], [true, ['length', 'structure'], false])
})

test('missing digits and characters that are not digits are invalid, with the matching reason', () => {
  assert.equal(
    assertInvalid(check('202959 6374')).message,
    'A sort code with its account number has 14 digits; this one has 10.',
  )
  assert.equal(assertInvalid(checkPair('20295', '63748472')).message, 'A sort code has 6 digits; this one has 5.')
  assert.deepEqual(assertInvalid(check('2029596374847X')).at, [13, 14])
})

test('letters typed for digits and two swapped digits are corrected if only one number passes', () => {
  assert.equal(assertInvalid(check('2O-29-59 63748472')).suggestion, '20295963748472')
  assert.equal(assertInvalid(checkPair('2O-29-59', '63748472')).suggestion, '20295963748472')
  assert.equal(assertInvalid(check('107999 88873491')).suggestion, '10799988837491')
})
