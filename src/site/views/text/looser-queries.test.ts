import assert from 'node:assert/strict'
import { test } from 'node:test'
import { looserQueries } from './looser-queries.ts'

test('a query without results becomes looser step by step', () => {
  assert.deepEqual(looserQueries('zenith savings xqzt'), ['zenith savings', 'savings xqzt', 'savings', 'savin', 'sav'])
})

test('a query never repeats, and never becomes too short to mean a bank', () => {
  assert.deepEqual(looserQueries(' qqxxqq '), ['qqxx', 'qqx'])
  assert.deepEqual(looserQueries('xq'), [])
})
