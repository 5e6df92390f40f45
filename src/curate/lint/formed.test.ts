import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bank, code } from '../../../test/support/data/small-data.ts'
import type { BankRecord } from '../../directory/records/bank.ts'
import { bankLine } from '../serialize.ts'
import { isFormed } from './formed.ts'

const text = fc.constantFrom('a', 'b', 'c', 'é')
const row = (fields: object): fc.Arbitrary<object> =>
  fc.shuffledSubarray(Object.entries(fields), { minLength: Object.keys(fields).length }).map(Object.fromEntries)

const banks = fc
  .record({
    codes: fc.array(
      fc.tuple(text, text).chain(([scheme, value]) => row(code(value, { scheme, status: 'former' }))),
      { minLength: 1, maxLength: 3 },
    ),
    sources: fc.array(text, { minLength: 1, maxLength: 3 }),
    other_bics: fc.array(text, { minLength: 1, maxLength: 3 }),
  })
  .chain((more) => row(bank('aa-first', more))) as fc.Arbitrary<BankRecord>

test('a line is formed if and only if it is what is written for its bank', () => {
  fc.assert(
    fc.property(banks, (record) => {
      const written = JSON.stringify(record)
      assert.equal(isFormed(written, record), written === bankLine(record))
      assert.ok(isFormed(bankLine(record), record))
      assert.ok(isFormed(bankLine(record), JSON.parse(bankLine(record))))
      assert.ok(!isFormed(` ${bankLine(record)}`, record))
    }),
    { numRuns: 2_000 },
  )
})
