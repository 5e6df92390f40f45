/** `/v1/banks`: the banks in a country. */
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { bankFieldsListSchema, bankListSchema } from '../../directory/records/list-schemas.ts'
import { apiPaths } from '../api-paths.ts'
import { bodyProblems, countryProblems, listProblems } from '../errors/problems.ts'
import {
  type BankListQuery,
  bankListParameters,
  bankListQuerySchema,
  banksResponse,
  countrySelectorSchema,
  openBanksResponse,
} from '../lookups/bank-list-lookup.ts'
import { lookupOf } from '../lookups/lookup.ts'
import { parseQuery } from '../parsers/query-parameters.ts'
import { replyWith } from '../responses/send-response.ts'

export function banksRoute(app: FastifyInstance): void {
  type Selected = { Body: FromSchema<typeof countrySelectorSchema>; Querystring: Omit<BankListQuery, 'country'> }
  type Filtered = { Querystring: BankListQuery }

  app.post<Selected>(apiPaths.banks, {
    schema: {
      operationId: 'listBanksByPost',
      tags: ['Banks'],
      summary: 'List the open banks in a country',
      description: 'Returns the same list as `GET /v1/banks` with no parameter but `country`.',
      body: countrySelectorSchema,
      response: { 200: bankListSchema },
    },
    config: { inInterface: true, problems: [...countryProblems, ...bodyProblems, 'lists_busy', 'responses_busy'] },
    handler: async (request, reply) =>
      replyWith(request, reply, await openBanksResponse(request.body, lookupOf(request))),
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
