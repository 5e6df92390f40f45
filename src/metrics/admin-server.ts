/**
 * The server on the admin port, for metrics, liveness and readiness. It is meant only for the operator's own machines,
 * so it listens on loopback by default. Its responses contain counts and states, never the content of requests.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expositionType } from './exposition.ts'

export interface AdminOptions {
  /** Returns all metrics as text. */
  render(): string
  /** Whether the service can respond to lookups. */
  ready(): boolean
  /** Logs the error. The response only says that the request failed. */
  onFailure(error: unknown): void
  limits?: Partial<typeof adminLimits>
}

/**
 * The limits are low, because the only clients are one or two scrapers and a supervisor, and their requests are small.
 */
const adminLimits = {
  headerBytes: 8 * 1024,
  connections: 64,
  requestMs: 5_000,
  /** How often the server checks for slow requests. */
  checkMs: 1_000,
  /** Timeout for a connection that has no traffic while a response is being built or read. */
  inactiveMs: 15_000,
  /** Timeout for an idle connection, longer than the minute between two scrapes. */
  idleMs: 75_000,
  closeMs: 2_000,
}

export const adminHost = '127.0.0.1'

interface AdminResponse {
  status: number
  type: string
  text: string
  headers?: Record<string, string>
}

const textResponse = (status: number, text: string, headers = {}): AdminResponse => ({
  status,
  type: 'text/plain; charset=utf-8',
  text: `${text}\n`,
  headers,
})

const stateResponse = (status: number, name: string): AdminResponse => ({
  status,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify({ status: name }),
})

export function createAdminServer({ limits: customLimits, ...options }: AdminOptions) {
  const limits = { ...adminLimits, ...customLimits }
  const respond = createResponder(options)
  // Do not import node:http as an ES module: that would also load the whole implementation of fetch.
  const server = process.getBuiltinModule('node:http').createServer(
    {
      maxHeaderSize: limits.headerBytes,
      requestTimeout: limits.requestMs,
      headersTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.idleMs,
    },
    (request, response) => {
      const result = respond(request)
      // While the server is closing, ask the client to close its connection; otherwise the server would wait for it.
      if (!server.listening) response.setHeader('Connection', 'close')
      send(response, result)
    },
  )
  server.maxConnections = limits.connections
  server.setTimeout(limits.inactiveMs)

  return {
    listen: ({ host = adminHost, port }: { host?: string; port: number }): Promise<AddressInfo> =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host, port }, () => {
          server.off('error', reject).on('error', options.onFailure)
          resolve(server.address() as AddressInfo)
        })
      }),
    /** Waits for the requests in progress. After a timeout, closes the connections that are still open. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), limits.closeMs)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
}

function createResponder({ render, ready, onFailure }: Omit<AdminOptions, 'limits'>) {
  const paths: Record<string, () => AdminResponse> = {
    '/metrics': () => ({ status: 200, type: expositionType, text: render() }),
    '/healthz': () => stateResponse(200, 'ok'),
    '/readyz': () => (ready() ? stateResponse(200, 'ready') : stateResponse(503, 'not_ready')),
  }
  return ({ method, url = '' }: IncomingMessage): AdminResponse => {
    const path = url.split('?', 1)[0] as string
    const build = Object.hasOwn(paths, path) ? paths[path] : undefined
    if (!build) return textResponse(404, `Not found. Paths: ${Object.keys(paths).join(', ')}.`)
    if (method !== 'GET' && method !== 'HEAD') return textResponse(405, 'Use GET or HEAD.', { Allow: 'GET, HEAD' })
    try {
      return build()
    } catch (error) {
      onFailure(error)
      return textResponse(500, 'Internal error; see the service log.')
    }
  }
}

function send(response: ServerResponse, { status, type, text, headers }: AdminResponse): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  // Node omits the body if the request is a HEAD request.
  response.end(text)
}
