/**
 * The server of the admin port: metrics, and whether the process lives and is ready. It is for the operator's own
 * machines, listens on loopback unless told otherwise, and shows counts only.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expositionType } from './exposition.ts'

export interface AdminServer {
  listen(where: { host?: string; port: number }): Promise<AddressInfo>
  /** Answers what is under way; whoever has not read it in time is let go. */
  close(): Promise<void>
}

export interface AdminOptions {
  /** The text of all metrics. */
  render(): string | Promise<string>
  /** Whether lookups can be answered. */
  ready(): boolean
  /** For the log: the caller is only told that it failed. */
  onFailure(error: unknown): void
  limits?: Partial<typeof adminLimits>
}

/** One or two scrapers and a supervisor ask here, each in a few hundred bytes. */
const adminLimits = {
  headerBytes: 8 * 1024,
  connections: 64,
  requestMs: 5_000,
  /** How often slow requests are looked for. */
  checkMs: 1_000,
  /** For a connection on which nothing moves while an answer is made or read. */
  stillMs: 15_000,
  /** Longer than the minute between two scrapes. */
  idleMs: 75_000,
  closeMs: 2_000,
}

export const adminHost = '127.0.0.1'

interface Answer {
  status: number
  type: string
  text: string
  headers?: Record<string, string>
}

const sentence = (status: number, text: string, headers = {}): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  text: `${text}\n`,
  headers,
})

const state = (status: number, name: string): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify({ status: name }),
})

export function createAdminServer({ render, ready, onFailure, ...options }: AdminOptions): AdminServer {
  const limits = { ...adminLimits, ...options.limits }
  let rendering: Promise<string> | undefined
  const gather = async (): Promise<string> => render()
  /** However many ask at once, the processes are asked once. */
  const renderOnce = (): Promise<string> => {
    const current =
      rendering ??
      gather().finally(() => {
        rendering = undefined
      })
    rendering = current
    return current
  }

  const paths: Record<string, () => Answer | Promise<Answer>> = {
    '/metrics': async () => ({ status: 200, type: expositionType, text: await renderOnce() }),
    '/healthz': () => state(200, 'ok'),
    '/readyz': () => (ready() ? state(200, 'ready') : state(503, 'not_ready')),
  }

  const answerOf = async ({ method, url = '' }: IncomingMessage): Promise<Answer> => {
    const path = url.split('?', 1)[0] as string
    const make = paths[path]
    if (!make) return sentence(404, `There is nothing here; GET one of ${Object.keys(paths).join(', ')}.`)
    if (method !== 'GET' && method !== 'HEAD') return sentence(405, 'Use GET or HEAD here.', { Allow: 'GET, HEAD' })
    try {
      return await make()
    } catch (error) {
      onFailure(error)
      return sentence(500, 'The answer could not be made; the log of the service says why.')
    }
  }

  // Past the ES-module face of `node:http`, which loads all of fetch.
  const server = process.getBuiltinModule('node:http').createServer(
    {
      maxHeaderSize: limits.headerBytes,
      requestTimeout: limits.requestMs,
      headersTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.idleMs,
    },
    async (request, response) => {
      const answer = await answerOf(request)
      // While closing, the client is told to go, or its connection would be waited for.
      if (!server.listening) response.setHeader('Connection', 'close')
      send(response, answer)
    },
  )
  server.maxConnections = limits.connections
  server.setTimeout(limits.stillMs)

  return {
    listen: ({ host = adminHost, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host, port }, () => {
          server.off('error', reject).on('error', onFailure)
          resolve(server.address() as AddressInfo)
        })
      }),
    close: () =>
      new Promise((resolve) => {
        const last = setTimeout(() => server.closeAllConnections(), limits.closeMs)
        server.close(() => {
          clearTimeout(last)
          resolve()
        })
      }),
  }
}

function send(response: ServerResponse, { status, type, text, headers }: Answer): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  // Of an answer to HEAD, Node keeps the body back.
  response.end(text)
}
