/** The HTTP server under the framework: its limits, and what a client is told whose request never became one. */

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import { isMalformedRequest } from './admission/request-form.ts'
import type { ProblemLog } from './errors/problem-log.ts'
import { type Problem, problem, quoted } from './errors/problems.ts'
import { createServer, STATUS_CODES } from './node-http.ts'

export interface RequestLimits {
  bodyBytes: number
  /** Of a request that asks many things at once. */
  batchBytes: number
  headerBytes: number
  /** Of large responses that the clients of an address have not read yet. */
  unreadAddressBytes: number
  /** The same of all clients. */
  unreadBytes: number
  /** For a whole request to arrive. */
  requestMs: number
  /** How often slow requests are looked for. */
  checkMs: number
  /** For a connection to be kept on which nothing moves. */
  idleMs: number
  /** For requests under way to be finished when the service closes. */
  closeMs: number
}

export const defaultRequestLimits: RequestLimits = {
  bodyBytes: 16 * 1024,
  batchBytes: 128 * 1024,
  headerBytes: 16 * 1024,
  unreadAddressBytes: 64 * 1024 * 1024,
  unreadBytes: 256 * 1024 * 1024,
  requestMs: 10_000,
  checkMs: 1_000,
  // Longer than the idle time of common proxies, so that the proxy closes first and never sends into a closing socket.
  idleMs: 65_000,
  closeMs: 10_000,
}

/** `common`: the headers of every answer at the moment. */
export function createHttpServer(listener: RequestListener, limits: RequestLimits, parts: () => SocketParts): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      requestTimeout: limits.requestMs,
      headersTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.idleMs,
      // Node would refuse with an empty answer; ours has a sentence.
      requireHostHeader: false,
      noDelay: true,
    },
    listener,
  )
  // Else whoever stops reading in the middle of an answer would be waited for without end.
  server.timeout = limits.idleMs
  // A client may end its side of the connection once its requests are sent. Node would then close the other side at once,
  // and requests that wait for their turn would get no response. The property is not documented; a test holds it.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('checkExpectation', listener)
  server.on('checkContinue', (request, response) => {
    // Whoever asks first is told at once that it is too much.
    const isTooMuch = Number(request.headers['content-length']) > limits.batchBytes
    // While another answer has its turn there is no socket, and Node would put these words between the head and the
    // body of the next one. Who did not wait for that answer need not wait for them.
    if (!isTooMuch && response.socket) response.writeContinue()
    listener(request, response)
  })
  trackConnections(server)
  server.on('connect', (request, socket) => {
    const details = { method: 'CONNECT', value: quoted(request.url), allowed: 'GET or POST' }
    // Node has let go of this socket: nobody else hears its errors, or ends it.
    socket.on('error', () => socket.destroy())
    refuse(socket, problem('method_not_allowed', details, { Allow: 'GET, POST' }), { ...parts(), limits })
  })
  return server
}

/**
 * Call before the server stops listening. Node takes a connection for idle as soon as an answer was handed over, also
 * while a slow client still reads it, so that is waited for first. Then a connection goes as soon as nothing is under
 * way on it, and all of them when the time is up. Idle connections are closed only right after the event loop has read
 * every socket, so that no request is in the buffer of one: closing it would reset the connection.
 */
export async function closeConnections(server: Server, { closeMs }: RequestLimits): Promise<void> {
  const end = performance.now() + closeMs / 2
  const isSending = (): boolean => [...(connections.get(server) ?? [])].some(({ writableLength }) => writableLength > 0)
  while (isSending() && performance.now() < end) await setTimeout(20)
  const idle = setInterval(() => void setImmediate().then(() => server.closeIdleConnections()), 50)
  const last = globalThis.setTimeout(() => {
    server.closeAllConnections()
    // Those that Node has let go of are not among them.
    for (const socket of connections.get(server) ?? []) socket.destroy()
  }, closeMs / 2)
  server.once('close', () => {
    clearInterval(idle)
    clearTimeout(last)
  })
  // After this every socket has been read once more.
  await setImmediate()
}

const acceptMsMax = 5_000

/**
 * Stops listening so that clients are refused, not reset: closing a listener resets every connection that the system has
 * queued for it. So the queue is cut to one connection first, and what is queued is accepted. A client that finds the
 * queue full tries again a second later, and is refused then.
 */
export async function stopListening(server: Server): Promise<void> {
  // Listening again sets the queue of the system. Node has it on its handle only, which is not documented.
  const { _handle: handle } = server as { _handle?: { listen?(backlog: number): number } | null }
  handle?.listen?.(0)
  let accepted = 0
  const note = (): void => {
    accepted++
  }
  server.on('connection', note)
  const endMs = performance.now() + acceptMsMax
  let before: number
  do {
    before = accepted
    // The event loop accepts one connection in each turn: a turn without any has found the queue empty.
    await setImmediate()
  } while (accepted > before && performance.now() < endMs)
  // Not the method of the HTTP server, which closes idle connections as well.
  TcpServer.prototype.close.call(server)
  server.off('connection', note)
}

