/** For load balancers and supervisors: whether the process lives, and whether it can answer lookups. */
import type { FastifyInstance } from 'fastify'
import { whole } from '../../directory/schema.ts'

export function healthRoutes(app: FastifyInstance): void {
  const noStore = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' }
  app.get('/healthz', {
    schema: {
      summary: 'Whether the process lives',
      response: { 200: whole('Health', { status: { const: 'ok' } }) },
    },
    config: { isUncounted: true },
    handler: async (_, reply) => reply.headers(noStore).send(JSON.stringify({ status: 'ok' })),
  })
  app.get('/readyz', {
    schema: {
      summary: 'Whether lookups can be answered',
      response: {
        200: whole('Readiness', {
          status: { const: 'ready' },
          revision: { type: 'string', description: 'State of the data' },
        }),
      },
    },
    config: { isUncounted: true },
    handler: async ({ edition }, reply) => {
      const { revision } = edition.directory
      return reply.headers(noStore).send(JSON.stringify({ status: 'ready', revision }))
    },
  })
}
