/** Banks by what somebody types: names, initials, places, codes, also misspelt. */
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { bankSchema, bankTypes } from '../../directory/bank.ts'
import { countryInputPattern } from '../../directory/country.ts'
import { nullable, whole } from '../../directory/schema.ts'
import { matchedFields } from '../../directory/search/matched.ts'
import { plainBody, replyBody } from '../bodies.ts'
import { problem, quoted } from '../problems.ts'

const hitsMax = 50
const hitsUsual = 10
const queryCharactersMax = 100

const querySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['q'],
  properties: {
    q: { type: 'string', maxLength: queryCharactersMax, description: 'What was typed so far', examples: ['acess'] },
    country: {
      type: 'string',
      pattern: countryInputPattern,
      description: 'Only banks of this country or region',
      examples: ['ng'],
    },
    type: { enum: bankTypes, description: 'Only banks of this type' },
    limit: { type: 'string', description: `How many at most, 1 to ${hitsMax}; ${hitsUsual} unless given` },
  },
} as const

const matchedSchema = whole('Matched', {
  field: {
    enum: matchedFields,
    description:
      'The field of the bank that matched, `bic` for any of its BICs; `successor_of` if it is that of a bank which this one took over',
  },
  text: { type: 'string', description: 'Its text' },
  spans: {
    type: 'array',
    items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
    description: 'What to mark of it: first and one past the last UTF-16 unit; none if only the place fits',
  },
})

export const searchSchema = whole('SearchResult', {
  query: { type: 'string', description: 'What was asked for' },
  country: nullable({ type: 'string', description: 'The country it was limited to' }),
  count: { type: 'integer', description: 'Number of banks' },
  banks: {
    type: 'array',
    items: whole('FoundBank', { ...bankSchema.properties, matched: matchedSchema }),
    description: 'The best first',
  },
})

export function searchRoute(app: FastifyInstance): void {
  app.get<{ Querystring: FromSchema<typeof querySchema> }>('/v1/search', {
    schema: { summary: 'Banks by what somebody types', querystring: querySchema, response: { 200: searchSchema } },
    config: {
      problems: [
        'query_missing',
        'query_too_long',
        'country_malformed',
        'country_unsupported',
        'parameter_unknown',
        'parameter_malformed',
      ],
    },
    handler: async (request, reply) => {
      const { countryOf, finding, common } = request.edition
      const { q: query, country: input, type, limit } = request.query
      if (query.trim() === '') throw problem('query_missing', {})
      const country = input === undefined ? undefined : countryOf(input)
      const finder = await finding()
      const banks = finder.search({ text: query, country, type, limit: readLimit(limit) })
      const head = JSON.stringify({ query, country: country?.code ?? null, count: banks.length })
      const json = `${head.slice(0, -1)},"banks":[${banks.join(',')}]}`
      return replyBody(request, reply, plainBody(Buffer.from(json), common))
    },
  })
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return hitsUsual
  const limit = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= hitsMax) return limit
  throw problem('parameter_malformed', {
    name: 'limit',
    value: quoted(text),
    allowed: `a whole number from 1 to ${hitsMax}`,
  })
}
