/** Decides whether and when to repeat a request. Every request of the client is safe to repeat. */
import { BankLookupError } from './error.ts'

/** Proxies send 502 and 504, and some send 500, while a service restarts behind them. */
const transientStatuses = [408, 429, 500, 502, 503, 504]

/** Returns true for failures that can pass by themselves: no connection, a timeout, a rate limit, an overload, a restart. */
export const isTransient = (error: unknown): error is BankLookupError =>
  error instanceof BankLookupError &&
  (transientStatuses.includes(error.status) || error.code === 'network_error' || error.code === 'timeout')

/**
 * Returns the delay before the next attempt. The jitter spreads the clients that failed at the same moment. It is added
 * to `Retry-After`, because an earlier attempt would fail again.
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | undefined, random = Math.random()): number {
  if (retryAfterMs !== undefined) return retryAfterMs + random * 500
  return 250 * 2 ** attempt * (0.5 + random)
}

/** Reads `Retry-After`: a number of seconds, or a date, which proxies may send. */
export function parseRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** Waits, or rejects with the reason of the signal as soon as it is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort)
  })
}
