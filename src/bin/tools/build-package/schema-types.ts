/**
 * Writes the TypeScript type of a JSON Schema, with the descriptions as comments. Editors show them, unlike those of a type
 * that the compiler derives.
 */
import { isOpenEnum } from '../../../directory/records/json-schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON Schemas of any shape
type Schema = any

/** Returns the name of the type for a schema that has one. */
type NameOf = (schema: Schema) => string | undefined

/** Keywords that change the type and that no schema of the results uses. */
const unsupported = ['$ref', 'allOf', 'not', 'if', 'patternProperties', 'prefixItems']

export function typeOfSchema(schema: Schema, nameOf: NameOf, indent = ''): string {
  const found = unsupported.find((keyword) => keyword in schema)
  if (found !== undefined) throw new Error(`A schema has "${found}", for which no type can be written`)
  if (schema.enum) return enumType(schema)
  if ('const' in schema) return literal(schema.const)
  const choices: Schema[] | undefined = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => nameOf(choice) ?? typeOfSchema(choice, nameOf, indent)).join(' | ')
  return [schema.type]
    .flat()
    .map((type) => typeOf(type, schema, nameOf, indent))
    .join(' | ')
}

function enumType(schema: Schema): string {
  const values: unknown[] = schema.enum
  // Editors complete the known values, and the compiler allows those of later versions.
  const others = schema[isOpenEnum] ? ['(string & {})'] : []
  const [known, nulls] = [values.filter((value) => value !== null), values.filter((value) => value === null)]
  return [...known.map(literal), ...others, ...nulls.map(literal)].join(' | ')
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

function typeOf(type: string | undefined, schema: Schema, nameOf: NameOf, indent: string): string {
  if (type === 'object') return objectType(schema, nameOf, indent)
  if (type === 'array') {
    const { items } = schema
    const item = nameOf(items) ?? typeOfSchema(items, nameOf, indent)
    const isUnion = items.enum ?? items.anyOf ?? items.oneOf ?? Array.isArray(items.type)
    return isUnion ? `(${item})[]` : `${item}[]`
  }
  if (type === 'integer') return 'number'
  return type ?? 'unknown'
}

function objectType(schema: Schema, nameOf: NameOf, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const inner = `${indent}    `
  const lines = Object.entries<Schema>(properties).map(([key, property]) => {
    const type = nameOf(property) ?? typeOfSchema(property, nameOf, inner)
    return `${commentOf(property, inner)}${inner}${key}${required.includes(key) ? '' : '?'}: ${type};\n`
  })
  if (typeof additionalProperties === 'object') {
    const type = nameOf(additionalProperties) ?? typeOfSchema(additionalProperties, nameOf, inner)
    lines.push(`${inner}[key: string]: ${type};\n`)
  }
  return `{\n${lines.join('')}${indent}}`
}

function commentOf({ description }: Schema, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '*\\/')}. */\n`
}
