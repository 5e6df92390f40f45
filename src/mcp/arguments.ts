/** Checks the arguments of a tool against its JSON Schema. An error says what to send instead. */

import { Ajv, type ErrorObject } from 'ajv'
import { once } from '../directory/memoize.ts'
import { quoteValue } from '../directory/requests/lookup-error.ts'

export type CheckedArguments<Value> =
  | { valid: true; data: Value; errorMessage: undefined }
  | { valid: false; data: undefined; errorMessage: string }

interface Schema {
  properties?: Record<string, { type?: string; description?: string }>
}

const ajv = new Ajv({ allowUnionTypes: true, verbose: true, meta: false, validateSchema: false })

export function createArgumentCheck<Value>(schema: object): (input: unknown) => CheckedArguments<Value> {
  // Compiled on the first call: a client that starts the server often calls no tool, or only some.
  const compiled = once(() => ajv.compile(schema))
  return (input) => {
    const validate = compiled()
    const given = tolerate(input ?? {}, schema)
    if (validate(given)) return { valid: true, data: given as Value, errorMessage: undefined }
    return { valid: false, data: undefined, errorMessage: explain(validate.errors?.[0] as ErrorObject, schema) }
  }
}

/**
 * Treats null as missing, because models send null for arguments that they mean to omit, and one string as a list of it, because
 * they send the string when they have only one.
 */
function tolerate(input: unknown, { properties = {} }: Schema): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const sent = Object.entries(input).filter(([, value]) => value !== null)
  const isList = (name: string): boolean => Object.hasOwn(properties, name) && properties[name]?.type === 'array'
  return Object.fromEntries(
    sent.map(([name, value]) => [name, typeof value === 'string' && isList(name) ? [value] : value]),
  )
}

function explain({ keyword, instancePath, params, data, parentSchema }: ErrorObject, schema: Schema): string {
  const { properties = {} } = schema
  if (keyword === 'required') {
    const missing = String(params.missingProperty)
    return `Missing "${missing}". Send: ${properties[missing]?.description}.`
  }
  if (keyword === 'additionalProperties') {
    const known = Object.keys(properties).join(', ')
    return `Unknown argument ${quoteValue(params.additionalProperty)}. This tool takes: ${known}.`
  }
  const name = instancePath.split('/')[1]
  if (name === undefined) return `The arguments are ${quoteValue(data)}. Send an object.`
  const values: unknown[] | undefined = parentSchema?.enum
  const expected = values ? `one of ${values.join(', ')}` : properties[name]?.description
  return `Invalid "${name}": ${quoteValue(data)}. Send: ${expected}.`
}
