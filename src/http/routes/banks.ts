/** All banks of one country. The list of its open banks is ready-made; other lists are made on request and cached. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { bankSchema } from '../../directory/records/bank.ts'
import { countryInputPattern } from '../../directory/records/country.ts'
import { objectSchema } from '../../directory/records/json-schema.ts'
import type { ProblemCode } from '../errors/problems.ts'
import {
  type BankListQuery,
  bankListParameters,
  cacheKeyOf,
  chooseList,
  isDefaultList,
  listProblems,
  prominenceFor,
  withFields,
} from '../parsers/bank-list-query.ts'
import { splitLists } from '../parsers/list-parameters.ts'
import { type PreparedResponse, replyPrepared } from '../responses/prepared-response.ts'
import { listJson } from '../snapshot/bank-lists.ts'
import type { DataSnapshot } from '../snapshot/data-snapshot.ts'

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

export const bankListQuerySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['country'],
  properties: { country, ...bankListParameters },
} as const

const listHead = {
  country: { type: 'string', description: 'Code of the country, in upper case' },
  revision: { type: 'string', description: 'State of the data' },
  count: { type: 'integer', description: 'Number of banks' },
} as const

export const bankListSchema = objectSchema('BankList', {
  ...listHead,
  banks: { type: 'array', items: bankSchema, description: 'Sorted by name, unless `sort` says otherwise' },
})

/** The answer to `fields`. */
export const bankFieldsListSchema = objectSchema('BankFieldsList', {
  ...listHead,
  banks: {
    type: 'array',
    items: { type: 'object', additionalProperties: false, properties: bankSchema.properties },
    description: 'Each with the `fields` that were asked for, and no others',
  },
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

const readyList = ({ lists, countryOf }: DataSnapshot, input: string): PreparedResponse =>
  lists.banks.get(countryOf(input).code) as PreparedResponse

/** The ready list where the parameters choose that one; any other list is made and cached. */
async function chosenList(
  { edition, visit }: FastifyRequest,
  input: string,
  query: BankListQuery,
): Promise<PreparedResponse> {
  const { directory, countryOf, fresh } = edition
  const found = countryOf(input)
  const choice = chooseList(query, found, edition)
  if (isDefaultList(choice)) return readyList(edition, input)
  const prominence = await prominenceFor(choice, edition)
  const make = function* (): Generator<void, Buffer> {
    const rows = yield* withFields(yield* directory.selectBanks(found, choice, prominence), choice)
    return listJson(found, directory.revision, rows)
  }
  return fresh(`banks ${cacheKeyOf(found, choice)}`, visit.address, make)
}

export function banksRoute(app: FastifyInstance): void {
  type Selected = { Body: FromSchema<typeof selectorSchema>; Querystring: BankListQuery }
  type Filtered = { Querystring: FromSchema<typeof bankListQuerySchema> }

  app.post<Selected>('/v1/banks', {
    schema: { summary: 'All banks of a country', body: selectorSchema, response: { 200: bankListSchema } },
    config: { inInterface: true, problems: [...countryProblems, ...bodyProblems, 'responses_busy'] },
    handler: async (request, reply) => replyPrepared(request, reply, readyList(request.edition, request.body.country)),
  })
  const querystring = { type: 'object', additionalProperties: false, properties: bankListParameters } as const
  const response = { 200: { anyOf: [bankListSchema, bankFieldsListSchema] } }
  app.route<Selected>({
    method: 'QUERY',
    url: '/v1/banks',
    preValidation: splitLists(querystring),
    schema: { body: selectorSchema, querystring, response },
    handler: async (request, reply) =>
      replyPrepared(request, reply, await chosenList(request, request.body.country, request.query)),
  })
  app.get<Filtered>('/v1/banks', {
    preValidation: splitLists(bankListQuerySchema),
    schema: { summary: 'Banks of a country, filtered and sorted', querystring: bankListQuerySchema, response },
    config: { problems: [...countryProblems, ...listProblems] },
    handler: async (request, reply) =>
      replyPrepared(request, reply, await chosenList(request, request.query.country, request.query)),
  })
}
