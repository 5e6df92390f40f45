import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQueryParser } from './query-parameters.ts'

const parse = createQueryParser({
  properties: {
    q: { type: 'string' },
    country: { type: ['string', 'null'] },
    type: { type: 'array' },
    limit: { type: 'integer' },
  },
})

test('a query is parsed and decoded', () => {
  assert.deepEqual(parse('q=a+b%2B'), { q: 'a b+' })
  assert.deepEqual(parse('country=ng&q=a=b&type=b,a&limit=100'), {
    country: 'ng',
    q: 'a=b',
    type: ['b', 'a'],
    limit: 100,
  })
})

test('a number in any other form stays text, so that it is rejected', () => {
  for (const text of ['1e1', '+1', '-1', '0x1', '1.0', '', '1234567'])
    assert.deepEqual(parse(`limit=${encodeURIComponent(text)}`), { limit: text })
})

test('a query with an unknown, repeated or oddly encoded parameter is left to the framework', () => {
  for (const query of ['', 'q', 'q=a&q=b', 'q=a&x=1', 'q=a&', '&q=a', '%71=a', 'q=a&constructor=1', '__proto__=1'])
    assert.equal(parse(query), undefined, query)
  assert.throws(() => parse('q=%zz'), URIError)
})
