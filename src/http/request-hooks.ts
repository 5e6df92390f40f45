/** Checks before any route: rate limit and key, CORS preflights, what HTTP requires, paths and methods. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Admission, AdmissionResult } from './admission/admission.ts'
import { pathOf, urlHoldsKey } from './errors/error-handler.ts'
import { type Problem, problem, quoted } from './errors/problems.ts'
import { preflightHeaders } from './responses/common-headers.ts'
import type { DataSnapshot } from './snapshot/data-snapshot.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `admitRequest` on every request that is counted. */
    visit: AdmissionResult
    /** The state of the data that this request is answered from. */
    edition: DataSnapshot
  }
}

export function addRequestHooks(
  app: FastifyInstance,
  { routes, edition, door }: { routes: RouteOptions[]; edition: () => DataSnapshot; door: Admission },
): void {
  app.decorateRequest('visit')
  app.decorateRequest('edition')
  app.addHook('onRequest', async (request, reply) => {
    request.edition = edition()
    reply.headers(request.edition.common).header('X-Request-Id', request.id)
    const refusal = await admitRequest(door, request, reply)
    if (refusal) throw refusal
    // A preflight too: the key is out already.
    if (urlHoldsKey(request.url)) throw problem('key_in_url', {})
    // Anywhere: a browser that may not ask cannot even read the error.
    if (isPreflight(request)) return reply.headers(preflightHeaders).send('')
    const { host, expect } = request.headers
    if (host === undefined && request.raw.httpVersion !== '1.0') throw problem('host_missing', {})
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
      throw problem('expectation_unknown', { value: quoted(expect) })
    }
    // Before the body is read: what was sent to the wrong place need not be right.
    if (request.is404) throw wrongPlace(request, routes)
  })
}

/**
 * Counts the request, sets its `RateLimit` headers, and returns why it is refused, if it is. The framework's only way to
 * the door: a response has the headers if and only if the request was counted.
 */
export async function admitRequest(
  door: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Problem | undefined> {
  // Health checks and preflights are not the caller's to send less of.
  if (isPreflight(request) || request.routeOptions.config.isUncounted) return undefined
  return noteVisit(await door.visit(request.raw), request, reply)
}

/** Counts more requests for one that turns out to be more work. Throws if they do not fit. */
export async function chargeRequest(
  door: Admission,
  cost: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const refusal = noteVisit(await door.charge(request.visit, cost), request, reply)
  if (refusal) throw refusal
}

function noteVisit(visit: AdmissionResult, request: FastifyRequest, reply: FastifyReply): Problem | undefined {
  request.visit = visit
  const { headers, problem: refusal } = visit
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1])
  return refusal
}

/** The same for requests that have no route yet. The routes are read at the first request, when all are known. */
export function uncountedRequests(routes: readonly RouteOptions[]): (request: IncomingMessage) => boolean {
  let paths: Set<string> | undefined
  return ({ method, url = '' }) => {
    if (method === 'OPTIONS') return true
    if (method !== 'GET' && method !== 'HEAD') return false
    paths ??= new Set(routes.filter(({ config }) => config?.isUncounted).map((route) => route.url))
    return paths.has(url.replace(/\/?(?:\?.*)?$/, ''))
  }
}

const isPreflight = ({ method }: FastifyRequest): boolean => method === 'OPTIONS'

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
