/** What is looked at before any route: the preflight of browsers, what HTTP itself requires, paths and methods. */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Door, Visit } from './door.ts'
import type { Edition } from './edition.ts'
import { pathOf, urlHoldsKey } from './failures.ts'
import { preflightHeaders } from './headers.ts'
import { type Problem, problem, quoted } from './problems.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of every request that is counted, once it has come past the guard. */
    visit: Visit
    /** The state of the data that this request is answered from. */
    edition: Edition
  }
}

export function addGuard(
  app: FastifyInstance,
  { routes, edition, door }: { routes: RouteOptions[]; edition: () => Edition; door: Door },
): void {
  app.decorateRequest('visit')
  app.decorateRequest('edition')
  app.addHook('onRequest', async (request, reply) => {
    request.edition = edition()
    reply.headers(request.edition.common).header('X-Request-Id', request.id)
    // A preflight too: the key is out already.
    if (urlHoldsKey(request.url)) throw (await door.visit(request.raw)).problem ?? problem('key_in_url', {})
    // Anywhere: a browser that may not ask cannot even read the error.
    if (request.method === 'OPTIONS') return reply.headers(preflightHeaders).send('')
    const { host, expect } = request.headers
    if (host === undefined && request.raw.httpVersion !== '1.0') throw problem('host_missing', {})
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
      throw problem('expectation_unknown', { value: quoted(expect) })
    }
    // A supervisor asks as often as it likes.
    if (!request.routeOptions.config.isUncounted) {
      request.visit = await door.visit(request.raw)
      const { problem: refusal, headers } = request.visit
      for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1])
      if (refusal) throw refusal
    }
    // Before the body is read: what was sent to the wrong place need not be right.
    if (request.is404) throw wrongPlace(request, routes)
  })
}

/** The framework knows only that no route fits; whether the path or the method is wrong, the list of routes tells. */
function wrongPlace(request: FastifyRequest, routes: RouteOptions[]): Problem {
  const path = pathOf(request)
  const here = routes.filter(({ url }) => {
    const parts = url.replace(/\/$/, '').split('/')
    const sent = path.replace(/\/$/, '').split('/')
    return (
      parts.length === sent.length && parts.every((part, at) => (part.startsWith(':') ? sent[at] : part === sent[at]))
    )
  })
  if (here.length === 0) return problem('path_unknown', { value: quoted(path) })
  const allowed = [...new Set(here.flatMap(({ method }) => method)), 'OPTIONS'].join(', ')
  return problem('method_not_allowed', { method: request.method, value: quoted(path), allowed }, { Allow: allowed })
}
