/** Holds an answer to its own schema, in the strict mode that the service leaves to the tests. */
import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'

const formats = { uri: URL.canParse, 'uri-reference': true, 'date-time': true } as const
const ajv = new Ajv({ strict: true, allowUnionTypes: true, formats })

/** Compiled once: a property test holds hundreds of answers to the same schema. */
const compiled = new WeakMap<object, ValidateFunction>()

export function assertFits(schema: object, value: unknown): void {
  const { title, ...rest } = schema as { title?: string }
  const validate = compiled.get(schema) ?? ajv.compile(rest)
  compiled.set(schema, validate)
  assert.ok(validate(value), `${title}: ${ajv.errorsText(validate.errors)}`)
}
