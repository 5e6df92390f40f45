/** `GET /`: a description of the service for programs, and the landing page for browsers. */
import type { FastifyInstance } from 'fastify'
import { prefersPage } from '../responses/content-negotiation.ts'
import type { PreparedResponse } from '../responses/prepared-response.ts'
import { replyWith } from '../responses/send-response.ts'
import { descriptorSchema } from '../snapshot/service-descriptor.ts'

export function rootRoute(app: FastifyInstance): void {
  app.get('/', {
    schema: {
      operationId: 'getServiceInfo',
      tags: ['Service'],
      summary: 'Describe the service',
      description: 'Name, version and data revision, with links. Browsers get the landing page instead.',
      response: { 200: descriptorSchema },
    },
    config: { inInterface: true },
    handler: async (request, reply) => {
      const { descriptor, loadSite } = request.snapshot
      if (!prefersPage(request.headers.accept)) return replyWith(request, reply, descriptor)
      const { find } = await loadSite()
      return replyWith(request, reply, (await find('/', '')) as PreparedResponse)
    },
  })
}
