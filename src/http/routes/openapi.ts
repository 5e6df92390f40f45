/** `GET /openapi.json`: the OpenAPI description of the API. */
import type { FastifyInstance } from 'fastify'
import { apiPaths } from '../api-paths.ts'
import { replyCached } from '../responses/response-cache.ts'

export function openApiRoute(app: FastifyInstance, openApi: () => string): void {
  app.get(apiPaths.openApi, {
    schema: {
      summary: 'Get the OpenAPI description',
      response: { 200: { type: 'object', description: 'An OpenAPI 3.1 document' } },
    },
    handler: (request, reply) => replyCached(request, reply, 'openapi', () => Buffer.from(openApi())),
  })
}
