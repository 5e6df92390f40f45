/** Responds to input that never reaches the framework: parse errors, timeouts, CONNECT, and ambiguous requests. */
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ConnectionTracker, SocketErrors } from '../http-server.ts'
import { STATUS_CODES } from '../node-http.ts'
import type { RequestLimits } from '../request-limits.ts'
import type { ErrorContext } from './error-context.ts'
import { type Problem, problem, quoted } from './problems.ts'

export function createSocketErrors(context: ErrorContext, connections: ConnectionTracker): SocketErrors {
  const { limits, metrics, commonHeaders, log, logProblem } = context

  const report = ({ code, status }: Problem): void => {
    logProblem(log(), { code, status })
    metrics.recordRejected(status)
  }

  /** Sends the error after the responses that are still under way, then closes the connection. */
  const reject = (socket: Duplex, error: Problem): void => {
    report(error)
    // Set a timeout: otherwise a client that keeps sending and never reads would keep the connection open.
    const timeout = setTimeout(() => socket.destroy(), limits.requestMs)
    socket.once('close', () => clearTimeout(timeout))
    afterResponses(socket, () => endSocket(socket, error, commonHeaders()))
  }

  return {
    handleClientError: (error, socket) => {
      const rejection = problemForSocketError(error, limits)
      const state = connections.stateOf(socket)
      // After an early response, Node parses the rest of that request as a new request. Close the connection without an
      // error response, which the client would mistake for the response to its next request.
      if (!rejection || state.hasRespondedEarly) {
        socket.destroy()
        return
      }
      // Do nothing if the error response is already on its way: the client may keep sending, and every further chunk
      // fails too.
      if (state.hasFailed) return
      state.hasFailed = true
      reject(socket, rejection)
    },
    rejectConnect: (request, socket) => {
      // Destroy the socket on an error: Node has detached it, so no other listener handles its errors or ends it.
      socket.on('error', () => socket.destroy())
      const details = { method: 'CONNECT', value: quoted(request.url), allowed: 'GET or POST' }
      reject(socket, problem('method_not_allowed', details, { Allow: 'GET, POST' }))
    },
    rejectAmbiguous: ({ socket }, response) => {
      // Prevent a second response, because the parser may still fail on the rest of the request.
      connections.stateOf(socket).hasFailed = true
      const error = problem('request_malformed', {})
      report(error)
      const { status, code, message } = error
      const text = `${message}\n`
      const headers = { ...finalHeaders(code, commonHeaders()), 'Content-Length': Buffer.byteLength(text) }
      response.writeHead(status, headers).end(text)
    },
  }
}

/**
 * Runs `act` after the responses to earlier requests on the connection; otherwise the client would mistake the error
 * for one of those responses. Like Node itself, this function finds the current response in a property of the socket.
 * The property is not documented; the response-order tests fail if it goes away.
 */
function afterResponses(socket: Duplex, act: () => void): void {
  const { _httpMessage: current } = socket as { _httpMessage?: ServerResponse | null }
  if (!current?.req.complete) act()
  // Do nothing if the socket is not writable: it has sent its last response and is already closing.
  else current.once('close', () => socket.writable && afterResponses(socket, act))
}

/** Returns undefined if the client has disconnected. */
function problemForSocketError(error: NodeJS.ErrnoException, limits: RequestLimits): Problem | undefined {
  switch (error.code) {
    case 'ECONNRESET':
    case 'EPIPE':
      return undefined
    case 'HPE_HEADER_OVERFLOW':
      return problem('headers_too_large', { limit: String(limits.headerBytes) })
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return problem('body_too_large', { limit: String(limits.bodyBytes) })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return problem('request_timeout', {})
    default:
      return problem('request_malformed', {})
  }
}

/** Writes a complete response by hand, because there is no request that a `ServerResponse` could belong to. */
function endSocket(
  socket: Duplex,
  { code, status, message, headers }: Problem,
  commonHeaders: Record<string, string>,
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const text = `${message}\n`
  const lines = Object.entries({
    'Content-Length': String(Buffer.byteLength(text)),
    ...finalHeaders(code, commonHeaders),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`, () => socket.destroy())
}

const finalHeaders = (code: string, commonHeaders: Record<string, string>) => ({
  Connection: 'close',
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'Error-Code': code,
  ...commonHeaders,
})
