import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SupportedCountry } from '../../directory/records/country-record.ts'
import { assertNotShrunk } from './shrink-guard.ts'

const counts = (banks: Record<string, number>) => ({
  supported: Object.entries(banks).map(
    ([code, bank_count]) => ({ code, name: code, kind: 'country', bank_count }) as SupportedCountry,
  ),
})

test('data that grew, changed a little or lost a few banks is accepted', () => {
  assertNotShrunk(counts({ AA: 100, BB: 8 }), counts({ AA: 95, BB: 9, CC: 3 }))
  assertNotShrunk(counts({ AA: 1000, BB: 8 }), counts({ AA: 990, BB: 2 }))
  assertNotShrunk(counts({ AA: 100, BB: 1000 }), counts({ AA: 51, BB: 1000 }))
})

test('data is rejected if a country is missing or lost most of its banks, and the error names the country', () => {
  assert.throws(
    () => assertNotShrunk(counts({ AA: 100, BB: 3 }), counts({ AA: 100 })),
    /BB \(BB\) is missing from the new data/,
  )
  assert.throws(
    () => assertNotShrunk(counts({ AA: 100, BB: 1000 }), counts({ AA: 49, BB: 1000 })),
    /AA \(AA\) has 49 open banks instead of 100/,
  )
  assert.throws(() => assertNotShrunk(counts({ AA: 100 }), counts({ AA: 0 })), /0 open banks instead of 100/)
  assert.throws(
    () => assertNotShrunk(counts({ AA: 100, BB: 1 }), counts({ AA: 100, BB: 0 })),
    /BB.* 0 open banks instead of 1/,
  )
})

test('data is rejected if many small losses add up to a large one', () => {
  const before = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`A${at}`, 100]))
  const after = Object.fromEntries(Object.keys(before).map((code) => [code, 75]))
  assert.throws(() => assertNotShrunk(counts(before), counts(after)), /1500 open banks instead of 2000/)
})