const connections = new WeakMap<Server, Set<Socket>>()

export const openConnections = (server: Server): number => connections.get(server)?.size ?? 0

function trackConnections(server: Server): void {
  const open = new Set<Socket>()
  connections.set(server, open)
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
}

export interface SocketParts {
  common: Record<string, string>
  log: FastifyBaseLogger
  logProblem: ProblemLog
  metrics: Metrics
}

/** For `clientError`: the parser gave up, or time did. */
export function handleSocketError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  parts: SocketParts & { limits: RequestLimits },
): void {
  const problem = socketProblem(error, parts.limits)
  // An answer was sent without waiting for the rest of its request: another one would belong to nothing.
  if (!problem || answeredEarly.has(socket)) {
    socket.destroy()
    return
  }
  // The client goes on sending, and each piece fails again.
  if (failed.has(socket)) return
  failed.add(socket)
  refuse(socket, problem, parts)
}

/** Says so behind the answers that are under way, and then ends the connection. */
function refuse(
  socket: Duplex,
  problem: Problem,
  { limits, common, log, logProblem, metrics }: SocketParts & { limits: RequestLimits },
): void {
  logProblem(log, { code: problem.code, status: problem.status })
  metrics.recordRejected(problem.status)
  // For whoever sends on and on, and reads none of them.
  const patience = globalThis.setTimeout(() => socket.destroy(), limits.requestMs)
  socket.once('close', () => clearTimeout(patience))
  afterAnswers(socket, () => endSocket(socket, problem, common))
}

/** Connections that have their last problem. */
const failed = new WeakSet<Duplex>()

/**
 * Requests before the one that failed may still wait for their answers, and would be taken to have failed themselves.
 * Node keeps the answer whose turn it is with the socket, and looks there for the same reason. It is not documented; the
 * tests of the order of answers would tell.
 */
function afterAnswers(socket: Duplex, act: () => void): void {
  const { _httpMessage: current } = socket as { _httpMessage?: ServerResponse | null }
  if (!current?.req.complete) act()
  // Not writable: that was the last answer which the client wanted, and the socket ends by itself.
  else current.once('close', () => socket.writable && afterAnswers(socket, act))
}

const answeredEarly = new WeakSet<Duplex>()

/** Call when an answer has been sent. */
export function trackResponse({ complete, socket }: IncomingMessage): void {
  if (complete) answeredEarly.delete(socket)
  else answeredEarly.add(socket)
}

function socketProblem(error: NodeJS.ErrnoException, limits: RequestLimits): Problem | undefined {
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

/** Writes a whole answer by hand: there is no request here that a response could belong to. */
function endSocket(socket: Duplex, { code, status, message, headers }: Problem, common: Record<string, string>): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const text = `${message}\n`
  const lines = Object.entries({
    'Content-Length': String(Buffer.byteLength(text)),
    ...lastHeaders(code, common),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`, () => socket.destroy())
}

const lastHeaders = (code: string, common: Record<string, string>) => ({
  Connection: 'close',
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'Error-Code': code,
  ...common,
})

/** Connections that end with a response that is under way. Requests that arrive on them meanwhile are not processed. */
const ending = new WeakSet<Socket>()

/**
 * Hands on a well-formed request and refuses any other. A request to upgrade is answered as a usual one, and is the last
 * of its connection: Node drops the bytes behind it and would read the next segment as a new request, also where a proxy
 * sent that segment as the body of another.
 */
export function wellFormed(
  listener: RequestListener,
  parts: () => SocketParts,
  isClosing: () => boolean,
): RequestListener {
  return (request, response) => {
    const { socket, headers } = request
    if (ending.has(socket)) return
    // Node writes `Connection: close`, and the client sends its next request elsewhere.
    if (isClosing()) response.shouldKeepAlive = false
    const isMalformed = isMalformedRequest(request)
    if (isMalformed || headers.upgrade !== undefined) {
      ending.add(socket)
      response.shouldKeepAlive = false
    }
    if (!isMalformed) {
      listener(request, response)
      return
    }
    // The parser may give up on the rest of it, which needs no second response.
    failed.add(socket)
    refuseMalformed(response, parts())
  }
}

function refuseMalformed(response: ServerResponse, { common, log, logProblem, metrics }: SocketParts): void {
  const { code, status, message } = problem('request_malformed', {})
  logProblem(log, { code, status })
  metrics.recordRejected(status)
  const text = `${message}\n`
  response.writeHead(status, { ...lastHeaders(code, common), 'Content-Length': Buffer.byteLength(text) }).end(text)
}
