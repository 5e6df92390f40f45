/** Reads a small JSON body that arrives in one piece, and puts it back if the framework must respond. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { whenReady } from '../lookups/lookup.ts'

const jsonTypes = new Set([
  undefined,
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
])

/** Larger than any real body with one country or identifier, and small enough that it usually arrives in one chunk. */
const smallBodyBytesMax = 1024

const hasSmallJsonBody = (headers: IncomingHttpHeaders, length: number): boolean =>
  length > 0 &&
  length <= smallBodyBytesMax &&
  jsonTypes.has(headers['content-type']) &&
  headers['content-encoding'] === undefined

/**
 * Passes the body to `respond`, which returns whether it sent a response. If it did not, or if the request has no small
 * JSON body, calls `passOn` with the body intact.
 */
export function respondToSmallBody(
  request: IncomingMessage,
  respond: (body: Buffer) => boolean | Promise<boolean>,
  passOn: () => void,
): void {
  const length = Number(request.headers['content-length'])
  if (!hasSmallJsonBody(request.headers, length)) {
    passOn()
    return
  }
  // Runs once: either the first chunk is the whole body and gets a response, or it is put back.
  const onData = (bytes: Buffer): void => {
    const isSent = bytes.length === length && respond(bytes)
    if (isSent === true) return
    // Put the chunk back now, because the framework reads the body from the beginning, and because it cannot be put back
    // any more when the stream has ended.
    request.off('data', onData)
    request.pause()
    request.unshift(bytes)
    void whenReady(isSent, (wasSent) => {
      if (wasSent) request.resume()
      else passOn()
    })
  }
  request.on('data', onData)
}
