/** Sends API requests. Responses to GET requests are kept in memory, so that going back needs no network. */
import type { ApiRequest } from './requests.ts'

/** The base URL of the service, which may include a path. The script is served two folders below it. */
export const serviceUrl = new URL('../../', import.meta.url).href

/**
 * A request without a response fails after this time, so that the user sees a retry and not an endless spinner. The body
 * may take longer: a whole list has a megabyte, and the line may be slow.
 */
const timeoutMs = 15_000
const cachedMax = 60

/** A failed request. */
export class RequestError extends Error {
  /** The `Error-Code` of the response; `unreachable` if there was none. */
  readonly code: string
  /** HTTP status, or 0 if there was no response. */
  readonly status: number
  readonly retryAfterS: number

  /** `message`: the sentence of the API, which is written for programmers. */
  constructor(message: string, code: string, status = 0, retryAfterS = 0) {
    super(message)
    this.code = code
    this.status = status
    this.retryAfterS = retryAfterS
  }

  /** Whether the same request may succeed later. */
  get isRetryable(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }
}

/** Keyed by path; the least recently used comes first. */
const cached = new Map<string, unknown>()

/** Returns the response if it is in memory. */
export function cachedResponse<Result>({ path, body }: ApiRequest<Result>): Result | undefined {
  if (body || !cached.has(path)) return undefined
  const result = cached.get(path)
  cached.delete(path)
  cached.set(path, result)
  return result as Result
}

export async function send<Result>(
  request: ApiRequest<Result>,
  signal: AbortSignal,
  options: RequestInit = {},
): Promise<Result> {
  const known = cachedResponse(request)
  if (known !== undefined) return known
  const { path, body } = request
  const response = await sendOnce(path, body, signal, options)
  const { status, headers } = response
  if (!response.ok) {
    const message = await response.text().catch(() => '')
    throw new RequestError(message, headers.get('error-code') ?? '', status, retryAfterOf(headers))
  }
  const result = await response.json().catch((error: unknown) => {
    throw signal.aborted ? error : new RequestError('', 'unreachable')
  })
  if (!body) remember(path, result)
  return result
}

async function sendOnce(
  path: string,
  body: Record<string, string> | undefined,
  signal: AbortSignal,
  options: RequestInit,
): Promise<Response> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  try {
    return await fetch(new URL(path, serviceUrl), {
      ...options,
      ...(body && post),
      signal: AbortSignal.any([signal, timeout.signal]),
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new RequestError('', 'unreachable')
  } finally {
    clearTimeout(timer)
  }
}

const retryAfterOf = (headers: Headers): number => Math.max(0, Number(headers.get('retry-after')) || 0)

function remember(path: string, result: unknown): void {
  cached.set(path, result)
  const [oldest] = cached.keys()
  if (cached.size > cachedMax && oldest !== undefined) cached.delete(oldest)
}
