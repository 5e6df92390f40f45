/** Turns whatever went wrong in the framework into a problem of our table, and a problem into an answer. */

import type { ErrorObject } from 'ajv'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { holdsKey, mayHoldSecret } from '../../keys/format.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { STATUS_CODES } from '../node-http.ts'
import { usualExample } from '../parsers/json-body.ts'
import { prefersJson, prefersPage } from '../responses/content-negotiation.ts'
import type { RequestLimits } from '../server.ts'
import { pageHeaders } from '../snapshot/site-pages.ts'
import type { ProblemLog } from './problem-log.ts'
import { Problem, problem, quoted } from './problems.ts'

/** Answers and logs a failure; the text for the caller is the problem's, the error itself is only for the log. */
export async function handleError(
  error: FastifyError | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  { limits, metrics, logProblem }: { limits: RequestLimits; metrics: Metrics; logProblem: ProblemLog },
): Promise<FastifyReply> {
  // Whoever hung up reads nothing any more, and it is no fault of ours.
  if (request.raw.socket.destroyed) {
    request.log.debug({ method: request.method, path: loggedPath(request) }, 'the client went away')
    return reply.hijack()
  }
  const problem = problemOf(error, request, limits)
  metrics.problem(problem.code)
  const line = { code: problem.code, status: problem.status, method: request.method, path: loggedPath(request) }
  const isFault = problem.status >= 500 && problem.status !== 503
  logProblem(request.log, isFault ? { ...line, err: error } : line)
  return sendProblem(problem, request, reply)
}

function problemOf(error: FastifyError | Problem, request: FastifyRequest, limits: RequestLimits): Problem {
  if (error instanceof Problem) return error
  if (error.validation) {
    const { example } = request.routeOptions.config
    return invalid(error.validation[0] as unknown as ErrorObject, error.validationContext, example)
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('body_too_large', { limit: String(request.routeOptions.bodyLimit ?? limits.bodyBytes) })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem('content_type_unsupported', { value: quoted(request.headers['content-type']) })
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return problem('content_type_missing', {})
    case 'FST_ERR_BAD_URL':
      return problem('url_malformed', { value: quoted(pathOf(request)) })
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return problem('path_unknown', { value: quoted(pathOf(request)) })
    default:
      return problem('internal_error', {})
  }
}

/** The first thing that the validator found, in the caller's words. Its `data` is the value as it was sent. */
function invalid(
  { keyword, instancePath, params, data, parentSchema }: ErrorObject,
  context?: string,
  example = usualExample,
): Problem {
  // Of a list the path leads on to the item that is wrong.
  const [name = '', item] = instancePath.slice(1).split('/')
  if (keyword === 'required' && params.missingProperty === 'country') return problem('country_missing', {})
  if (keyword === 'required' && params.missingProperty === 'q') return problem('query_missing', {})
  if (keyword === 'required' && params.missingProperty === 'since') return problem('since_missing', {})
  if (name === 'country') return problem('country_malformed', { value: quoted(data) })
  if (context === 'body') {
    return data === undefined || data === null
      ? problem('body_missing', { example })
      : problem('body_not_object', { value: quoted(data), example })
  }
  if (keyword === 'additionalProperties') {
    const names = Object.keys(parentSchema?.properties ?? {})
    const known = names.length > 0 ? `known are ${names.join(', ')}` : 'leave it out'
    return problem('parameter_unknown', { value: quoted(params.additionalProperty), known })
  }
  if (keyword === 'maxLength') return problem('query_too_long', { limit: String(params.limit) })
  const values = parentSchema?.enum?.join(', ')
  const some = item === undefined ? `one of ${values}` : `one or more of ${values}, separated by commas`
  const allowed = values === undefined ? 'it once' : some
  return problem('parameter_malformed', { name, value: quoted(data), allowed })
}

async function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { code, status, message, headers } = problem
  // The framework closes the connection on a body that it could not use; one that came whole leaves nothing behind.
  // Not if Node closes it all the same, which it says in this header unless it is removed.
  const isLast = code === 'body_too_large' || !reply.raw.shouldKeepAlive || request.headers.expect !== undefined
  if (request.raw.complete && !isLast && reply.hasHeader('connection')) reply.removeHeader('connection')
  reply.code(status).headers({ ...headers, 'Error-Code': code, 'Cache-Control': 'no-store', Vary: 'Accept' })
  if (asksForPage(request)) {
    const { errorPage } = await request.edition.site()
    return reply
      .headers(pageHeaders)
      .type('text/html; charset=utf-8')
      .send(errorPage(status, STATUS_CODES[status] as string, message))
  }
  const { type, text } = problemBody(problem, request.headers.accept, request.id)
  return reply.type(type).send(text)
}

/** For programs: a sentence, or problem details (RFC 9457) where JSON is preferred. */
export function problemBody(
  { code, status, message }: Problem,
  accept: string | undefined,
  requestId: string,
): { type: string; text: string } {
  if (!prefersJson(accept)) return { type: 'text/plain; charset=utf-8', text: `${message}\n` }
  const title = STATUS_CODES[status]
  const details = { type: 'about:blank', title, status, detail: message, code, request_id: requestId }
  return { type: 'application/problem+json; charset=utf-8', text: JSON.stringify(details) }
}

const interfacePath = /^\/(v1|index\.php|openapi\.json|healthz|readyz)(\/|$)/

/**
 * Where programs ask, a page is only for what is surely a browser: all of them name XHTML, which no library does, while
 * some libraries name HTML without meaning it.
 */
function asksForPage(request: FastifyRequest): boolean {
  const { method, headers } = request
  if (method !== 'GET' || !prefersPage(headers.accept)) return false
  return !interfacePath.test(pathOf(request)) || headers.accept?.includes('application/xhtml+xml') === true
}

/**
 * Also of a whole address, as proxies send it. Without the query, which is not ours to log or repeat, and not at all if
 * somebody put a key into it.
 */
export function pathOf({ url }: { url: string }): string {
  if (urlHoldsKey(url)) return '/…'
  return (url.split('?', 1)[0] as string).replace(/^https?:\/\/[^/]*/i, '') || '/'
}

/**
 * Keeps account numbers and keys out of the log. Digits count over the whole path: an IBAN may be spread over its parts. A
 * path with as many as an account number loses every part that has one, but for our own beginning of it.
 */
export function loggedPath(request: { url: string }): string {
  const path = pathOf(request)
  const start = /^\/(?:v1|docs\/\d\.\d)(?=\/)/.exec(path)?.[0] ?? ''
  const rest = path.slice(start.length)
  const hasAccount = rest.replaceAll(/\D/g, '').length >= accountDigitsMin
  const isPrivate = (part: string): boolean => (hasAccount && /\d/.test(part)) || mayHoldSecret(part)
  return start + rest.replaceAll(/[^/]+/g, (part) => (isPrivate(part) ? '…' : part))
}

const accountDigitsMin = 6

/** Also one that is percent-encoded, up to three times over. */
export function urlHoldsKey(url: string): boolean {
  let text = url
  for (let layer = 0; layer < 3 && text.includes('%'); layer++) {
    if (holdsKey(text)) return true
    text = text.replaceAll(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
  }
  return holdsKey(text)
}
