import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchCost } from './batch-cost.ts'

test('twenty identifiers count as one request, and a name next to a number counts as one', () => {
  const codes = [
    '058',
    'DE89 3704 0044 0532 0130 00',
    'GB29 NWBK 6016 1331 9268 19',
    'IBAN: DE89370400440532013000',
    'COBADEFF',
    'SBIN0001234',
    'sort code 20-00-00',
  ]
  assert.equal(batchCost(codes), 1)
  assert.equal(batchCost(Array(1_000).fill('058')), 50)
  assert.equal(batchCost(['zenith 1000000001', '1000000001 zenith bank', 'gtbank0123456785']), 3)
  assert.equal(batchCost([...codes, 'zenith 1000000001']), 2)
  assert.equal(batchCost([{ country: 'ng' }, 58]), 1)
})
