import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readings, summaryOf } from '../support/resolve-helpers.ts'
import { nameAndNumberCases } from './name-and-number-cases.ts'

for (const [text, country, expected] of nameAndNumberCases) {
  test(`${text} (${country ?? 'no country'}) is read as ${expected}`, () => {
    assert.equal(summaryOf(readings(text, country)[0]), expected)
  })
}
