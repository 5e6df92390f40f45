/** One bank by its id, open or not, with every code, its sources and their dates. */
import type { FastifyInstance } from 'fastify'
import { bankDetailSchema } from '../../directory/records/bank.ts'
import { problem, quoted } from '../errors/problems.ts'
import { replyPrepared } from '../responses/prepared-response.ts'

export function bankRoute(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>('/v1/banks/:id', {
    schema: {
      summary: 'One bank in detail',
      params: {
        type: 'object',
        properties: { id: { type: 'string', description: 'Id of a bank', examples: ['ng-access-bank'] } },
      },
      querystring: { type: 'object', additionalProperties: false },
      response: { 200: bankDetailSchema },
    },
    config: { problems: ['bank_unknown', 'lists_busy', 'responses_busy', 'parameter_unknown'] },
    handler: async (request, reply) => {
      const { directory, fresh } = request.edition
      const bank = directory.findBank(request.params.id)
      if (!bank) throw problem('bank_unknown', { value: quoted(request.params.id) })
      return replyPrepared(
        request,
        reply,
        await fresh(`bank ${bank.id}`, request.visit.address, Buffer.from(JSON.stringify(bank))),
      )
    },
  })
}
