/** `GET /v1/banks/:id`: one bank, open or closed, with all its codes, sources and dates. */
import type { FastifyInstance } from 'fastify'
import { bankDetailSchema } from '../../directory/records/bank.ts'
import { apiPaths } from '../api-paths.ts'
import { problem, quoted } from '../errors/problems.ts'
import { replyPrepared } from '../responses/prepared-response.ts'

export function bankRoute(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>(`${apiPaths.banks}/:id`, {
    schema: {
      summary: 'Get a bank',
      params: {
        type: 'object',
        properties: { id: { type: 'string', description: 'Id of the bank', examples: ['ng-access-bank'] } },
      },
      querystring: { type: 'object', additionalProperties: false },
      response: { 200: bankDetailSchema },
    },
    config: { problems: ['bank_unknown', 'lists_busy', 'responses_busy', 'parameter_unknown'] },
    handler: async (request, reply) => {
      const { directory, responseCache } = request.snapshot
      const bank = directory.findBank(request.params.id)
      if (!bank) throw problem('bank_unknown', { value: quoted(request.params.id) })
      const json = Buffer.from(JSON.stringify(bank))
      const response = await responseCache.getOrBuild(`bank ${bank.id}`, request.admission.address, json)
      return replyPrepared(request, reply, response)
    },
  })
}
