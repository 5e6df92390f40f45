/**
 * Responds to requests over the rate limit before the framework sees them, and logs one line a second for all of them: a
 * client that keeps sending costs less than one within its limit.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import type { Visit } from './door.ts'
import { problemBody } from './failures.ts'
import { prefersPage } from './negotiate.ts'

/** False if the response is left to the framework: pages for people, and requests with a large body. */
export type RespondOverLimit = (request: IncomingMessage, response: ServerResponse, visit: Visit) => boolean

const logIntervalMs = 1_000

export function createOverLimitResponder({
  common,
  requestIdOf,
  log,
  metrics,
  nowMs = (): number => performance.now(),
}: {
  /** Headers of every response at the moment. */
  common: () => Record<string, string>
  requestIdOf: (headers: IncomingHttpHeaders) => string
  log: () => Pick<FastifyBaseLogger, 'info'>
  metrics: Pick<Metrics, 'problem' | 'turnedAway'>
  nowMs?: () => number
}): RespondOverLimit {
  let loggedMs = Number.NEGATIVE_INFINITY
  let notLogged = 0

  const logSampled = (code: string, status: number): void => {
    if (nowMs() - loggedMs < logIntervalMs) {
      notLogged++
      return
    }
    log().info({ code, status, not_logged: notLogged }, 'problem')
    loggedMs = nowMs()
    notLogged = 0
  }

  return (request, response, { problem, headers }) => {
    if (problem?.code !== 'rate_limited' || prefersPage(request.headers.accept) || !isBodySmall(request.headers)) {
      return false
    }
    const { code, status, headers: own } = problem
    metrics.problem(code)
    metrics.turnedAway(status)
    logSampled(code, status)
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
    }
    response.writeHead(status, [...Object.entries(fields).flat(), ...headers]).end(text)
    return true
  }
}

/** Node reads and drops a body after the response: not worth it for a large one, nor for one of unknown length. */
const isBodySmall = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= 16 * 1024
