/**
 * Responds to requests over the rate limit before the framework sees them: a client that keeps sending costs less than one
 * within its limit.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'
import { problemBody } from '../errors/error-handler.ts'
import type { ProblemLog } from '../errors/problem-log.ts'
import { prefersPage } from '../responses/content-negotiation.ts'
import type { AdmissionResult } from './admission.ts'

/** False if the response is left to the framework: pages for people. */
export type RespondOverLimit = (request: IncomingMessage, response: ServerResponse, visit: AdmissionResult) => boolean

export function createOverLimitResponder({
  common,
  requestIdOf,
  log,
  logProblem,
  metrics,
}: {
  /** Headers of every response at the moment. */
  common: () => Record<string, string>
  requestIdOf: (headers: IncomingHttpHeaders) => string
  log: () => FastifyBaseLogger
  logProblem: ProblemLog
  metrics: Pick<Metrics, 'problem' | 'recordRejected'>
}): RespondOverLimit {
  return (request, response, { problem, headers }) => {
    if (problem?.code !== 'rate_limited' || prefersPage(request.headers.accept)) return false
    const { code, status, headers: own } = problem
    metrics.problem(code)
    metrics.recordRejected(status)
    logProblem(log(), { code, status })
    const requestId = requestIdOf(request.headers)
    const { type, text } = problemBody(problem, request.headers.accept, requestId)
    const fields = {
      ...common(),
      ...own,
      'X-Request-Id': requestId,
      'Error-Code': code,
      'Cache-Control': 'no-store',
      Vary: 'Accept',
      'Content-Type': type,
      'Content-Length': String(Buffer.byteLength(text)),
      // The body would have to be read and dropped.
      ...(hasUnreadBody(request.headers) && { Connection: 'close' }),
    }
    response.writeHead(status, [...Object.entries(fields).flat(), ...headers]).end(text)
    return true
  }
}

const hasUnreadBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
