/** All banks of one country. The list of its open banks is ready-made; other filters are answered as they are asked. */
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { bankSchema, bankStatuses, bankTypes } from '../../directory/bank.ts'
import { countryInputPattern } from '../../directory/country.ts'
import { whole } from '../../directory/schema.ts'
import { type Body, replyBody } from '../bodies.ts'
import type { Edition } from '../edition.ts'
import { listJson } from '../lists.ts'
import type { ProblemCode } from '../problems.ts'

const country = {
  type: 'string',
  pattern: countryInputPattern,
  description: 'Code of a supported country or region, in any case',
  examples: ['ng'],
} as const

const selectorSchema = {
  title: 'CountrySelector',
  type: 'object',
  required: ['country'],
  properties: { country },
} as const

export const filterSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['country'],
  properties: {
    country,
    status: { enum: [...bankStatuses, 'any'], description: 'Banks of this status; `active` unless given' },
    type: { enum: bankTypes, description: 'Banks of this type' },
  },
} as const

export const bankListSchema = whole('BankList', {
  country: { type: 'string', description: 'Code of the country, in upper case' },
  revision: { type: 'string', description: 'State of the data' },
  count: { type: 'integer', description: 'Number of banks' },
  banks: { type: 'array', items: bankSchema, description: 'Sorted by id' },
})

export const countryProblems: ProblemCode[] = ['country_missing', 'country_malformed', 'country_unsupported']
export const bodyProblems: ProblemCode[] = [
  'body_missing',
  'body_not_utf8',
  'body_not_json',
  'body_not_object',
  'body_too_large',
  'content_type_unsupported',
  'content_encoding_unsupported',
]

const readyList = ({ lists, countryOf }: Edition, input: string): Body => lists.banks.get(countryOf(input).code) as Body

export function banksRoute(app: FastifyInstance): void {
  type Selected = { Body: FromSchema<typeof selectorSchema> }
  type Filtered = { Querystring: FromSchema<typeof filterSchema> }
  const response = { 200: bankListSchema }

  app.post<Selected>('/v1/banks', {
    schema: { summary: 'All banks of a country', body: selectorSchema, response },
    config: { inInterface: true, problems: [...countryProblems, ...bodyProblems] },
    handler: async (request, reply) => replyBody(request, reply, readyList(request.edition, request.body.country)),
  })
  app.route<Selected>({
    method: 'QUERY',
    url: '/v1/banks',
    // Nothing is filtered here, and a filter ignored in silence would show banks that were not asked for.
    schema: { body: selectorSchema, querystring: { type: 'object', additionalProperties: false }, response },
    handler: async (request, reply) => replyBody(request, reply, readyList(request.edition, request.body.country)),
  })
  app.get<Filtered>('/v1/banks', {
    schema: { summary: 'Banks of a country by status and type', querystring: filterSchema, response },
    config: { problems: [...countryProblems, 'parameter_unknown', 'parameter_malformed'] },
    handler: async (request, reply) => {
      const { country: input, status = 'active', type } = request.query
      const { directory, countryOf, fresh } = request.edition
      if (status === 'active' && type === undefined) return replyBody(request, reply, readyList(request.edition, input))
      const found = countryOf(input)
      const key = `banks ${found.code} ${status} ${type}`
      return replyBody(request, reply, await fresh(key, () => listJson(directory, found, { status, type })))
    },
  })
}
