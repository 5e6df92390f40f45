/** The Node HTTP server under the framework: its timeouts, and the checks on every request before it is handled. */
import type { RequestListener, Server } from 'node:http'
import { isAmbiguousRequest } from './admission/request-framing.ts'
import type { ConnectionTracker } from './connection-tracker.ts'
import type { SocketErrors } from './errors/socket-errors.ts'
import { createServer } from './node-http.ts'
import type { RequestLimits } from './request-limits.ts'

export interface ServerOptions {
  limits: RequestLimits
  connections: ConnectionTracker
  socketErrors: SocketErrors
}

export function createHttpServer(
  listener: RequestListener,
  { limits, connections, socketErrors }: ServerOptions,
): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      requestTimeout: limits.requestMs,
      headersTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.idleMs,
      // Accept requests without a Host header here: Node's own 400 has no body, whereas ours explains the error.
      requireHostHeader: false,
      noDelay: true,
    },
    listener,
  )
  // Without this timeout, a client that stops reading mid-response would hold its connection forever.
  server.timeout = limits.idleMs
  // Allow half-open connections. A client may close its side of the connection once it has sent its requests; by
  // default, Node then closes the other side at once, and pipelined requests get no response. The property is not
  // documented; a test covers it.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('checkExpectation', listener)
  server.on('checkContinue', (request, response) => {
    // Do not send `100 Continue` for a body that is too large: the client then gets the 413 before it uploads the body.
    const isTooLarge = Number(request.headers['content-length']) > limits.batchBytes
    // Do not send `100 Continue` for a pipelined request either. Its response has no socket yet, so Node would write
    // `100 Continue` into the middle of the previous response. A client that pipelines did not wait for that response,
    // so it need not wait for `100 Continue` either.
    if (!isTooLarge && response.socket) response.writeContinue()
    listener(request, response)
  })
  connections.track(server)
  server.on('connect', socketErrors.rejectConnect)
  return server
}

/**
 * Passes on unambiguous requests and rejects all others. Responds normally to an upgrade request, but then closes the
 * connection. If it stayed open, Node would drop the bytes after the request and parse the next segment as a new
 * request, even if a proxy sent that segment as the body of another request.
 */
export function rejectAmbiguousRequests(
  listener: RequestListener,
  { connections, socketErrors, isClosing }: Omit<ServerOptions, 'limits'> & { isClosing(): boolean },
): RequestListener {
  return (request, response) => {
    const state = connections.stateOf(request.socket)
    if (state.isEnding) return
    // Make Node send `Connection: close`, so that the client sends its next request elsewhere.
    if (isClosing()) response.shouldKeepAlive = false
    const isAmbiguous = isAmbiguousRequest(request)
    if (isAmbiguous || request.headers.upgrade !== undefined) {
      state.isEnding = true
      response.shouldKeepAlive = false
    }
    if (isAmbiguous) socketErrors.rejectAmbiguous(request, response)
    else listener(request, response)
  }
}
