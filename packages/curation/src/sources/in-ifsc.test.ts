import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTitleCase } from './in-ifsc.ts'

test('a name in capitals is written as people write it', () => {
  for (const [given, written] of [
    ['M G ROAD', 'M G Road'],
    ['PHASE II,SECTOR 5TH', 'Phase II, Sector 5th'],
    ['BANK OF THE NORTH', 'Bank of the North'],
    ['BKC BANDRA', 'BKC Bandra'],
    ["MERCHANT'S LTD", "Merchant's Ltd"],
    ['IIT POWAI', 'IIT Powai'],
    ['Already Written BKC', 'Already Written BKC'],
    ['ST.MARYS', 'St.Marys'],
  ] as const) {
    assert.equal(inTitleCase(given), written)
  }
})
