import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRangeCheck } from './bank-ranges.ts'

test('ranges include their first bank and exclude their end', () => {
  const createCheck = createRangeCheck(10)
  const banksIn = (ranges: [number, number][] | undefined): number[] => {
    const isInRanges = createCheck(ranges)
    return Array.from({ length: 10 }, (_, bank) => bank).filter(isInRanges)
  }
  assert.deepEqual(banksIn([[2, 4]]), [2, 3])
  assert.deepEqual(
    banksIn([
      [0, 2],
      [5, 6],
    ]),
    [0, 1, 5],
  )
  // The marks of the previous search are cleared.
  assert.deepEqual(
    banksIn([
      [3, 4],
      [8, 10],
    ]),
    [3, 8, 9],
  )
  assert.deepEqual(banksIn([]), [])
  assert.equal(banksIn(undefined).length, 10)
})
