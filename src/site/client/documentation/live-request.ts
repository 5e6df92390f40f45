/** Sends a request to this service, and reads its response. */

export interface LiveRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export interface LiveResponse {
  status: number
  /** Until the whole body was read. */
  ms: number
  bytes: number
  type: string
  /** Empty for a binary body. */
  text: string
  /** Seconds until the next request may be sent, after a 429. */
  retryAfter?: number
}

const timeoutMs = 30_000

/** Throws if there is no response, or if `signal` is aborted. */
export async function send({ path, ...request }: LiveRequest, signal: AbortSignal): Promise<LiveResponse> {
  const start = performance.now()
  const response = await fetch(path, {
    ...request,
    // Show what the service responds now, not what the browser has cached.
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  const body = await response.arrayBuffer()
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  const retryAfter = Number(response.headers.get('retry-after'))
  return {
    status: response.status,
    ms: Math.round(performance.now() - start),
    bytes: body.byteLength,
    type,
    text: isText(type) ? new TextDecoder().decode(body) : '',
    ...(response.status === 429 && retryAfter > 0 ? { retryAfter } : {}),
  }
}

const isText = (type: string): boolean => /^text\/|json$/.test(type)
