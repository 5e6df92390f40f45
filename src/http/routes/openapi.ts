/** The interface for machines. */
import type { FastifyInstance } from 'fastify'
import { replyPrepared } from '../responses/prepared-response.ts'

export function openApiRoute(app: FastifyInstance, openApi: () => string): void {
  app.get('/openapi.json', {
    schema: {
      summary: 'This description',
      response: { 200: { type: 'object', description: 'An OpenAPI 3.1 document' } },
    },
    handler: async (request, reply) =>
      replyPrepared(
        request,
        reply,
        await request.edition.fresh('openapi', request.visit.address, () => Buffer.from(openApi())),
      ),
  })
}
