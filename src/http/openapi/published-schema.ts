/**
 * Publishes JSON Schemas in the form that client generators understand. Schemas with a title become shared components;
 * extended schemas refer to their base; open enums become strings.
 */
import { extendedSchema, isOpenEnum } from '../../directory/records/json-schema.ts'
import type { Schema } from './route-description.ts'

export type PublishSchema = (schema: object) => Schema

interface MarkedSchema extends Schema {
  [isOpenEnum]?: true
  [extendedSchema]?: MarkedSchema
}

export function createSchemaPublisher(): { components: Record<string, Schema>; publish: PublishSchema } {
  const components: Record<string, Schema> = {}

  const publish = (schema: MarkedSchema): Schema => {
    const { title } = schema
    if (typeof title !== 'string') return publishInline(schema)
    // An enum has a description of its own wherever it is used.
    const { description, ...shared } = schema
    const isEnum = 'enum' in schema
    components[title] ??= publishInline(isEnum ? shared : schema)
    return { $ref: `#/components/schemas/${title}`, ...(isEnum && description !== undefined && { description }) }
  }

  const publishInline = (schema: MarkedSchema): Schema => {
    const base = schema[extendedSchema]
    if (base) return publishExtended(schema, base)
    const copy: Schema = {}
    for (const [key, value] of Object.entries(schema)) {
      // Responses may gain fields.
      if (key === 'additionalProperties' && value === false) continue
      copy[key] = publishInside(value)
    }
    if (Array.isArray(copy.enum)) copy.type ??= typesOf(copy.enum)
    if ('const' in copy) copy.type ??= typesOf([copy.const])
    if (schema[isOpenEnum]) return openValues(copy)
    return Array.isArray(copy.enum) && copy.enum.includes(null) ? enumOrNull(copy) : copy
  }

  /** Describes an object as everything in `base`, and its own properties. */
  const publishExtended = (schema: MarkedSchema, base: MarkedSchema): Schema => {
    const inherited = new Set(Object.keys(base.properties as Schema))
    const { title, description, required, properties } = schema
    const own = {
      type: 'object',
      required: (required as string[]).filter((name) => !inherited.has(name)),
      properties: Object.fromEntries(
        Object.entries(properties as Schema)
          .filter(([name]) => !inherited.has(name))
          .map(([name, property]) => [name, publishInside(property)]),
      ),
    }
    return { title, ...(description !== undefined && { description }), allOf: [publish(base), own] }
  }

  const publishInside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(publishInside)
    return typeof value === 'object' && value !== null ? publish(value as MarkedSchema) : value
  }

  return { components, publish: (schema) => publish(schema as MarkedSchema) }
}

const typesOf = (values: unknown[]): string | string[] => {
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))]
  return types.length === 1 ? (types[0] as string) : types
}

/** Some generators write a null among the values of an enum as a text. */
function enumOrNull({ enum: values, type, ...rest }: Schema): Schema {
  const known = (values as unknown[]).filter((value) => value !== null)
  return { ...rest, anyOf: [{ type: typesOf(known), enum: known }, { type: 'null' }] }
}

/**
 * Describes the values as known, not as the only ones. Clients generated from a closed enum reject a value that was
 * added later.
 */
function openValues({ enum: values, description, ...rest }: Schema): Schema {
  const known = (values as unknown[]).filter((value) => value !== null)
  const list = known.map((value) => `\`${value}\``).join(', ')
  const sentence = `Known values: ${list}. More may be added`
  return {
    ...rest,
    description: description === undefined ? sentence : `${description}. ${sentence}`,
    'x-extensible-enum': known,
  }
}
