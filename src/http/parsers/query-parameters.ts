/** Query parameters that are not plain text: lists, as in `type=savings_bank,credit_union`, and whole numbers. */
import type { FastifyRequest } from 'fastify'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'

/** The parsed parameters. One that has a default may be missing: the validator does not fill it in. */
export type QueryOf<Schema extends JSONSchema> = FromSchema<Schema, { keepDefaultedPropertiesOptional: true }>

interface QuerySchema {
  readonly properties: Readonly<Record<string, object>>
}

/** Digits only: `Number` would also accept signs, exponents, hexadecimal numbers and spaces. */
const wholeNumber = /^\d{1,6}$/

/** Returns the number, or the text itself if it is not a whole number, which the validator then rejects. */
export const parseNumber = (text: string): number | string => (wholeNumber.test(text) ? Number(text) : text)

/**
 * Returns a `preValidation` hook that splits, at commas, each parameter that the schema declares as an array, and
 * converts each that it declares as an integer.
 */
export function parseQuery({ properties }: QuerySchema): (request: FastifyRequest) => Promise<void> {
  const withType = (type: string): string[] =>
    Object.entries(properties).flatMap(([name, schema]) => ('type' in schema && schema.type === type ? [name] : []))
  const parsers = [
    ...withType('array').map((name) => [name, (text: string) => text.split(',')] as const),
    ...withType('integer').map((name) => [name, parseNumber] as const),
  ]
  return async ({ query }) => {
    const parameters = query as Record<string, unknown>
    for (const [name, parse] of parsers) {
      const value = parameters[name]
      if (typeof value === 'string') parameters[name] = parse(value)
    }
  }
}
