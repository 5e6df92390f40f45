/** Maps framework errors to the problems defined in `problems.ts`, and problems to responses. */

import type { IncomingMessage } from 'node:http'
import type { ErrorObject } from 'ajv'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { LookupError } from '../../directory/requests/lookup-error.ts'
import { STATUS_CODES } from '../node-http.ts'
import { setSnapshot } from '../request-hooks.ts'
import type { RequestLimits } from '../request-limits.ts'
import { pageHeaders } from '../responses/common-headers.ts'
import { prefersJson, prefersPage } from '../responses/content-negotiation.ts'
import type { DataSnapshot } from '../snapshot/data-snapshot.ts'
import type { ErrorContext } from './error-context.ts'
import { isFault } from './problem-log.ts'
import { defaultExample, Problem, problem, problemOf, quoted, unsupportedType } from './problems.ts'
import { isCompatUrl, providerErrorBody } from './provider-errors.ts'
import { loggedPath, pathOnly } from './redaction.ts'

/** Logs an error and responds to it. The client gets the message of the problem; the error itself is only logged. */
export async function handleError(
  error: FastifyError | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  context: ErrorContext,
): Promise<unknown> {
  const { limits, metrics, logProblem } = context
  // Do not respond to a client that has disconnected, and do not log its error as a fault of the service.
  if (request.raw.socket.destroyed) {
    request.log.debug({ method: request.method, path: loggedPath(request) }, 'client disconnected')
    return reply.hijack()
  }
  const problem = toProblem(error, request, limits)
  metrics.problem(problem.code)
  const line = { code: problem.code, status: problem.status, method: request.method, path: loggedPath(request) }
  const isQuiet = problem.status === 404 && request.routeOptions.config.isMissingQuietly
  if (!isQuiet) logProblem(request.log, isFault(problem.status) ? { ...line, err: error } : line)
  const isRepeatable = problem.code === 'internal_error' && !request.routeOptions.config.needsKey && !reply.sent
  const snapshot = isRepeatable ? await context.reload(error, request.snapshot) : undefined
  return snapshot ? repeat(request, reply, snapshot, context) : sendProblem(problem, request, reply)
}

/** Repeats a lookup whose data came from a damaged cache, now that the data is derived again. Repeats it only once. */
async function repeat(
  request: FastifyRequest,
  reply: FastifyReply,
  snapshot: DataSnapshot,
  context: ErrorContext,
): Promise<unknown> {
  setSnapshot(request, reply, snapshot)
  try {
    return await request.routeOptions.handler.call(request.server, request, reply)
  } catch (error) {
    return handleError(error as FastifyError, request, reply, { ...context, reload: async () => undefined })
  }
}

function toProblem(error: FastifyError | Problem, request: FastifyRequest, limits: RequestLimits): Problem {
  if (error instanceof Problem) return error
  if (error instanceof LookupError) return problemOf(error)
  if (error.validation) {
    const { example } = request.routeOptions.config
    return validationProblem(error.validation[0] as unknown as ErrorObject, error.validationContext, example)
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('body_too_large', { limit: String(request.routeOptions.bodyLimit ?? limits.bodyBytes) })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedType(request.headers['content-type'], request.routeOptions.config.isForm)
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return problem('content_type_missing', {})
    case 'FST_ERR_BAD_URL':
      return problem('url_malformed', { value: quoted(pathOnly(request)) })
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return problem('path_unknown', { value: quoted(pathOnly(request)) })
    default:
      return problem('internal_error', {})
  }
}

/** Converts the first error of the validator to a problem. `data` is the value that the caller sent. */
function validationProblem(
  { keyword, instancePath, params, data, parentSchema }: ErrorObject,
  context?: string,
  example = defaultExample,
): Problem {
  // If the parameter is an array, the path has a second segment: the index of the invalid item.
  const [name = '', item] = instancePath.slice(1).split('/')
  if (keyword === 'required' && params.missingProperty === 'country') return problem('country_missing', {})
  if (keyword === 'required' && params.missingProperty === 'q') return problem('query_missing', {})
  if (keyword === 'required' && params.missingProperty === 'bank') return problem('bank_missing', {})
  if (keyword === 'required' && params.missingProperty === 'since') return problem('since_missing', {})
  if (name === 'country') return problem('country_malformed', { value: quoted(data) })
  if (context === 'body') {
    return data === undefined || data === null
      ? problem('body_missing', { example })
      : problem('body_not_object', { value: quoted(data), example })
  }
  if (keyword === 'additionalProperties') {
    const known = Object.keys(parentSchema?.properties ?? {}).join(', ') || 'none'
    return problem('parameter_unknown', { value: quoted(params.additionalProperty), known })
  }
  if (keyword === 'maxLength') return problem('query_too_long', { limit: String(params.limit) })
  const allowed = allowedValues(parentSchema, data, item !== undefined)
  // The caller sent text, which may have been converted to a number.
  const value = quoted(typeof data === 'number' ? String(data) : data)
  return problem('parameter_malformed', { name, value, allowed })
}

