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
  /**
   * Derives the data again if the error may come from a damaged cache. Resolves to the current snapshot, or to undefined
   * if it is still the one that failed.
   */
  reload(error: unknown, failed: DataSnapshot): Promise<DataSnapshot | undefined>
  log(): FastifyBaseLogger
}
