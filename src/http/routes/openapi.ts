/** `GET /openapi.json`: the OpenAPI description of the API. */
import type { FastifyInstance } from 'fastify'
import { apiPaths } from '../api-paths.ts'
import { replyPrepared } from '../responses/prepared-response.ts'

export function openApiRoute(app: FastifyInstance, openApi: () => string): void {
  app.get(apiPaths.openApi, {
    schema: {
      summary: 'Get the OpenAPI description',
      response: { 200: { type: 'object', description: 'An OpenAPI 3.1 document' } },
    },
    handler: async (request, reply) => {
      const { snapshot, admission } = request
      const build = (): Buffer => Buffer.from(openApi())
      return replyPrepared(request, reply, await snapshot.responseCache.getOrBuild('openapi', admission.address, build))
    },
  })
}
