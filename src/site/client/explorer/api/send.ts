/** Sends API requests. Responses to GET requests are kept in memory, so that going back needs no network. */
import { createTransport } from '../../../../../packages/client/src/transport.ts'
import type { ApiRequest } from './requests.ts'

/** The base URL of the service, which may include a path. The script is served two folders below it. */
export const serviceUrl = new URL('../../', import.meta.url).href

/**
 * A request without a response fails after this time, so that the user sees a retry and not an endless spinner. The body
 * may take longer: a whole list is a megabyte, and the connection may be slow.
 */
const timeoutMs = 15_000
const cachedMax = 60

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

/** Throws a `BankLookupError` if the request fails. The page repeats it, with a countdown. */
export async function send<Result>(
  request: ApiRequest<Result>,
  signal: AbortSignal,
  options: RequestInit = {},
): Promise<Result> {
  const known = cachedResponse(request)
  if (known !== undefined) return known
  const { path, body } = request
  const transport = createTransport({
    baseUrl: serviceUrl,
    retries: 0,
    timeoutMs: 0,
    fetch: (address, init) => fetchInTime(address, { ...init, ...options }),
  })
  const result = await transport.send<Result>({ path: `/${path}`, ...(body && { body }), shape: {} }, { signal })
  if (!body) remember(path, result)
  return result
}

function fetchInTime(address: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const signal = AbortSignal.any([init.signal ?? [], timeout.signal].flat())
  return fetch(address, { ...init, signal }).finally(() => clearTimeout(timer))
}

function remember(path: string, result: unknown): void {
  cached.set(path, result)
  const [oldest] = cached.keys()
  if (cached.size > cachedMax && oldest !== undefined) cached.delete(oldest)
}
