/** Body parser for routes that accept any content type, or no body at all. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

export function acceptAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, async (_: FastifyRequest, bytes: Buffer) => bytes)
  scope.addHook('onRequest', async ({ headers }) => {
    // Overwrite the content type: the framework rejects a malformed one, and a QUERY request without one, before any
    // parser runs.
    headers['content-type'] = 'application/octet-stream'
  })
}
