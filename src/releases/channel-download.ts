/**
 * Downloads the files of a channel, bounded in size, time and redirects. All requests go to the origin of the channel:
 * a redirect to another host is an error, because the operator has trusted only this one.
 */
import { setTimeout } from 'node:timers/promises'
import { ChannelError } from './release-format.ts'

export interface DownloadLimits {
  /** Maximum time for one file, from the request to its last byte. */
  fileMs: number
  redirectsMax: number
  /** How often a file is requested again after a 429, a 503 or a lost connection. */
  retriesMax: number
  /** Maximum wait before a retry, whatever `Retry-After` says. */
  retryMsMax: number
}

export const defaultDownloadLimits: DownloadLimits = {
  fileMs: 120_000,
  redirectsMax: 3,
  retriesMax: 3,
  retryMsMax: 60_000,
}

/** What a server sends to let a client ask for a change only. */
export interface ResponseTags {
  etag: string | null
  last_modified: string | null
}

export interface Downloaded extends ResponseTags {
  bytes: Buffer
}

export interface Downloader {
  /** `path`: relative to the channel. Returns undefined if the file has not changed since `since`. */
  get(path: string, bytesMax: number, since?: ResponseTags): Promise<Downloaded | undefined>
  /** How many bytes of response bodies have arrived, and how many requests were sent. */
  counts(): { bytes: number; requests: number }
}

export function createDownloader(
  channelUrl: string,
  {
    program,
    signal,
    limits = defaultDownloadLimits,
  }: { program: string; signal: AbortSignal; limits?: DownloadLimits },
): Downloader {
  const base = new URL(channelUrl)
  const counted = { bytes: 0, requests: 0 }

  const request = async (url: URL, headers: Record<string, string>, deadline: AbortSignal): Promise<Response> => {
    let target = url
    for (let redirects = 0; redirects <= limits.redirectsMax; redirects++) {
      counted.requests++
      const response = await fetch(target.href, { headers, redirect: 'manual', signal: deadline })
      if (![301, 302, 303, 307, 308].includes(response.status)) return response
      await response.body?.cancel()
      const next = URL.parse(response.headers.get('location') ?? '', target.href)
      if (next?.origin !== base.origin)
        throw new ChannelError(
          `${url.pathname} redirects to another host, ${next?.host ?? 'an invalid address'}; set DATA_CHANNEL to an address that does not.`,
        )
      target = next
    }
    throw new ChannelError(`${url.pathname} redirects more than ${limits.redirectsMax} times.`)
  }

  const attempt = async (path: string, bytesMax: number, since?: ResponseTags): Promise<Downloaded | undefined> => {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.fileMs)])
    // Without an encoding, the bytes are those of the file.
    const headers: Record<string, string> = { 'Accept-Encoding': 'identity', 'User-Agent': `bank-lookup/${program}` }
    if (since?.etag) headers['If-None-Match'] = since.etag
    else if (since?.last_modified) headers['If-Modified-Since'] = since.last_modified
    const response = await request(new URL(path, base), headers, deadline)
    if (response.status === 304 && since) return undefined
    if (response.status !== 200) {
      await response.body?.cancel()
      if (isTemporary(response.status))
        throw new TemporaryFailure(`${path} returned ${response.status}.`, retryAfterMs(response))
      throw new ChannelError(`${new URL(path, base).href} returned ${response.status} instead of 200.`)
    }
    const bytes = await readBounded(response, path, bytesMax, (length) => {
      counted.bytes += length
    })
    return { bytes, etag: response.headers.get('etag'), last_modified: response.headers.get('last-modified') }
  }

  return {
    counts: () => ({ ...counted }),
    get: async (path, bytesMax, since) => {
      for (let retries = 0; ; retries++) {
        try {
          return await attempt(path, bytesMax, since)
        } catch (error) {
          if (error instanceof ChannelError && !(error instanceof TemporaryFailure)) throw error
          signal.throwIfAborted()
          const failure = toChannelError(error, path, limits)
          if (!(failure instanceof TemporaryFailure) || retries >= limits.retriesMax) throw failure
          const waitMs = Math.min(failure.waitMs ?? 500 * 2 ** retries, limits.retryMsMax)
          // The signal's own reason says more than the error of the timer.
          await setTimeout(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
        }
      }
    },
  }
}

class TemporaryFailure extends ChannelError {
  readonly waitMs: number | undefined

  constructor(message: string, waitMs?: number) {
    super(message)
    this.waitMs = waitMs
  }
}

const isTemporary = (status: number): boolean => [408, 429, 500, 502, 503, 504].includes(status)

function retryAfterMs(response: Response): number | undefined {
  const seconds = response.headers.get('retry-after')
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined
}

/** A server that does not send in time is not asked again at once; a lost connection may be an accident. */
function toChannelError(error: unknown, path: string, { fileMs }: DownloadLimits): ChannelError {
  if (error instanceof ChannelError) return error
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return new ChannelError(`${path} took longer than ${fileMs / 1000} s.`)
  const { code, message: reason } = (cause ?? {}) as NodeJS.ErrnoException
  return new TemporaryFailure(`${path} cannot be downloaded (${code ?? reason ?? message}).`)
}

/** Stops at the limit instead of trusting the length that the server announces. */
async function readBounded(
  response: Response,
  path: string,
  bytesMax: number,
  count: (length: number) => void,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    count(chunk.length)
    // Leaving the loop cancels the body.
    if (length > bytesMax) throw new ChannelError(`${path} is larger than the ${bytesMax} bytes that it may have.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
