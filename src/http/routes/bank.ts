/** `GET /v1/banks/:id`: one bank, open or closed, with all its codes, sources and dates. */
import type { FastifyInstance } from 'fastify'
import { bankDetailSchema } from '../../directory/records/bank.ts'
import { apiPaths } from '../api-paths.ts'
import { problem, quoted } from '../errors/problems.ts'
import { replyCached } from '../responses/response-cache.ts'

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
      const bank = request.snapshot.directory.findBank(request.params.id)
      if (!bank) throw problem('bank_unknown', { value: quoted(request.params.id) })
      return replyCached(request, reply, `bank ${bank.id}`, Buffer.from(JSON.stringify(bank)))
    },
  })
}
