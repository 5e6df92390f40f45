/** For routes that take a body of any content type, or none, and look at its bytes at most. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

export function acceptAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, async (_: FastifyRequest, bytes: Buffer) => bytes)
  scope.addHook('onRequest', async ({ headers }) => {
    // The framework refuses a malformed type, and QUERY without one, before anybody can say that it does not matter.
    headers['content-type'] = 'application/octet-stream'
  })
}
