import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readings } from '../support/resolve-helpers.ts'
import { referenceCases } from './reference-cases.ts'

for (const [text, country, expected, kinds] of referenceCases) {
  const request = [country ?? 'no country', ...(kinds ?? [])].join(', ')
  test(`${text} (${request}) is ${expected ?? 'no reference'}`, () => {
    const reading = readings(text, country, kinds).find(({ kind }) => kind === 'reference')
    const found =
      reading && [reading.parts.reference_type, reading.verdict, reading.formatted].filter(Boolean).join(' ')
    assert.equal(found ?? null, expected)
  })
}
