/** The objects that an error response needs, whether the framework, the fast path or the socket layer sends it. */
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'
import type { RequestLimits } from '../request-limits.ts'
import type { DataSnapshot } from '../snapshot/data-snapshot.ts'
import type { ProblemLog } from './problem-log.ts'

export interface ErrorContext {
  limits: RequestLimits
  metrics: Metrics
  logProblem: ProblemLog
  /** Returns the headers sent with every response, taken from the current snapshot. */
  commonHeaders(): Record<string, string>
  /** Derives the data again if it may come from a damaged cache, and resolves to the new snapshot. */
  reload(): Promise<DataSnapshot | undefined>
  log(): FastifyBaseLogger
}
