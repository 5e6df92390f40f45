/**
 * Rejects requests over the rate limit before they reach the framework, so that a client over its limit costs less than
 * a client within it.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorContext } from '../errors/error-context.ts'
import { problemBody } from '../errors/error-handler.ts'
import { hasBody } from '../http-server.ts'
import { preflightHeaders } from '../responses/common-headers.ts'
import { prefersPage } from '../responses/content-negotiation.ts'
import type { AdmissionResult } from './admission-result.ts'

/**
 * Returns false if the framework must respond, because the client prefers an HTML page or the request was rejected for
 * a reason other than the rate limit.
 */
export type RespondOverLimit = (
  request: IncomingMessage,
  response: ServerResponse,
  admission: AdmissionResult,
) => boolean

export function createOverLimitResponder(
  { commonHeaders, log, logProblem, metrics }: ErrorContext,
  requestIdOf: (headers: IncomingHttpHeaders) => string,
): RespondOverLimit {
  return (request, response, { problem, headers }) => {
    if (problem?.code !== 'rate_limited' || prefersPage(request.headers.accept)) return false
    const { code, status, headers: ownHeaders } = problem
    metrics.problem(code)
    metrics.recordRejected(status)
    logProblem(log(), { code, status })
    const requestId = requestIdOf(request.headers)
    const { type, text } = problemBody(problem, request, requestId)
    const allHeaders = {
      ...commonHeaders(),
      ...(request.method === 'OPTIONS' && preflightHeaders),
      ...ownHeaders,
      'X-Request-Id': requestId,
      'Error-Code': code,
      'Cache-Control': 'no-store',
      Vary: 'Accept',
      'Content-Type': type,
      'Content-Length': String(Buffer.byteLength(text)),
      // Close the connection if there is a body, which is cheaper than reading the body only to discard it.
      ...(hasBody(request.headers) && { Connection: 'close' }),
    }
    response.writeHead(status, [...Object.entries(allHeaders).flat(), ...headers]).end(text)
    return true
  }
}
