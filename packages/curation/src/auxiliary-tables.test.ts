import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTable, sourcesNamedIn } from './auxiliary-tables.ts'

const named = (text: string): string[] => sourcesNamedIn(parseTable('table.json', text))

test('an object names its sources at the top level, and an array names one in each entry', () => {
  assert.deepEqual(named('{"source":"a","rows":[{"source":"b"}]}'), ['a'])
  assert.deepEqual(named('{"source":"a","part_source":"b","sources":"c"}'), ['a', 'b'])
  assert.deepEqual(named('{"source":"a","countries":{"XA":{"rule":{"source":"b"}}}}'), ['a', 'b'])
  assert.deepEqual(named('[{"source":"a"},{"source":"b"},{"count":1},null]'), ['a', 'b'])
})

test('a value without a source field has no sources, whatever its type', () => {
  for (const text of ['{}', '[]', '[[]]', 'null', '1', '"source"', '{"source":1}'])
    assert.deepEqual(named(text), [], text)
})

test('the error for invalid JSON names the file', () => {
  assert.throws(() => named('{'), /^DatasetError: table\.json: is not JSON/)
})
