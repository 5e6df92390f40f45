/** Validates a response against its schema in strict mode, which the service skips at run time. */
import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'

const formats = { uri: URL.canParse, 'uri-reference': true, 'date-time': true } as const
const ajv = new Ajv({ strict: true, allowUnionTypes: true, formats })

/** Caches compiled schemas: a property test validates hundreds of responses against the same one. */
const compiled = new WeakMap<object, ValidateFunction>()

export function assertFits(schema: object, value: unknown): void {
  const { title, ...rest } = schema as { title?: string }
  const validate = compiled.get(schema) ?? ajv.compile(rest)
  compiled.set(schema, validate)
  assert.ok(validate(value), `${title}: ${ajv.errorsText(validate.errors)}`)
}
