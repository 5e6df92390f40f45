/** The interface for machines. */
import type { FastifyInstance } from 'fastify'
import { type Body, readyBody, replyBody } from '../bodies.ts'

export function openApiRoute(
  app: FastifyInstance,
  { openApi, common }: { openApi: () => string; common: Record<string, string> },
): void {
  let body: Body
  app.get('/openapi.json', {
    schema: {
      summary: 'This description',
      response: { 200: { type: 'object', description: 'An OpenAPI 3.1 document' } },
    },
    handler: async (request, reply) => replyBody(request, reply, body),
  })
  // When every route is known.
  app.addHook('onReady', async () => {
    body = await readyBody(Buffer.from(openApi()), common)
  })
}
