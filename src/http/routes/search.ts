/** Banks by what somebody types: names, initials, places, codes, also misspelt. */
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { bankDetailSchema, bankSchema } from '../../directory/records/bank.ts'
import { countryInputPattern } from '../../directory/records/country.ts'
import { nullable, objectSchema } from '../../directory/records/json-schema.ts'
import { highlightFields } from '../../directory/search/highlights.ts'
import { problem, quoted } from '../errors/problems.ts'
import { statusParameter, typeParameter } from '../parsers/bank-list-query.ts'
import { splitLists } from '../parsers/list-parameters.ts'
import { prepareFor, replyPrepared } from '../responses/prepared-response.ts'

const limit = { least: 1, most: 100, usual: 10 }
/** Far beyond what people page through; the banks in front of a page are found and ranked with it. */
const offset = { least: 0, most: 1_000, usual: 0 }
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
    status: { ...statusParameter, description: 'Only banks of this status; `any` unless given' },
    type: { ...typeParameter, description: 'Only banks of this type, or of several types, separated by commas' },
    offset: {
      type: 'string',
      description: `How many of the best to skip, ${offset.least} to ${offset.most}; ${offset.usual} unless given`,
    },
    limit: {
      type: 'string',
      description: `How many at most, ${limit.least} to ${limit.most}; ${limit.usual} unless given`,
    },
  },
} as const

const { status: codeStatus } = bankDetailSchema.properties.code_details.items.properties

const matchedSchema = objectSchema('Matched', {
  field: {
    enum: highlightFields,
    description:
      'The field of the bank that matched, `bic` for any of its BICs; `successor_of` if it is that of a bank which this one took over',
  },
  text: { type: 'string', description: 'Its text' },
  spans: {
    type: 'array',
    items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
    description: 'What to mark of it: first and one past the last UTF-16 unit; none if only the place fits',
  },
  scheme: nullable({ type: 'string', description: 'Code scheme, if a code matched' }),
  status: {
    enum: [...codeStatus.enum, null],
    description: 'Status of the code, if one matched: do not pay with a code that is not `current`',
  },
})

export const searchSchema = objectSchema('SearchResult', {
  query: { type: 'string', description: 'What was asked for' },
  country: nullable({ type: 'string', description: 'The country it was limited to' }),
  count: { type: 'integer', description: 'Number of banks on this page' },
  banks: {
    type: 'array',
    items: objectSchema('FoundBank', { ...bankSchema.properties, matched: matchedSchema }),
    description: 'The best first',
  },
})

export function searchRoute(app: FastifyInstance): void {
  app.get<{ Querystring: FromSchema<typeof querySchema> }>('/v1/search', {
    preValidation: splitLists(querySchema),
    schema: { summary: 'Banks by what somebody types', querystring: querySchema, response: { 200: searchSchema } },
    config: {
      problems: [
        'query_missing',
        'query_too_long',
        'country_malformed',
        'country_unsupported',
        'parameter_unknown',
        'parameter_malformed',
        'responses_busy',
      ],
    },
    handler: async (request, reply) => {
      const { countryOf, finding, common } = request.edition
      const { q: query, country: input, status, type: types, ...page } = request.query
      if (query.trim() === '') throw problem('query_missing', {})
      const country = input === undefined ? undefined : countryOf(input)
      const wanted = {
        text: query,
        country,
        status: status ?? 'any',
        types,
        offset: readNumber('offset', page.offset, offset),
        limit: readNumber('limit', page.limit, limit),
      }
      const finder = await finding()
      const isGone = (): boolean => request.raw.socket.destroyed
      const banks = await request.server.scheduler.run(request.visit.address, () =>
        isGone() ? [] : finder.search(wanted),
      )
      const head = JSON.stringify({ query, country: country?.code ?? null, count: banks.length })
      const json = `${head.slice(0, -1)},"banks":[${banks.join(',')}]}`
      return replyPrepared(request, reply, await prepareFor(request.raw, Buffer.from(json), common))
    },
  })
}

function readNumber(name: string, text: string | undefined, { least, most, usual }: typeof limit): number {
  if (text === undefined) return usual
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  const allowed = `a whole number from ${least} to ${most}`
  throw problem('parameter_malformed', { name, value: quoted(text), allowed })
}