function allowedValues(schema: ErrorObject['parentSchema'], data: unknown, isList: boolean): string {
  const { type, minimum, maximum, enum: values }: { [keyword: string]: unknown } = schema ?? {}
  if (Array.isArray(values)) {
    return isList ? `one or more of ${values.join(', ')}, separated by commas` : `one of ${values.join(', ')}`
  }
  return type === 'integer' && !Array.isArray(data) ? `a whole number from ${minimum} to ${maximum}` : 'it once'
}

async function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { code, status, message, headers } = problem
  if (code === 'body_too_large' && request.headers.expect === undefined) await discardBody(request.raw)
  // The framework sets `Connection: close` after a body that it could not parse. If the whole request has arrived, no
  // unread bytes are left, so remove the header and keep the connection open, unless Node closes it anyway.
  const isLast = code === 'body_too_large' || !reply.raw.shouldKeepAlive || request.headers.expect !== undefined
  if (request.raw.complete && !isLast && reply.hasHeader('connection')) reply.removeHeader('connection')
  reply.code(status).headers({ ...headers, 'Error-Code': code, 'Cache-Control': 'no-store', Vary: 'Accept' })
  if (expectsPage(request)) {
    const { errorPage } = await request.snapshot.loadSite()
    const waitSeconds = headers['Retry-After'] === undefined ? undefined : Number(headers['Retry-After'])
    return reply
      .headers(pageHeaders)
      .type('text/html; charset=utf-8')
      .send(errorPage({ code, status, message, requestId: request.id, waitSeconds }))
  }
  const { type, text } = problemBody(problem, request, request.id)
  return reply.type(type).send(text)
}

/**
 * Returns the error body for API clients: plain text, or problem details (RFC 9457) if the client prefers JSON. A path
 * that imitates a payment provider has the errors of that provider.
 */
export function problemBody(
  { code, status, message, details }: Problem,
  { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  requestId: string,
): { type: string; text: string } {
  const ofProvider = providerErrorBody(url, message)
  if (ofProvider !== undefined) return { type: 'application/json; charset=utf-8', text: ofProvider }
  if (!prefersJson(headers.accept)) return { type: 'text/plain; charset=utf-8', text: `${message}\n` }
  const title = STATUS_CODES[status]
  const body = { type: 'about:blank', title, status, detail: message, code, details, request_id: requestId }
  return { type: 'application/problem+json; charset=utf-8', text: JSON.stringify(body) }
}

const apiPath = /^\/(v1|index\.php|openapi\.json|healthz|readyz|mcp|compat)(\/|$)/

/**
 * Returns whether to send an HTML page. On API paths, only browsers get one. A client that accepts XHTML is a browser:
 * all browsers do, and no HTTP library does. Accepting HTML is not enough, because some libraries accept it without
 * wanting it.
 */
function expectsPage(request: FastifyRequest): boolean {
  const { method, headers, routeOptions } = request
  const isNavigation = method === 'GET' || routeOptions.config.isForm
  if (!isNavigation || !prefersPage(headers.accept) || isCompatUrl(request.url)) return false
  // The route has the path without percent-encoding. A request for an unknown path has no route.
  return (
    !apiPath.test(routeOptions.url ?? pathOnly(request)) || headers.accept?.includes('application/xhtml+xml') === true
  )
}

const discardedBytesMax = 1024 * 1024
const discardMsMax = 3_000

/**
 * Reads and discards a body before the response: closing a socket with unread bytes resets the connection, and a proxy
 * that is still sending the body then responds with 502 instead of passing on the 413.
 */
function discardBody(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const count = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes > discardedBytesMax) finish()
    }
    const finish = (): void => {
      clearTimeout(timer)
      request.off('data', count).off('end', finish).off('close', finish)
      resolve()
    }
    const timer = setTimeout(finish, discardMsMax)
    request.on('data', count).once('end', finish).once('close', finish).resume()
  })
}
