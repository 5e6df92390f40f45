/** `/v1/banks`: the banks in a country. The list of open banks is prebuilt; others are built on demand and cached. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { bankSchema } from '../../directory/records/bank.ts'
import { countryInputPattern } from '../../directory/records/country.ts'
import { objectSchema } from '../../directory/records/json-schema.ts'
import { apiPaths } from '../api-paths.ts'
import type { ProblemCode } from '../errors/problems.ts'
import {
  type BankListQuery,
  bankListParameters,
  chooseList,
  isDefaultList,
  listCacheKey,
  listProblems,
  prominenceFor,
  withFields,
} from '../parsers/bank-list-query.ts'
import { splitLists } from '../parsers/list-parameters.ts'
import { type PreparedResponse, replyPrepared } from '../responses/prepared-response.ts'
import type { DataSnapshot } from '../snapshot/data-snapshot.ts'
import { listJson } from '../snapshot/prebuilt-lists.ts'

const country = {
  type: 'string',
  pattern: countryInputPattern,
  description: 'Code of a supported country or region, case-insensitive',
  examples: ['ng'],
} as const

export const countrySelectorSchema = {
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
  country: { type: 'string', description: 'Country code, in upper case' },
  revision: { type: 'string', description: 'Revision of the data' },
  count: { type: 'integer', description: 'Number of banks' },
} as const

export const bankListSchema = objectSchema('BankList', {
  ...listHead,
  banks: { type: 'array', items: bankSchema, description: 'Banks, sorted by name or as specified by `sort`' },
})

/** The response to a request with `fields`. */
export const bankFieldsListSchema = objectSchema('BankFieldsList', {
  ...listHead,
  banks: {
    type: 'array',
    items: { type: 'object', additionalProperties: false, properties: bankSchema.properties },
    description: 'Banks with only the requested `fields`',
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

const prebuiltList = ({ lists, requireCountry }: DataSnapshot, input: string): PreparedResponse =>
  lists.banksByCountry.get(requireCountry(input).code) as PreparedResponse

/** Returns the prebuilt list if the parameters select it; builds and caches any other list. */
async function selectedList(
  { snapshot, admission }: FastifyRequest,
  input: string,
  query: BankListQuery,
): Promise<PreparedResponse> {
  const { directory, requireCountry, responseCache } = snapshot
  const found = requireCountry(input)
  const choice = chooseList(query, found, snapshot)
  if (isDefaultList(choice)) return prebuiltList(snapshot, input)
  const prominence = await prominenceFor(choice, snapshot)
  const build = function* (): Generator<void, Buffer> {
    const rows = yield* withFields(yield* directory.selectBanks(found, choice, prominence), choice)
    return listJson(found, directory.revision, rows)
  }
  return responseCache.getOrBuild(`banks ${listCacheKey(found, choice)}`, admission.address, build)
}

export function banksRoute(app: FastifyInstance): void {
  type Selected = { Body: FromSchema<typeof countrySelectorSchema>; Querystring: BankListQuery }
  type Filtered = { Querystring: FromSchema<typeof bankListQuerySchema> }

  app.post<Selected>(apiPaths.banks, {
    schema: { summary: 'List the banks in a country', body: countrySelectorSchema, response: { 200: bankListSchema } },
    config: { inInterface: true, problems: [...countryProblems, ...bodyProblems, 'responses_busy'] },
    handler: async (request, reply) =>
      replyPrepared(request, reply, prebuiltList(request.snapshot, request.body.country)),
  })
  const querystring = { type: 'object', additionalProperties: false, properties: bankListParameters } as const
  const response = { 200: { anyOf: [bankListSchema, bankFieldsListSchema] } }
  app.route<Selected>({
    method: 'QUERY',
    url: apiPaths.banks,
    preValidation: splitLists(querystring),
    schema: { body: countrySelectorSchema, querystring, response },
    handler: async (request, reply) =>
      replyPrepared(request, reply, await selectedList(request, request.body.country, request.query)),
  })
  app.get<Filtered>(apiPaths.banks, {
    preValidation: splitLists(bankListQuerySchema),
    schema: { summary: 'List banks, filtered and sorted', querystring: bankListQuerySchema, response },
    config: { problems: [...countryProblems, ...listProblems] },
    handler: async (request, reply) =>
      replyPrepared(request, reply, await selectedList(request, request.query.country, request.query)),
  })
}
