/** The root request: for a program what this service is and where everything else is, for a browser the landing page. */
import type { FastifyInstance } from 'fastify'
import { prefersPage } from '../responses/content-negotiation.ts'
import { type PreparedResponse, replyPrepared } from '../responses/prepared-response.ts'
import { descriptorSchema } from '../snapshot/service-descriptor.ts'

export function rootRoute(app: FastifyInstance): void {
  app.get('/', {
    schema: { summary: 'What this service is', response: { 200: descriptorSchema } },
    config: { inInterface: true },
    handler: async (request, reply) => {
      const { descriptor, site } = request.edition
      if (!prefersPage(request.headers.accept)) return replyPrepared(request, reply, descriptor)
      const { find } = await site()
      return replyPrepared(request, reply, (await find('/', '')) as PreparedResponse)
    },
  })
}
