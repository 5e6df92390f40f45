import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonText, shortJsonText } from './json-text.ts'

test('short values are in one line, long ones have a line per field', () => {
  assert.equal(jsonText({ a: [1, 2], b: {} }), '{ "a": [1, 2], "b": {} }')
  const long = 'x'.repeat(60)
  assert.equal(
    jsonText({ name: long, codes: { ng_cbn: ['058'] } }),
    `{\n  "name": "${long}",\n  "codes": { "ng_cbn": ["058"] }\n}`,
  )
})

test('of a long list, the first elements and the number of the others are shown', () => {
  const banks = Array.from({ length: 897 }, (_, at) => ({ id: at }))
  assert.equal(shortJsonText({ banks }), '{ "banks": [{ "id": 0 }, { "id": 1 }, { "id": 2 } … 894 more] }')
  assert.match(
    shortJsonText(banks.map(({ id }) => `bank-${id}`)),
    /^\[\n {2}"bank-0",\n.*"bank-11"\n {2}… 885 more\n\]$/s,
  )
})

test('the text is JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      assert.deepEqual(JSON.parse(jsonText(value)), JSON.parse(JSON.stringify(value)))
    }),
  )
})
