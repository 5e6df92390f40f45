/** Holds an answer to its own schema, in the strict mode that the service leaves to the tests. */
import assert from 'node:assert/strict'
import { Ajv } from 'ajv'

const formats = { uri: URL.canParse, 'uri-reference': true, 'date-time': true } as const
const ajv = new Ajv({ strict: true, allowUnionTypes: true, formats })

export function assertFits(schema: object, value: unknown): void {
  const { title, ...rest } = schema as { title?: string }
  const validate = ajv.compile(rest)
  assert.ok(validate(value), `${title}: ${ajv.errorsText(validate.errors)}`)
}
