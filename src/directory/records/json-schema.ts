/**
 * Helpers for API schemas: objects with all keys required, strings that may be null, counts, and enums. Two of them
 * mark a schema with a symbol, which validators do not see: `src/http/openapi/` reads the mark.
 */
import type { JSONSchema } from 'json-schema-to-ts'

/** Marks an enum to which later versions may add values. */
export const isOpenEnum = Symbol('open enum')
/** Marks an object schema that has all properties of another one; its value is that other schema. */
export const extendedSchema = Symbol('extended schema')

/** Returns the schema of an object with exactly these keys, all required. The title is its name in OpenAPI. */
export const objectSchema = <const Title extends string, const Properties extends Readonly<Record<string, JSONSchema>>>(
  title: Title,
  properties: Properties,
) => ({
  title,
  type: 'object' as const,
  additionalProperties: false as const,
  required: Object.keys(properties) as (keyof Properties & string)[],
  properties,
})

/** Returns the schema of an object with the properties of `base` and these ones. */
export const extendSchema = <
  const Title extends string,
  const Base extends Readonly<Record<string, JSONSchema>>,
  const Properties extends Readonly<Record<string, JSONSchema>>,
>(
  title: Title,
  base: { readonly title: string; readonly properties: Base },
  properties: Properties,
) => {
  const schema = objectSchema(title, { ...base.properties, ...properties })
  return { ...schema, [extendedSchema]: base } as typeof schema
}

export const nullable = <const Schema extends { readonly type: 'string'; readonly description: string }>(
  schema: Schema,
) =>
  ({ ...schema, type: ['string', 'null'] }) as {
    [Key in keyof Schema]: Key extends 'type' ? ['string', 'null'] : Schema[Key]
  }

export const count = <const Description extends string>(description: Description) =>
  ({ type: 'integer', minimum: 0, description }) as const

type Values = readonly (string | null)[]

/** Returns the schema of a string that is always one of these values. The title is its name in OpenAPI. */
export const closedEnum = <const Title extends string, const Known extends Values>(title: Title, known: Known) =>
  ({ title, type: 'string', enum: known }) as const

/** Like `closedEnum`, but later versions may add values. OpenAPI describes it as a string. */
export const openEnum = <const Title extends string, const Known extends Values>(title: Title, known: Known) => {
  const schema = closedEnum(title, known)
  return { ...schema, [isOpenEnum]: true } as typeof schema
}

/** An open enum that may be null. It has no title, because a schema in OpenAPI cannot add null to another one. */
export const nullableOpenEnum = <const Known extends readonly string[]>(known: Known) => {
  const schema: { readonly type: ['string', 'null']; readonly enum: readonly [...Known, null] } = {
    type: ['string', 'null'],
    enum: [...known, null],
  }
  return { ...schema, [isOpenEnum]: true } as typeof schema
}
