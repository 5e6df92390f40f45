import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { createResponseBudget } from './response-budget.ts'

const kib = 1024
// The budget destroys a response that is not read for a while, maybe after the end of these tests.
const response = (): ServerResponse =>
  Object.assign(new EventEmitter(), { destroy: () => {} }) as unknown as ServerResponse

test('bytes are reserved per address and in total, until the response closes', () => {
  const budget = createResponseBudget({ unreadAddressBytes: 100 * kib, unreadBytes: 150 * kib })
  const first = response()
  assert.equal(budget.reserve(first, 'a', 60 * kib), true)
  assert.equal(budget.reserve(response(), 'a', 60 * kib), false)
  const other = response()
  assert.equal(budget.reserve(other, 'b', 60 * kib), true)
  assert.equal(budget.reserve(response(), 'c', 60 * kib), false)
  first.emit('close')
  assert.equal(budget.reserve(response(), 'c', 60 * kib), true)
  other.emit('close')
  assert.equal(budget.reserve(response(), 'a', 60 * kib), true)
  assert.equal(budget.reservedBytes(), 120 * kib)
})

test('small responses are not counted, and a single response always fits', () => {
  const budget = createResponseBudget({ unreadAddressBytes: 100 * kib, unreadBytes: 100 * kib })
  for (let count = 0; count < 100; count++) assert.equal(budget.reserve(response(), 'a', 16 * kib), true)
  assert.equal(budget.reservedBytes(), 0)
  assert.equal(budget.reserve(response(), 'a', 500 * kib), true)
  assert.equal(budget.reserve(response(), 'b', 17 * kib), false)
})

test('a response to a client that disconnected reserves nothing, because no close would follow', () => {
  const budget = createResponseBudget({ unreadAddressBytes: 100 * kib, unreadBytes: 100 * kib })
  const gone = Object.assign(response(), { destroyed: true })
  assert.equal(budget.reserve(gone, 'a', 60 * kib), true)
  assert.equal(budget.reservedBytes(), 0)
})

test('shared bytes count for the address only', () => {
  const budget = createResponseBudget({ unreadAddressBytes: 100 * kib, unreadBytes: 100 * kib })
  assert.equal(budget.reserve(response(), 'a', 90 * kib, true), true)
  assert.equal(budget.reserve(response(), 'a', 90 * kib, true), false)
  assert.equal(budget.reserve(response(), 'b', 90 * kib, true), true)
  assert.equal(budget.reservedBytes(), 0)
})
