import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readings } from '../support/resolve-helpers.ts'
import { repairCases } from './repair-cases.ts'

for (const [text, country, suggestion, verdict = 'invalid'] of repairCases) {
  test(`${text} (${country ?? 'no country'}) is ${verdict}, with the suggestion ${suggestion}`, () => {
    const [reading] = readings(text, country)
    assert.deepEqual([reading?.verdict, reading?.suggestion ?? null], [verdict, suggestion])
  })
}
