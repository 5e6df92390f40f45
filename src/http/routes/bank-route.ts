/** `GET /v1/banks/:id`: one bank, open or closed, with all its codes, sources and dates. */
import type { FastifyInstance } from 'fastify'
import { bankDetailSchema } from '../../directory/records/bank-record.ts'
import { apiPaths } from '../api-paths.ts'
import { unknownBank } from '../errors/bank-advice.ts'
import { bankResponse } from '../lookups/bank-lookup.ts'
import { lookupOf } from '../lookups/lookup.ts'
import { replyWith } from '../responses/send-response.ts'

export function bankRoute(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>(apiPaths.bank, {
    schema: {
      operationId: 'getBank',
      tags: ['Banks'],
      summary: 'Get a bank',
      description: 'The bank with all its codes, their sources and dates. Closed and merged banks are included.',
      params: {
        type: 'object',
        properties: { id: { type: 'string', description: 'Id of the bank', examples: ['ng-access-bank'] } },
      },
      querystring: { type: 'object', additionalProperties: false },
      response: { 200: bankDetailSchema },
    },
    config: { problems: ['bank_unknown', 'lists_busy', 'responses_busy', 'parameter_unknown'] },
    handler: async (request, reply) => {
      const { id } = request.params
      const lookup = lookupOf(request)
      const response = await bankResponse(id, lookup)
      if (!response) throw await unknownBank(id, lookup)
      return replyWith(request, reply, response)
    },
  })
}
