/** Sends requests: headers, timeout, retries, ETags and errors. */
import { BankLookupError, isObject } from './error.ts'
import { createEtagMemory } from './etag-memory.ts'
import { hasShape, parseJson, readText, type Shape } from './response.ts'
import { isTransient, parseRetryAfter, retryDelayMs, sleep } from './retry.ts'
import type { CallOptions } from './types.ts'

export interface ClientOptions {
  /** URL of the service, such as `http://localhost:8080`. */
  baseUrl: string
  /** Public hash key. Only `createRecord` needs one; with it, lookups have a higher rate limit. */
  key?: string | undefined
  /** Replacement for the global `fetch`, for example with a proxy or with logging. */
  fetch?: typeof globalThis.fetch | undefined
  /** Time limit for each attempt, including the body of the response. Default: 30,000; 0 for none. */
  timeoutMs?: number | undefined
  /** A response with more bytes, after decompression, is an error. Default: 64,000,000. */
  maxBytes?: number | undefined
  /** How often to repeat a request after a 408, 429, 500, 502, 503 or 504, a timeout or a network failure. Default: 2. */
  retries?: number | undefined
  /** If the service asks to wait longer than this, the request fails without a retry. Default: 60,000. */
  retryAfterMaxMs?: number | undefined
  /**
   * How many characters of responses to remember with their ETags. Default: 8,000,000, and 0 in browsers, which have an
   * HTTP cache.
   */
  etagCharactersMax?: number | undefined
}

export interface Sent {
  path: string
  query?: object
  /** A request with a body is a POST. */
  body?: object
  /** For a POST without a body. */
  method?: 'POST'
  headers?: Record<string, string>
  /** What the response must have. */
  shape: Shape
}

export interface Transport {
  send<Result>(sent: Sent, call: CallOptions): Promise<Result>
  /** `Data-Revision` of the latest response. */
  revision(): string | undefined
}

/** Browsers and their workers have a location, and other runtimes have none. */
const hasHttpCache = Boolean((globalThis as { location?: unknown }).location)

export function createTransport(options: ClientOptions): Transport {
  const { key, retryAfterMaxMs = 60_000, maxBytes = 64_000_000 } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const memory = createEtagMemory(options.etagCharactersMax ?? (hasHttpCache ? 0 : 8_000_000))
  let revision: string | undefined

  async function attempt(url: string, init: RequestInit, { signal, timeoutMs = 30_000 }: CallOptions) {
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    signal?.throwIfAborted()
    signal?.addEventListener('abort', abort)
    const timer = timeoutMs > 0 ? setTimeout(abort, timeoutMs) : undefined
    try {
      // Read at each call, because instrumentation may replace the global function.
      const response = await (options.fetch ?? fetch)(url, { ...init, signal: controller.signal })
      return { response, text: await readText(response, maxBytes) }
    } catch (cause) {
      if (cause instanceof BankLookupError) throw cause
      signal?.throwIfAborted()
      if (controller.signal.aborted) {
        throw new BankLookupError(`No response from ${baseUrl} within ${timeoutMs} ms.`, { code: 'timeout', cause })
      }
      const { message, cause: reason } = cause as Error & { cause?: Error & { code?: string } }
      // Node tries all addresses of a name, and then has a code but no message.
      const text = `Cannot reach ${baseUrl}: ${reason?.message || reason?.code || message}`
      throw new BankLookupError(text, { code: 'network_error', cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  async function sendOnce<Result>(url: string, init: RequestInit, shape: Shape, call: CallOptions): Promise<Result> {
    const remembered = init.method === 'GET' ? memory.get(url) : undefined
    const headers = { ...(init.headers as Record<string, string>) }
    if (remembered) headers['if-none-match'] = remembered.etag
    const { response, text } = await attempt(url, { ...init, headers }, call)
    const header = (name: string): string | undefined => response.headers.get(name) ?? undefined
    revision = header('data-revision') ?? revision
    const { status } = response
    const requestId = header('x-request-id')
    if (remembered && status === 304) return JSON.parse(remembered.text)
    const result = parseJson(text)
    if (status !== 200) {
      const code = header('error-code')
      const { detail, details } = isObject(result) ? result : {}
      const sentence = typeof detail === 'string' ? detail : text.trim()
      throw new BankLookupError(code ? sentence.slice(0, 1000) : `${baseUrl} returned status ${status}.`, {
        code: code ?? 'unexpected_response',
        status,
        details,
        requestId,
        retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
      })
    }
    if (!hasShape<Result>(result, shape)) {
      const what = result === undefined ? 'a response that is not JSON' : 'JSON that is not from a Bank Lookup Service'
      throw new BankLookupError(`${baseUrl} returned ${what}.`, { code: 'unexpected_response', status, requestId })
    }
    const etag = header('etag')
    if (etag && init.method === 'GET') memory.set(url, { etag, text })
    return result
  }

  return {
    revision: () => revision,
    send: async ({ path, query = {}, body, method, headers, shape }, call) => {
      const url = `${baseUrl}${path}${queryString(query)}`
      const init: RequestInit = {
        method: method ?? (body ? 'POST' : 'GET'),
        headers: {
          // Errors are JSON, too.
          accept: 'application/json',
          ...(key && { authorization: `Bearer ${key}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      }
      const { signal, timeoutMs = options.timeoutMs, retries = options.retries ?? 2 } = call
      for (let done = 0; ; done++) {
        try {
          return await sendOnce(url, init, shape, { signal, timeoutMs })
        } catch (error) {
          if (done >= retries || !isTransient(error)) throw error
          if ((error.retryAfterMs ?? 0) > retryAfterMaxMs) throw error
          await sleep(retryDelayMs(done, error.retryAfterMs), signal)
        }
      }
    },
  }
}

/** Lists are one comma-separated value. Leaves out values that are undefined. */
function queryString(query: object): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  return pairs.length > 0
    ? `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]))}`
    : ''
}
