/** Hooks that run before every route: admission, CORS preflights, HTTP rules, unknown paths and methods. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Admission } from './admission/admission.ts'
import type { AdmissionResult } from './admission/admission-result.ts'
import type { AppContext } from './app-context.ts'
import { adviceOnMethod, adviceOnPath } from './errors/path-advice.ts'
import { type Problem, problem, quoted } from './errors/problems.ts'
import { pathOnly, urlHoldsKey } from './errors/redaction.ts'
import { preflightHeaders } from './responses/common-headers.ts'
import type { DataSnapshot } from './snapshot/data-snapshot.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `admitRequest` on every request. */
    admission: AdmissionResult
    /** The data snapshot that this request is served from. */
    snapshot: DataSnapshot
  }
}

/** `routes` is complete by the time the first request arrives. */
export function addRequestHooks(app: FastifyInstance, { routes, snapshot, admission }: AppContext): void {
  app.decorateRequest('admission')
  app.decorateRequest('snapshot')
  app.addHook('onRequest', async (request, reply) => {
    setSnapshot(request, reply, snapshot.get())
    const rejection = await admitRequest(admission, request, reply)
    if (rejection) throw rejection
    // Reject even a preflight if its URL contains a key: the key has already leaked.
    if (urlHoldsKey(request.url)) throw problem('key_in_url', {})
    // Accept a preflight on any path: if the preflight failed, the browser would hide the actual error from the page.
    if (isPreflight(request)) return reply.headers(preflightHeaders).send('')
    const { host, expect } = request.headers
    if (host === undefined && request.raw.httpVersion !== '1.0') throw problem('host_missing', {})
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
      throw problem('expectation_unknown', { value: quoted(expect) })
    }
    // Check the path before the body is read: on an unknown path, an invalid body does not matter.
    if (request.is404) throw notFoundOrNotAllowed(request, routes)
  })
}

export function setSnapshot(request: FastifyRequest, reply: FastifyReply, snapshot: DataSnapshot): void {
  request.snapshot = snapshot
  reply.headers(snapshot.common).header('X-Request-Id', request.id)
}

/**
 * Counts the request, sets its `RateLimit` headers, and returns the problem if the request is rejected. Within the
 * framework, requests are admitted only here, so a response has these headers if and only if the request was counted.
 */
export async function admitRequest(
  admission: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Problem | undefined> {
  return setAdmission(await admission.resultFor(request.raw), request, reply)
}

/** Charges `cost` additional requests for an expensive request. Throws if they exceed the quota. */
export async function chargeRequest(
  admission: Admission,
  cost: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const rejection = setAdmission(await admission.charge(request.admission, cost), request, reply)
  if (rejection) throw rejection
}

function setAdmission(result: AdmissionResult, request: FastifyRequest, reply: FastifyReply): Problem | undefined {
  request.admission = result
  const { headers, problem: rejection } = result
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1])
  return rejection
}

const isPreflight = ({ method }: FastifyRequest): boolean => method === 'OPTIONS'

/**
 * Returns 404 or 405. The framework only reports that no route matches, so this function compares the path with every
 * route to find out whether the path or the method is wrong.
 */
function notFoundOrNotAllowed(request: FastifyRequest, routes: RouteOptions[]): Problem {
  const path = pathOnly(request)
  const matching = routes.filter(({ url }) => matchesPath(url, path))
  const { method, snapshot } = request
  if (matching.length === 0) {
    return problem('path_unknown', { value: quoted(path) }, {}, adviceOnPath(path, method, snapshot.directory))
  }
  const allowed = [...new Set(matching.flatMap((route) => route.method)), 'OPTIONS'].join(', ')
  const advice = adviceOnMethod((matching[0] as RouteOptions).url, method)
  return problem('method_not_allowed', { method, value: quoted(path), allowed }, { Allow: allowed }, advice)
}

function matchesPath(routeUrl: string, path: string): boolean {
  const expected = routeUrl.replace(/\/$/, '').split('/')
  const sent = path.replace(/\/$/, '').split('/')
  const matchesSegment = (segment: string, at: number): boolean =>
    segment.startsWith(':') ? Boolean(sent[at]) : segment === sent[at]
  return expected.length === sent.length && expected.every(matchesSegment)
}
