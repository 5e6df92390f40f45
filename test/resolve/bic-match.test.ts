import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shippedLookups } from '../support/data/shipped-lookups.ts'
import { bicMatchCases } from './bic-match-cases.ts'

for (const [name, cases] of Object.entries(bicMatchCases)) {
  for (const [iban, bic, expected, part = ''] of cases) {
    test(`${name}: ${bic} beside ${iban} is ${expected}`, () => {
      const [reading = null] = shippedLookups().read(iban)
      const { match, note } = shippedLookups().matchBic(bic, reading)
      assert.equal(match, expected, note ?? '')
      assert.ok((note ?? '').includes(part), `the note has no "${part}": ${note}`)
    })
  }
}
