/** `GET /openapi.json`: the OpenAPI description of the API. */
import type { FastifyInstance } from 'fastify'
import { apiPaths } from '../api-paths.ts'
import { replyCached } from '../responses/response-cache.ts'

export function openApiRoute(app: FastifyInstance): void {
  app.get(apiPaths.openApi, {
    schema: {
      operationId: 'getOpenApi',
      tags: ['Service'],
      summary: 'Get the OpenAPI description',
      description: 'The description of this API, for client generators and other tools.',
      response: { 200: { type: 'object', additionalProperties: true, description: 'An OpenAPI 3.1 document' } },
    },
    handler: async (request, reply) => {
      const text = await request.snapshot.loadOpenApi()
      return replyCached(request, reply, 'openapi', () => Buffer.from(text))
    },
  })
}
