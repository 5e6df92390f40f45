/** Sends requests to the service: timeout, size limit, retries, and the check of the response. */

/** The service that served this script. Not `new URL('.', import.meta.url)`, which bundlers take for a file of the page. */
const scriptFolder = import.meta.url.replace(/[^/]*$/, '')

/** Returns the URL of the service that the element uses, with a slash at the end. */
export const serviceUrlFor = (user: Element): string =>
  new URL(`${user.getAttribute('base-url') ?? scriptFolder}/`.replace(/\/+$/, '/'), document.baseURI).href

const timeoutMs = 10_000

/** Ten times the size of the largest response that an element needs. */
const bytesMax = 1_000_000

/** The longest time that a service can ask to wait. Timers treat a very long delay as none. */
const waitMaxS = 300

/** A failed request. `retryAfterMs` is undefined if the same request would fail again. */
export class RequestError extends Error {
  retryAfterMs: number | undefined
  constructor(message: string, retryAfterMs?: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** With `body`, the request is a POST. */
export async function getJson<Body>(
  path: string,
  { baseUrl }: { baseUrl: string },
  signal: AbortSignal,
  body?: unknown,
): Promise<Body> {
  const address = new URL(path, baseUrl)
  const response = await fetch(address, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    ...(body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    }),
  }).catch((error) => {
    throw new RequestError(`${address.origin}: ${error.message}`, 0)
  })
  const text = await readText(response)
  if (response.ok) return JSON.parse(text)
  const waitS = Math.min(Number(response.headers.get('Retry-After')) || 0, waitMaxS)
  const isTemporary = response.status === 429 || response.status >= 500
  throw new RequestError(text, isTemporary ? waitS * 1000 : undefined)
}

/** Counts the bytes after decompression. */
async function readText({ body, url }: Response): Promise<string> {
  const decoder = new TextDecoder()
  // Not every browser can iterate over a stream.
  const reader = body?.getReader()
  let text = ''
  let bytes = 0
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    bytes += chunk.value.length
    if (bytes > bytesMax) {
      reader?.cancel().catch(() => undefined)
      throw new RequestError(`The response of ${url} is larger than ${bytesMax / 1e6} MB.`)
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}

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

/** The types of fields that a response must have. */
export type Shape = { readonly [field: string]: string }

export const text = 'string'
export const textOrNull = 'string null'

/** Throws unless the value has these fields, because the service can be another program or a hostile one. */
export function requireShape<Value>(value: unknown, shape: Shape): Value {
  for (const [field, types] of Object.entries(shape)) {
    const part = (value as Record<string, unknown> | null)?.[field]
    const type = part === null ? 'null' : Array.isArray(part) ? 'list' : typeof part
    if (!types.includes(type)) throw new RequestError(`Unexpected response: "${field}" is ${type}.`)
  }
  return value as Value
}

export function requireTexts(values: readonly unknown[]): void {
  for (const value of values) requireShape({ value }, { value: text })
}
