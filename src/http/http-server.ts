/** The Node HTTP server under the framework: its timeouts, and the checks on every request before it is handled. */
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer, METHODS } from './node-http.ts'
import type { RequestLimits } from './request-limits.ts'

export interface SocketErrors {
  /** Handles the `clientError` event: the parser failed, or the request timed out. */
  handleClientError(error: NodeJS.ErrnoException, socket: Duplex): void
  rejectConnect(request: IncomingMessage, socket: Duplex): void
  rejectAmbiguous(request: IncomingMessage, response: ServerResponse): void
}

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

export interface ConnectionState {
  /** The current response is the last one on this connection; later requests are ignored. */
  isEnding: boolean
  /** The final error response has been sent or is waiting to be sent. */
  hasFailed: boolean
  /** The last response was sent before its request had arrived completely. */
  hasRespondedEarly: boolean
}

export type ConnectionTracker = ReturnType<typeof createConnectionTracker>

export function createConnectionTracker() {
  const open = new Set<Socket>()
  const states = new WeakMap<Duplex, ConnectionState>()
  return {
    track: (server: Server): void =>
      void server.on('connection', (socket) => {
        open.add(socket)
        socket.once('close', () => open.delete(socket))
      }),
    openSockets: (): ReadonlySet<Socket> => open,
    stateOf: (socket: Duplex): ConnectionState => {
      const known = states.get(socket)
      if (known) return known
      const state = { isEnding: false, hasFailed: false, hasRespondedEarly: false }
      states.set(socket, state)
      return state
    },
  }
}
