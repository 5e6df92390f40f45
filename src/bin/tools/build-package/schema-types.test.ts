import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  closedEnum,
  nullable,
  nullableOpenEnum,
  objectSchema,
  openEnum,
} from '../../../directory/records/json-schema.ts'
import { typeOfSchema } from './schema-types.ts'

const write = (schema: unknown): string => typeOfSchema(schema, () => undefined)

test('an object has its fields with their descriptions, and optional ones a question mark', () => {
  const schema = {
    ...objectSchema('X', { a: { type: 'integer', description: 'Ends with */' }, b: { type: 'boolean' } }),
    required: ['b'],
  }
  assert.equal(write(schema), '{\n    /** Ends with *\\/. */\n    a?: number;\n    b: boolean;\n}')
})

test('only an open enum allows other values', () => {
  assert.equal(write(openEnum('X', ['a', 'b'])), "'a' | 'b' | (string & {})")
  assert.equal(write(nullableOpenEnum(['a'])), "'a' | (string & {}) | null")
  assert.equal(write(closedEnum('X', ['a', null])), "'a' | null")
})

test('an array of a union has parentheses, and a named schema is written as its name', () => {
  const named = objectSchema('X', {})
  const nameOf = (schema: unknown) => (schema === named ? 'Named' : undefined)
  assert.equal(write({ type: 'array', items: nullable({ type: 'string', description: '' }) }), '(string | null)[]')
  assert.equal(typeOfSchema({ type: ['array', 'null'], items: named }, nameOf), 'Named[] | null')
  assert.equal(typeOfSchema({ anyOf: [named, { type: 'null' }] }, nameOf), 'Named | null')
  assert.equal(typeOfSchema({ type: 'object', additionalProperties: named }, nameOf), '{\n    [key: string]: Named;\n}')
})

test('a keyword that is not supported is an error, not a wrong type', () => {
  assert.throws(() => write({ allOf: [] }), /"allOf"/)
})
