/** `/v1/banks`: the banks in a country. The list of open banks is prebuilt; others are built on demand and cached. */
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { countryInputPattern } from '../../directory/records/country-record.ts'
import { bankFieldsListSchema, bankListSchema } from '../../directory/records/list-schemas.ts'
import { chooseList } from '../../directory/requests/bank-list-choice.ts'
import { listJson } from '../../directory/storage/list-json.ts'
import { apiPaths } from '../api-paths.ts'
import type { ProblemCode } from '../errors/problems.ts'
import { type Lookup, type LookupResponse, lookupOf } from '../lookups/lookup.ts'
import { whenReady } from '../lookups/when-ready.ts'
import {
  type BankListQuery,
  bankListParameters,
  isDefaultList,
  listCacheKey,
  listProblems,
  prominenceFor,
  withFields,
} from '../parsers/bank-list-query.ts'
import { parseQuery, type QueryOf } from '../parsers/query-parameters.ts'
import type { PreparedResponse } from '../responses/prepared-response.ts'
import { replyWith } from '../responses/send-response.ts'

const country = {
  type: 'string',
  pattern: countryInputPattern,
  description: 'Two-letter or three-letter code, or English name, of a supported country or region; case-insensitive',
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

/** Returns the prebuilt list of the open banks in a country. */
export const openBanksResponse = ({ country: input }: { country: string }, { snapshot }: Lookup): PreparedResponse =>
  snapshot.lists.banksByCountry.get(snapshot.requireCountry(input).code) as PreparedResponse

/** Returns the prebuilt list if the parameters select it; builds and caches any other list. */
export function banksResponse(query: BankListQuery & { country: string }, lookup: Lookup): LookupResponse {
  const { snapshot, address } = lookup
  const { directory, requireCountry, responseCache } = snapshot
  const found = requireCountry(query.country)
  const choice = chooseList(query, found, directory.packed.schemes)
  if (isDefaultList(choice)) return openBanksResponse(query, lookup)
  return whenReady(prominenceFor(choice, snapshot), (prominence) => {
    const build = function* (): Generator<void, Buffer> {
      const rows = yield* withFields(yield* directory.selectBanks(found, choice, prominence), choice)
      return listJson(found, directory.revision, rows)
    }
    return responseCache.getOrBuild(`banks ${listCacheKey(found, choice)}`, address, build)
  })
}

export function banksRoute(app: FastifyInstance): void {
  type Selected = { Body: FromSchema<typeof countrySelectorSchema>; Querystring: BankListQuery }
  type Filtered = { Querystring: QueryOf<typeof bankListQuerySchema> }

  app.post<Selected>(apiPaths.banks, {
    schema: {
      operationId: 'listBanksByPost',
      tags: ['Banks'],
      summary: 'List the open banks in a country',
      description: 'Returns the same list as `GET /v1/banks` with no parameter but `country`.',
      body: countrySelectorSchema,
      response: { 200: bankListSchema },
    },
    config: { inInterface: true, problems: [...countryProblems, ...bodyProblems, 'responses_busy'] },
    handler: async (request, reply) => replyWith(request, reply, openBanksResponse(request.body, lookupOf(request))),
  })
  const querystring = { type: 'object', additionalProperties: false, properties: bankListParameters } as const
  const response = { 200: { anyOf: [bankListSchema, bankFieldsListSchema] } }
  app.route<Selected>({
    method: 'QUERY',
    url: apiPaths.banks,
    preValidation: parseQuery(querystring),
    schema: { body: countrySelectorSchema, querystring, response },
    handler: async (request, reply) =>
      replyWith(
        request,
        reply,
        await banksResponse({ ...request.query, country: request.body.country }, lookupOf(request)),
      ),
  })
  app.get<Filtered>(apiPaths.banks, {
    preValidation: parseQuery(bankListQuerySchema),
    schema: {
      operationId: 'listBanks',
      tags: ['Banks'],
      summary: 'List the banks in a country',
      description: 'By default, the open banks, sorted by name.',
      querystring: bankListQuerySchema,
      response,
    },
    config: { problems: [...countryProblems, ...listProblems] },
    handler: async (request, reply) => replyWith(request, reply, await banksResponse(request.query, lookupOf(request))),
  })
}
