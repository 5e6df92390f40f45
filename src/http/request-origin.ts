/** The origin that a client used to reach the service. */
import type { FastifyRequest } from 'fastify'

/** Returns the origin of the request, with `localhost` in place of an invalid host. */
export function requestOrigin({ protocol, headers: { host = '' } }: FastifyRequest): string {
  return `${protocol}://${/^[a-z0-9.:[\]-]+$/i.test(host) ? host : 'localhost'}`
}
