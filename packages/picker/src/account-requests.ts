/** Requests that are repeated while the service cannot be reached. */
import { getJson, RequestError, retriesMs, wait } from './bank-picker.ts'

export interface RepeatedRequest {
  path: string
  baseUrl: string
  /** With a body, the request is a POST. */
  body?: unknown
  /** How long all waiting times together may be. */
  patienceMs: number
  signal: AbortSignal
  /** Called before each waiting time. */
  retrying(): void
}

/** Returns undefined if the signal is aborted. Throws if the same request would fail again, or the patience is over. */
export async function requestRepeatedly<Body>(request: RepeatedRequest): Promise<Body | undefined> {
  const { path, signal, retrying } = request
  let { patienceMs } = request
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      return await getJson<Body>(path, request, signal, request.body)
    } catch (error) {
      if (signal.aborted) return undefined
      if (!(error instanceof RequestError) || error.retryAfterMs === undefined) throw error
      const waitMs = Math.max(error.retryAfterMs, retriesMs[attempt] ?? 10_000)
      patienceMs -= waitMs
      if (patienceMs < 0) throw error
      retrying()
      await wait(waitMs, signal, 'online')
    }
  }
  return undefined
}
