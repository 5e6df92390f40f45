/** `/v1/account-requirements`: the fields of an account form in a country. The responses are prepared with the data. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { accountRequirementsSchema } from '../../directory/records/account-requirements.ts'
import { apiPaths } from '../api-paths.ts'
import { type PreparedResponse, replyPrepared } from '../responses/prepared-response.ts'
import { bodyProblems, countryProblems, selectorSchema } from './banks.ts'

const querySchema = { ...selectorSchema, additionalProperties: false } as const

type Selector = FromSchema<typeof selectorSchema>

function reply(request: FastifyRequest, response: FastifyReply, input: string): FastifyReply {
  const { requirements, requireCountry } = request.snapshot
  return replyPrepared(request, response, requirements.get(requireCountry(input).code) as PreparedResponse)
}

export function accountRequirementsRoute(app: FastifyInstance): void {
  const summary = 'List the fields of an account form'
  const description = 'The payment methods of a country, each with the fields that a form needs and a JSON Schema.'
  const response = { 200: accountRequirementsSchema }
  app.get<{ Querystring: FromSchema<typeof querySchema> }>(apiPaths.accountRequirements, {
    schema: { summary, description, querystring: querySchema, response },
    config: { problems: [...countryProblems, 'responses_busy', 'parameter_unknown', 'parameter_malformed'] },
    handler: async (request, response) => reply(request, response, request.query.country),
  })
  app.route<{ Body: Selector }>({
    method: ['POST', 'QUERY'],
    url: apiPaths.accountRequirements,
    schema: { summary, description, body: selectorSchema, response },
    config: { problems: [...countryProblems, ...bodyProblems, 'responses_busy'] },
    handler: async (request, response) => reply(request, response, request.body.country),
  })
}
