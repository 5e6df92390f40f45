/** Helpers for API response schemas: objects with all keys required, and strings that may be null. */
import type { JSONSchema } from 'json-schema-to-ts'

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

export const nullable = <const Schema extends { readonly type: 'string'; readonly description: string }>(
  schema: Schema,
) =>
  ({ ...schema, type: ['string', 'null'] }) as {
    [Key in keyof Schema]: Key extends 'type' ? ['string', 'null'] : Schema[Key]
  }
