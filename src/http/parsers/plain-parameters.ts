/**
 * Reads parameters that are valid beyond doubt under the schema of their route. The readers return undefined, or throw,
 * for all others, even for some valid ones: the framework then reads and validates the request, and reports the error.
 */
import { parseJson } from './json-body.ts'
import { parseNumber } from './query-parameters.ts'

interface Properties {
  readonly required?: readonly string[]
  readonly properties: Readonly<Record<string, PropertySchema>>
}

interface PropertySchema {
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly items?: { readonly enum: readonly string[] }
  readonly pattern?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** Returns a reader of query strings. Each parameter may occur once. */
export function createQueryReader<Parameters>({
  properties,
  required = [],
}: Properties): (query: string) => Parameters | undefined {
  const readers = new Map(Object.entries(properties).map(([name, schema]) => [name, createValueReader(schema)]))
  return (query) => {
    const parameters: Record<string, ParameterValue> = {}
    for (const pair of query.split('&')) {
      const equals = pair.indexOf('=')
      const name = pair.slice(0, equals)
      const read = equals === -1 || name in parameters ? undefined : readers.get(name)
      const value = read?.(decode(pair.slice(equals + 1)))
      if (value === undefined) return undefined
      parameters[name] = value
    }
    return required.every((name) => name in parameters) ? (parameters as Parameters) : undefined
  }
}

/** Returns a reader of JSON bodies. */
export function createBodyReader<Body>({ properties, required = [] }: Properties): (bytes: Buffer) => Body | undefined {
  const checks = Object.entries(properties).map(([name, schema]) => ({
    name,
    isRequired: required.includes(name),
    isValid: createValueCheck(schema),
  }))
  return (bytes) => {
    const body = parseJson(bytes) as Record<string, unknown> | null
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
    for (const { name, isRequired, isValid } of checks) {
      const value = body[name]
      if (value === undefined ? isRequired : !isValid(value)) return undefined
    }
    return body as Body
  }
}

/** Decodes like the framework. Throws if the percent-encoding is malformed, which the framework accepts. */
function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced
}

const checkedKeywords = ['type', 'enum', 'items', 'pattern', 'maxLength', 'minimum', 'maximum']
const ignoredKeywords = ['title', 'description', 'examples', 'default']

/** Fails at startup if a schema has a rule that these readers would not apply. */
function assertReadable(schema: object): void {
  const unknown = Object.keys(schema).find((name) => ![...checkedKeywords, ...ignoredKeywords].includes(name))
  if (unknown !== undefined) throw new Error(`The fast path does not check "${unknown}".`)
}

type ParameterValue = string | string[] | number

/** Reads a list, separated by commas, if the schema is an array, and a number if it is an integer. */
function createValueReader(schema: PropertySchema): (text: string) => ParameterValue | undefined {
  assertReadable(schema)
  if (schema.type === 'integer') {
    const { minimum = -Infinity, maximum = Infinity } = schema
    return (text) => {
      const number = parseNumber(text)
      return typeof number === 'number' && number >= minimum && number <= maximum ? number : undefined
    }
  }
  if (schema.items === undefined) {
    const isValid = createValueCheck(schema)
    return (text) => (isValid(text) ? text : undefined)
  }
  assertReadable(schema.items)
  const allowed = new Set(schema.items.enum)
  return (text) => {
    const values = text.split(',')
    return values.every((value) => allowed.has(value)) ? values : undefined
  }
}

/** A property without a type may have any value, which its route checks. */
function createValueCheck(schema: PropertySchema): (value: unknown) => boolean {
  assertReadable(schema)
  const { type, enum: values, pattern, maxLength } = schema
  if (values) return (value) => values.includes(value as string)
  if (type === undefined) return () => true
  const allowsNull = type.includes('null')
  const expected = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  // The schema counts characters. Some characters count twice in `length`, so this check is stricter.
  return (value) =>
    typeof value === 'string'
      ? value.length <= (maxLength ?? Infinity) && (expected?.test(value) ?? true)
      : value === null && allowsNull
}
