/** What is looked at before any route: the preflight of browsers, what HTTP itself requires, paths and methods. */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { pathOf } from './failures.ts'
import { preflightHeaders } from './headers.ts'
import { type Problem, problem, quoted } from './problems.ts'

export function addGuard(app: FastifyInstance, routes: RouteOptions[], common: Record<string, string>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(common)
    // Anywhere: a browser that may not ask cannot even read the error.
    if (request.method === 'OPTIONS') return reply.headers(preflightHeaders).send('')
    const { host, expect } = request.headers
    if (host === undefined && request.raw.httpVersion !== '1.0') throw problem('host_missing', {})
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
      throw problem('expectation_unknown', { value: quoted(expect) })
    }
    // Before the body is read: what was sent to the wrong place need not be right.
    if (request.is404) throw wrongPlace(request, routes)
  })
}

/** The framework knows only that no route fits; whether the path or the method is wrong, the list of routes tells. */
function wrongPlace(request: FastifyRequest, routes: RouteOptions[]): Problem {
  const path = pathOf(request)
  const here = routes.filter(({ url }) =>
    new RegExp(`^${url.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')}/?$`).test(path),
  )
  if (here.length === 0) return problem('path_unknown', { value: quoted(path) })
  const allowed = [...new Set(here.flatMap(({ method }) => method)), 'OPTIONS'].join(', ')
  return problem('method_not_allowed', { method: request.method, value: quoted(path), allowed }, { Allow: allowed })
}
