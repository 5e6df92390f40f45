/** Reads the framing of a request, and detects requests that Node accepts but a proxy may read differently. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { METHODS } from '../node-http.ts'

export const isAmbiguousRequest = (request: IncomingMessage): boolean =>
  !methods.has(request.method ?? '') || hasBadTransferCoding(request) || hasTwoHosts(request)

/**
 * All HTTP methods. Node's parser also accepts RTSP methods, which are not in this set and which the framework does not
 * know.
 */
const methods = new Set(METHODS)

/**
 * Node decodes only `chunked`, so it would treat the compressed data of `gzip, chunked` as the plain body. HTTP/1.0 has
 * no transfer codings, so a proxy may disagree with Node about where the body ends (RFC 9112, section 6.1).
 */
function hasBadTransferCoding({ headers, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  return coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')
}

/** Node keeps the first Host header and ignores the second, but a proxy may have used the second. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
