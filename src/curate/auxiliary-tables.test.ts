import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figuresIn, sourcesNamedIn } from './auxiliary-tables.ts'

const named = (text: string): string[] => sourcesNamedIn(figuresIn('figures.json', text))

test('a table names its source at its top, with that of a part; a list names one in each entry', () => {
  assert.deepEqual(named('{"source":"a","rows":[{"source":"b"}]}'), ['a'])
  assert.deepEqual(named('{"source":"a","part_source":"b","sources":"c"}'), ['a', 'b'])
  assert.deepEqual(named('[{"source":"a"},{"source":"b"},{"count":1},null]'), ['a', 'b'])
})

test('what names none has none, whatever it is', () => {
  for (const text of ['{}', '[]', '[[]]', 'null', '1', '"source"', '{"source":1}'])
    assert.deepEqual(named(text), [], text)
})

test('what is no JSON is said with its file', () => {
  assert.throws(() => named('{'), /^BrokenDataset: figures\.json: is not JSON/)
})
