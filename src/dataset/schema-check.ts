/** Reads a value, checks it against its schema and says in one sentence what is wrong with it. */
import { Ajv, type ErrorObject } from 'ajv'
import { DatasetError, excerpt, type FileLocation } from './dataset-error.ts'

// Checking our own schemas against the schema of schemas takes longer than checking the data; the tests do it instead.
const ajv = new Ajv({
  allowUnionTypes: true,
  useDefaults: true,
  verbose: true,
  meta: false,
  validateSchema: false,
  // As browsers read it: a page that shows the address must not fail on it.
  formats: { uri: URL.canParse },
  code: { optimize: false },
})

export function parseLine(text: string, place: FileLocation): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw DatasetError.at(place, `is not JSON (${(error as Error).message})`)
  }
}

/** `Row` is the type derived from the schema. */
export function createSchemaCheck<Row>(schema: object): (value: unknown, place: FileLocation) => Row {
  const validate = ajv.compile<Row>(schema)
  return (value, place) => {
    if (!validate(value)) throw DatasetError.at(place, reasonOf(validate.errors?.[0] as ErrorObject))
    return value
  }
}

function reasonOf({ keyword, instancePath, params, message, data }: ErrorObject): string {
  const field = instancePath.slice(1).replaceAll('/', '.') || 'the record'
  if (keyword === 'additionalProperties')
    return `${field} has the unknown field "${excerpt(params.additionalProperty)}"`
  if (keyword === 'required') return `${field} lacks the field "${params.missingProperty}"`
  if (keyword === 'enum') return `${field} is ${quoted(data)}; known are ${params.allowedValues.join(', ')}`
  if (keyword === 'pattern') return `${field} is ${quoted(data)}, which does not fit ${params.pattern}`
  if (keyword === 'format') return `${field} is ${quoted(data)}, which is not a valid ${params.format}`
  return `${field} ${message}`
}

const quoted = (value: unknown): string => excerpt(JSON.stringify(value))
