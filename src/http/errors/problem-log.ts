/** Limits how many problems are logged, so that a client that repeats a bad request cannot fill the log. */
import type { FastifyBaseLogger } from 'fastify'

export interface LoggedProblem {
  code: string
  status: number
  method?: string
  path?: string
  err?: unknown
}

export type ProblemLog = (log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>, problem: LoggedProblem) => void

/**
 * Maximum number of log lines per second for each problem code. After that, lines are skipped, and the next logged line
 * says how many.
 */
const linesMax = 10
const windowMs = 1_000

export function createProblemLog(nowMs = (): number => performance.now()): ProblemLog {
  const windows = new Map<string, { startMs: number; lines: number; notLogged: number }>()
  return (log, problem) => {
    const { code, status } = problem
    const now = nowMs()
    let window = windows.get(code)
    if (!window || now - window.startMs >= windowMs) {
      window = { startMs: now, lines: 0, notLogged: window?.notLogged ?? 0 }
      windows.set(code, window)
    }
    if (window.lines >= linesMax) {
      window.notLogged++
      return
    }
    window.lines++
    const line = window.notLogged === 0 ? problem : { ...problem, not_logged: window.notLogged }
    window.notLogged = 0
    if (status === 503) log.warn(line, 'problem')
    else if (isFault(status)) log.error(line, 'problem')
    else log.info(line, 'problem')
  }
}

/** Whether an operator has to look into it. 501 is a request that the service never serves, and 503 an overload. */
export const isFault = (status: number): boolean => status >= 500 && status !== 501 && status !== 503
