/** Shuts the server down without losing a request: drains, stops listening, then closes connections as they finish. */
import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from './app-context.ts'
import type { ConnectionTracker } from './http-server.ts'
import type { RequestLimits } from './request-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Keeps listening for `graceMs` and responds with `Connection: close`, so that clients and load balancers switch to
     * another server before this one closes.
     */
    drain(graceMs: number): Promise<void>
    isClosing(): boolean
  }
}

export function addGracefulShutdown(app: FastifyInstance, { lifecycle, connections, limits }: AppContext): void {
  app.decorate('isClosing', () => lifecycle.isClosing)
  app.decorate('drain', async (graceMs) => {
    lifecycle.isClosing = true
    await setTimeout(graceMs)
    app.log.info({}, 'the grace period is over; the service stops listening')
    if (graceMs > 0) await stopListening(app.server)
  })
  app.addHook('preClose', async () => {
    lifecycle.isClosing = true
    await closeConnections(app.server, connections, limits)
  })
}

/**
 * Closes each connection once no request is under way on it, and all remaining ones at the deadline. Call it before the
 * server stops listening. It first waits until all responses are sent: Node treats a connection as idle as soon as the
 * response is handed over, even while a slow client is still reading it. It then closes idle connections, but only
 * right after the event loop has read every socket: closing a socket with an unread request in its buffer would reset
 * the connection.
 */
async function closeConnections(
  server: Server,
  connections: ConnectionTracker,
  { closeMs }: RequestLimits,
): Promise<void> {
  const sendDeadlineMs = performance.now() + closeMs / 2
  const isSending = (): boolean => [...connections.openSockets()].some(({ writableLength }) => writableLength > 0)
  while (isSending() && performance.now() < sendDeadlineMs) await setTimeout(20)
  const idleTimer = setInterval(() => void setImmediate().then(() => server.closeIdleConnections()), 50)
  const deadlineTimer = globalThis.setTimeout(() => {
    server.closeAllConnections()
    // `closeAllConnections` misses the sockets of CONNECT requests, because Node has detached them from the server.
    for (const socket of connections.openSockets()) socket.destroy()
  }, closeMs / 2)
  server.once('close', () => {
    clearInterval(idleTimer)
    clearTimeout(deadlineTimer)
  })
  // Wait one turn, in which the event loop reads every socket once more.
  await setImmediate()
}

const acceptMsMax = 5_000

/**
 * Stops listening so that late clients get a refused connection instead of a reset one. Closing a listener resets every
 * connection in the accept queue of the operating system, so this function first shrinks the queue to one connection
 * and accepts the connections that are already in it. A client that finds the queue full retries a second later and is
 * then refused.
 */
async function stopListening(server: Server): Promise<void> {
  // Calling `listen` again resizes the accept queue. Node exposes that only on its undocumented handle.
  const { _handle: handle } = server as { _handle?: { listen?(backlog: number): number } | null }
  handle?.listen?.(0)
  let accepted = 0
  const countAccepted = (): void => {
    accepted++
  }
  server.on('connection', countAccepted)
  const deadlineMs = performance.now() + acceptMsMax
  let before: number
  do {
    before = accepted
    // The event loop accepts one connection per turn, so a turn without a new connection means that the queue is empty.
    await setImmediate()
  } while (accepted > before && performance.now() < deadlineMs)
  // `close` on the HTTP server would also close idle connections, so call the `close` of its TCP base class.
  TcpServer.prototype.close.call(server)
  server.off('connection', countAccepted)
}
