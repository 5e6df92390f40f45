/** Checks values against their schema, and describes the first error in one sentence. */
import { Ajv, type ErrorObject } from 'ajv'
import { formulaFreePattern } from '../directory/records/bank-record.ts'
import { DatasetError, excerpt, type FileLocation } from './dataset-error.ts'

// Do not validate our own schemas at startup, because that takes longer than checking the data. The tests validate
// them.
const options = {
  allowUnionTypes: true,
  useDefaults: true,
  verbose: true,
  meta: false,
  validateSchema: false,
  // Accept only URLs that browsers can parse, so that a page with a link to a bank's website cannot fail on a bad URL.
  formats: { uri: URL.canParse },
  code: { optimize: false },
} as const
const ajv = new Ajv(options)

/**
 * Returns why a value does not fit the schema, or undefined if it does. Adds the schema's default values to the value.
 */
export type Validator = (value: unknown) => string | undefined
export type CreateValidator = (schema: object) => Validator

export function createValidator(schema: object): Validator {
  const validate = ajv.compile(schema)
  return (value) => (validate(value) ? undefined : reasonOf(validate.errors?.[0] as ErrorObject))
}

/** For lint: returns all reasons why a value does not fit the schema. */
export function createFaultList(schema: object): (value: unknown) => string[] {
  const validate = new Ajv({ ...options, allErrors: true }).compile(schema)
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(reasonOf))
}

/** `Row` is the type derived from the schema. */
export function createSchemaCheck<Row>(schema: object): (value: unknown, location: FileLocation) => Row {
  const validate = createValidator(schema)
  return (value, location) => {
    const reason = validate(value)
    if (reason !== undefined) throw DatasetError.at(location, reason)
    return value as Row
  }
}

function reasonOf({ keyword, instancePath, params, message, data }: ErrorObject): string {
  const field = instancePath.slice(1).replaceAll('/', '.') || 'the record'
  if (keyword === 'additionalProperties')
    return `${field} has the unknown field "${excerpt(params.additionalProperty)}"`
  if (keyword === 'required') return `${field} is missing the field "${params.missingProperty}"`
  if (keyword === 'enum') return `${field} is ${quoted(data)}; allowed values are ${params.allowedValues.join(', ')}`
  if (keyword === 'pattern' && params.pattern === formulaFreePattern)
    return `${field} is ${quoted(data)}, which a spreadsheet could run as a formula, or which contains a control character`
  if (keyword === 'pattern') return `${field} is ${quoted(data)}, which does not match ${params.pattern}`
  if (keyword === 'format') return `${field} is ${quoted(data)}, which is not a valid ${params.format}`
  return `${field} ${message}`
}

/** An object can be nested too deeply to be written. */
const quoted = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'an object or a list' : excerpt(JSON.stringify(value))
