/** `/v1/account-requirements`: the fields of an account form in a country. */
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { accountRequirementsSchema } from '../../directory/records/account-requirements-record.ts'
import { apiPaths } from '../api-paths.ts'
import { bodyProblems, countryProblems, listProblems } from '../errors/problems.ts'
import { countrySelectorSchema } from '../lookups/bank-list-lookup.ts'
import { lookupOf } from '../lookups/lookup.ts'
import {
  type RequirementsQuery,
  requirementsQuerySchema,
  requirementsResponse,
  selectedRequirementsResponse,
} from '../lookups/requirements-lookup.ts'
import { replyWith } from '../responses/send-response.ts'

type CountrySelector = FromSchema<typeof countrySelectorSchema>

export function accountRequirementsRoute(app: FastifyInstance): void {
  const tags = ['Accounts']
  const summary = 'List the fields of an account form'
  const description = 'The payment methods of a country, each with the fields that a form needs and a JSON Schema.'
  const response = { 200: accountRequirementsSchema }
  app.get<{ Querystring: RequirementsQuery }>(apiPaths.accountRequirements, {
    schema: {
      operationId: 'getAccountRequirements',
      tags,
      summary,
      description,
      querystring: requirementsQuerySchema,
      response,
    },
    config: { problems: [...countryProblems, ...listProblems] },
    handler: async (request, reply) =>
      replyWith(request, reply, await selectedRequirementsResponse(request.query, lookupOf(request))),
  })
  app.route<{ Body: CountrySelector }>({
    method: ['POST', 'QUERY'],
    url: apiPaths.accountRequirements,
    schema: {
      operationId: 'getAccountRequirementsByPost',
      tags,
      summary,
      description,
      body: countrySelectorSchema,
      response,
    },
    config: { problems: [...countryProblems, ...bodyProblems, 'responses_busy'] },
    handler: async (request, reply) =>
      replyWith(request, reply, await requirementsResponse(request.body, lookupOf(request))),
  })
}
