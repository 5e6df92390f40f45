import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutBatches } from './batches.ts'

const bodyLimit = 128 * 1024

test('batches have at most 1,000 items, and together are the list in order', () => {
  const items = Array.from({ length: 2_500 }, (_, at) => String(at))
  const batches = [...cutBatches(items)]
  assert.deepEqual(
    batches.map(({ length }) => length),
    [1_000, 1_000, 500],
  )
  assert.deepEqual(batches.flat(), items)
  assert.deepEqual([...cutBatches([])], [])
  assert.deepEqual([...cutBatches(items.slice(0, 1_000))], [items.slice(0, 1_000)])
})

test('no batch is larger than the body limit of the service, whatever the items contain', () => {
  const text = fc.oneof(fc.string({ maxLength: 100 }), fc.string({ unit: 'grapheme', maxLength: 100 }))
  const item = fc.oneof(text, fc.dictionary(text, text, { maxKeys: 4 }))
  fc.assert(
    fc.property(fc.array(item, { maxLength: 50 }), fc.integer({ min: 1, max: 60 }), (some, times) => {
      const items = Array.from({ length: times }, () => some).flat()
      const batches = [...cutBatches(items)]
      assert.deepEqual(batches.flat(), items)
      for (const batch of batches) {
        assert.ok(batch.length <= 1_000 && batch.length > 0)
        assert.ok(Buffer.byteLength(JSON.stringify({ accounts: batch, country: 'ng' })) < bodyLimit)
      }
    }),
    { numRuns: 50 },
  )
})
