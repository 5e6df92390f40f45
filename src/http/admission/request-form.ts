/** Requests that Node accepts and that a proxy in front may read in another way: they are refused. */
import type { IncomingMessage } from 'node:http'
import { METHODS } from '../node-http.ts'

export const isMalformedRequest = (request: IncomingMessage): boolean =>
  !methods.has(request.method ?? '') || hasFaultyCoding(request) || hasTwoHosts(request)

/** Node also parses requests of RTSP, whose methods the framework does not know. */
const methods = new Set(METHODS)

/**
 * `chunked` alone is decoded; Node would take a body of `gzip, chunked` for plain text. HTTP/1.0 has no transfer codings,
 * so a proxy may have found another end of the body (RFC 9112, section 6.1).
 */
function hasFaultyCoding({ headers, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  return coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')
}

/** Node keeps the first Host header and ignores the second; a proxy may have used the second. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}
