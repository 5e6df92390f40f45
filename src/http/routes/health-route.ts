/** Health checks for load balancers and supervisors: `/healthz` (liveness) and `/readyz` (readiness). */
import type { FastifyInstance } from 'fastify'
import { buildSchema } from '../../directory/builds/build-schema.ts'
import { objectSchema, openEnum } from '../../directory/records/json-schema.ts'
import { apiPaths } from '../api-paths.ts'
import { type ChannelStatus, channelStatusSchema } from '../data-channel.ts'

/** Components that lookups do not depend on. */
export const optionalParts = ['store', 'shared_limits'] as const
export type OptionalPart = (typeof optionalParts)[number]

export interface Health {
  /** The components that are unavailable now. */
  missing(): OptionalPart[]
  /** What the service has from the data channel that it follows; null if it follows none. */
  channel(): ChannelStatus | null
  /** Whether the service is shutting down. */
  isClosing(): boolean
}

export function healthRoutes(app: FastifyInstance, { missing, channel, isClosing }: Health): void {
  const noStore = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' }
  app.get(apiPaths.health, {
    schema: {
      operationId: 'getHealth',
      tags: ['Service'],
      summary: 'Check that the process is alive',
      description: 'For supervisors. This request is not counted against the rate limit.',
      response: { 200: objectSchema('Health', { status: { const: 'ok' } }) },
    },
    config: { quota: 'none', isUncached: true },
    handler: async (_, reply) => reply.headers(noStore).send(JSON.stringify({ status: 'ok' })),
  })
  app.get(apiPaths.readiness, {
    schema: {
      operationId: 'getReadiness',
      tags: ['Service'],
      summary: 'Check that the service is ready for lookups',
      description: 'For load balancers. This request is not counted against the rate limit.',
      response: {
        200: objectSchema('Readiness', {
          status: { const: 'ready' },
          revision: { type: 'string', description: 'Revision of the data' },
          build: buildSchema,
          missing: {
            type: 'array',
            items: openEnum('OptionalPart', optionalParts),
            description: 'Components that are currently unavailable; lookups do not depend on them',
          },
          channel: { anyOf: [channelStatusSchema, { type: 'null' }] },
        }),
        503: objectSchema('Closing', { status: { const: 'closing' } }),
      },
    },
    config: { quota: 'none', isUncached: true },
    handler: async ({ snapshot }, reply) => {
      // Return 503 while still serving, so that load balancers take the process out of rotation before it stops.
      if (isClosing())
        return reply
          .code(503)
          .headers(noStore)
          .send(JSON.stringify({ status: 'closing' }))
      const { revision, build } = snapshot.directory
      const readiness = { status: 'ready', revision, build, missing: missing(), channel: channel() }
      return reply.headers(noStore).send(JSON.stringify(readiness))
    },
  })
}
