import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertReadings, createReader } from '../../../../test/support/resolve-helpers.ts'

test('an account number with its bank code is checked at that bank', (t) => {
  assertReadings(createReader(t), [
    ['058 1234567896', 'ng', 'nuban, valid, holder ng-benue'],
    ['1234567896 058', undefined, 'nuban, valid, holder ng-benue'],
    ['bank code 058 account number 1234567896', 'ng', 'nuban, valid, holder ng-benue'],
    ['058 1234567895', 'ng', 'nuban, invalid, holder ng-benue'],
  ])
})

test('an account number is checked with the codes that its check digit covers, not with the payment code', (t) => {
  const [reading] = createReader(t)('000013 1234567896', 'ng')
  assert.deepEqual([reading?.verdict, reading?.account_checked], ['valid', true])
})

test('an unknown or unconfirmed bank code does not make an account number invalid', (t) => {
  assertReadings(createReader(t), [
    ['234 1234567890', 'ng', 'nuban, unknown'],
    ['037 1234567890', 'ng', 'nuban, possible, unconfirmed_holder ng-benue'],
  ])
})

test('an account number alone is possible at every bank that its check digit matches', (t) => {
  const read = createReader(t)
  assertReadings(read, [
    ['1234567896', undefined, 'nuban, possible, possible ng-benue'],
    // Accounts keep their number when their bank merges.
    ['1234567894', 'ng', 'nuban, possible, possible ng-benue'],
  ])
  assert.match(read('1234567896')[0]?.note ?? '', /not proof/)
  assert.match(read('1234567890')[0]?.note ?? '', /^The check digit matches no bank in the directory\./)
})

test('no note says both that the check digit matches and that it was not checked', (t) => {
  const read = createReader(t)
  for (const text of ['1234567896', '1234567890', '058 1234567896', '037 1234567890', '234 1234567890']) {
    const { note, account_checked } = read(text, 'ng')[0] ?? {}
    assert.ok(!(/matches/.test(note ?? '') && /was not checked/.test(note ?? '')), `${note}`)
    if (account_checked) assert.match(note ?? '', /^The check digit matches this bank\./)
  }
  assert.match(read('037 1234567890', 'ng')[0]?.note ?? '', /not checked: this bank's code is unconfirmed\./)
})
