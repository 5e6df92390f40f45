/** For load balancers and supervisors: whether the process lives, and whether it can answer lookups. */
import type { FastifyInstance } from 'fastify'
import { objectSchema } from '../../directory/records/json-schema.ts'

/** Parts that lookups do without. */
export const parts = ['store', 'shared_limits', 'workers'] as const
export type Part = (typeof parts)[number]

export interface Health {
  /** Which of them do not answer at the moment. */
  missing(): Part[]
  /** Whether the service is about to end. */
  isClosing(): boolean
}

export function healthRoutes(app: FastifyInstance, { missing, isClosing }: Health): void {
  const noStore = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' }
  app.get('/healthz', {
    schema: {
      summary: 'Whether the process lives',
      response: { 200: objectSchema('Health', { status: { const: 'ok' } }) },
    },
    config: { isUncounted: true },
    handler: async (_, reply) => reply.headers(noStore).send(JSON.stringify({ status: 'ok' })),
  })
  app.get('/readyz', {
    schema: {
      summary: 'Whether lookups can be answered',
      response: {
        200: objectSchema('Readiness', {
          status: { const: 'ready' },
          revision: { type: 'string', description: 'State of the data' },
          missing: {
            type: 'array',
            items: { enum: parts },
            description: 'Parts that do not answer at the moment; lookups go on without them',
          },
        }),
        503: objectSchema('Closing', { status: { const: 'closing' } }),
      },
    },
    config: { isUncounted: true },
    handler: async ({ edition }, reply) => {
      // A load balancer takes it out while it still answers.
      if (isClosing())
        return reply
          .code(503)
          .headers(noStore)
          .send(JSON.stringify({ status: 'closing' }))
      const { revision } = edition.directory
      return reply.headers(noStore).send(JSON.stringify({ status: 'ready', revision, missing: missing() }))
    },
  })
}
