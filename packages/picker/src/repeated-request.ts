/** Repeats a request that fails, until it succeeds or the field no longer needs it. */
import { RequestError } from './bank-source.ts'

/** Waiting times before another attempt, in milliseconds. The last one repeats. */
const retriesMs = [1000, 2000, 5000, 10_000]

/** When the service accepts requests again, according to its last `Retry-After`. */
let pausedUntil = 0

/** Returns undefined if the signal is aborted, the error is final, or `goesOn` returns false. */
export async function repeat<Result>(
  request: () => Promise<Result>,
  signal: AbortSignal,
  goesOn: (error: Error, isTemporary: boolean, attempt: number) => boolean,
): Promise<Result | undefined> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      // Typing must not bypass the rate limit of the service.
      const pauseMs = pausedUntil - Date.now()
      if (pauseMs > 0) throw new RequestError('Too many requests', pauseMs)
      return await request()
    } catch (error) {
      if (signal.aborted) break
      const waitMs = error instanceof RequestError ? error.retryAfterMs : 0
      if (!goesOn(error as Error, waitMs !== undefined, attempt) || waitMs === undefined) break
      if (waitMs > 0) pausedUntil = Date.now() + waitMs
      await wait(Math.max(waitMs, retriesMs[attempt] ?? 10_000), signal)
    }
  }
  return undefined
}

/** Waits until the time is over, the browser is online again, or the signal is aborted. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end, { once: true })
  })
}
