/** The objects that an error response needs, whether the framework, the fast path or the socket layer sends it. */
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'
import type { RequestLimits } from '../request-limits.ts'
import type { ProblemLog } from './problem-log.ts'

export interface ErrorContext {
  limits: RequestLimits
  metrics: Metrics
  logProblem: ProblemLog
  /** Returns the headers sent with every response, taken from the current snapshot. */
  commonHeaders(): Record<string, string>
  log(): FastifyBaseLogger
}
