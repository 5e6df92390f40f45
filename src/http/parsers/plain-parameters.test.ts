import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBodyReader, createQueryReader } from './plain-parameters.ts'

const schema = {
  required: ['q'],
  properties: {
    q: { type: 'string', maxLength: 5 },
    country: { type: ['string', 'null'], pattern: '^[a-z]{2}$' },
    status: { enum: ['open', 'closed'] },
    type: { type: 'array', items: { enum: ['a', 'b'] } },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  },
} as const

test('a plain query is read and decoded', () => {
  const read = createQueryReader(schema)
  assert.deepEqual(read('q=a+b%2B'), { q: 'a b+' })
  assert.deepEqual(read('country=ng&q=a=b&status=open&type=b,a&limit=100'), {
    country: 'ng',
    q: 'a=b',
    status: 'open',
    type: ['b', 'a'],
    limit: 100,
  })
})

test('a query that is not valid beyond doubt is left to the framework', () => {
  const read = createQueryReader(schema)
  const others = ['', 'q', 'country=ng', 'q=a&q=b', 'q=a&x=1', 'q=a&', '&q=a', 'q=123456', 'q=a&country=ngx']
  const numbers = ['0', '101', '1e1', '+1', '-1', '0x1', '1.0', '', '%201'].map((text) => `q=a&limit=${text}`)
  for (const query of [
    ...others,
    ...numbers,
    'q=a&status=o',
    'q=a&type=a,c',
    'q=a&type=',
    '%71=a',
    'q=a&constructor=1',
  ]) {
    assert.equal(read(query), undefined, query)
  }
  assert.throws(() => read('q=%zz'), URIError)
})

test('a body is read if its properties are valid; others are ignored', () => {
  const read = createBodyReader(schema)
  const bodies = ['{"q":"a","country":null,"more":1}', '{"q":"a","status":"open"}']
  for (const body of bodies) assert.deepEqual(read(Buffer.from(body)), JSON.parse(body))
  for (const body of ['{}', '[]', 'null', '"q"', '{"q":1}', '{"q":null}', '{"q":"a","country":"x"}']) {
    assert.equal(read(Buffer.from(body)), undefined, body)
  }
  assert.throws(() => read(Buffer.from('{')))
})

test('a schema with a rule that the readers do not know is an error', () => {
  const properties = { q: { type: 'string', minLength: 1 } }
  assert.throws(() => createQueryReader({ properties }), /minLength/)
  assert.throws(() => createBodyReader({ properties }), /minLength/)
})
