/**
 * Parses query parameters: text, lists, as in `type=savings_bank,credit_union`, and whole numbers. The values are checked
 * elsewhere.
 */
import type { FastifyRequest } from 'fastify'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'

/** The parsed parameters. One that has a default may be missing: the validator does not fill it in. */
export type QueryOf<Schema extends JSONSchema> = FromSchema<Schema, { keepDefaultedPropertiesOptional: true }>

interface QuerySchema {
  readonly properties: Readonly<Record<string, object>>
}

type ParseValue = (text: string) => string | string[] | number

/** Digits only: `Number` would also accept signs, exponents, hexadecimal numbers and spaces. */
const wholeNumber = /^\d{1,6}$/

/** Returns the text itself if it is not a whole number, which the validator then rejects. */
const parseNumber: ParseValue = (text) => (wholeNumber.test(text) ? Number(text) : text)
const parseList: ParseValue = (text) => text.split(',')
const parseText: ParseValue = (text) => text

/** The parser of each parameter, from the type in its schema. */
const parsersOf = ({ properties }: QuerySchema): [name: string, parse: ParseValue][] =>
  Object.entries(properties).map(([name, schema]) => {
    const type = 'type' in schema ? schema.type : undefined
    return [name, type === 'array' ? parseList : type === 'integer' ? parseNumber : parseText]
  })

/** Returns a `preValidation` hook that parses the parameters of a request. */
export function parseQuery(schema: QuerySchema): (request: FastifyRequest) => Promise<void> {
  const parsers = parsersOf(schema).filter(([, parse]) => parse !== parseText)
  return async ({ query }) => {
    const parameters = query as Record<string, unknown>
    for (const [name, parse] of parsers) {
      const value = parameters[name]
      if (typeof value === 'string') parameters[name] = parse(value)
    }
  }
}

/**
 * Returns a parser of query strings for the fast path. It returns undefined, or throws, if a parameter is unknown, occurs
 * twice or is unusually encoded: the framework then parses the query.
 */
export function createQueryParser<Parameters>(schema: QuerySchema): (query: string) => Parameters | undefined {
  const parsers = new Map(parsersOf(schema))
  return (query) => {
    const parameters: Record<string, unknown> = {}
    for (const pair of query.split('&')) {
      const equals = pair.indexOf('=')
      const name = pair.slice(0, equals)
      const parse = equals === -1 || name in parameters ? undefined : parsers.get(name)
      if (!parse) return undefined
      parameters[name] = parse(decode(pair.slice(equals + 1)))
    }
    return parameters as Parameters
  }
}

/** Decodes like the framework. Throws if the percent-encoding is malformed, which the framework accepts. */
function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced
}
