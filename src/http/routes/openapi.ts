/** The interface for machines. */
import type { FastifyInstance, RouteOptions } from 'fastify'
import { type Body, readyBody, replyBody } from '../bodies.ts'
import { openApiText } from '../openapi.ts'

export function openApiRoute(
  app: FastifyInstance,
  { routes, baseUrl, common }: { routes: RouteOptions[]; baseUrl: string; common: Record<string, string> },
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
    body = await readyBody(Buffer.from(openApiText(routes, baseUrl)), common)
  })
}
